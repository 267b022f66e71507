"""Running a stranger's code and believing none of it.

Theory of operation
-------------------

Once student code has run in a process, nothing that this process says about itself can be
trusted, and everything in its memory can be read. So there are two sides:

    host   (host.py, channel.py)  trusted: graders, inputs, answers, verdicts, clocks
    guest  (guest.py)             untrusted: the submission, and the values that it returns

Between them runs one socket with frames of plain data (wire/). Guests are forked from a warm
parent (warm.py) that has imported torch and nothing of the graders, so that a guest costs
milliseconds and can be thrown away. Before any student code runs, the guest gives up
what it does not need (confine.py).

1. The host asks the warm parent for a guest over a connection of its own, handing over the
   guest's end of the channel and a pipe for printed text.
2. The warm parent forks. The child joins a PID namespace made for it, closes every
   descriptor but the channel and the pipe, makes its own network, IPC and mount
   namespaces, drops capabilities, and applies Landlock and seccomp. It then says hello with the layers that hold:
   the last word of a guest that is trusted, as it is said before student code runs.
3. The host sends the submission's cells, then calls. Each request carries a random number
   that the reply must repeat, and a deadline that the host keeps.
   Meanwhile the warm parent watches the memory, processes and files of the guest's tree (watch.py).
4. A guest that crashes, hangs, floods or breaks the protocol is ended by hanging up: the warm
   parent kills its whole namespace. The next check gets a new guest.

What is promised, where all layers hold (`course doctor` says whether they do, and
witness.py proves it by denied actions, not by having asked):

- no verdict, point or message comes from the guest: only values, which the host judges
- no sight of graders, solutions, the course package, other submissions, the host's memory or environment
- no network, no socket of the host's, no signal to any process outside, no file outside scratch written
- nothing survives: processes, scratch and shared memory go with the guest's namespaces

What is not promised:

- secrecy of the inputs of a check from the code that is being checked: it gets them as arguments
- a kernel without holes. A student with a kernel exploit is out of scope; run the class
  grader in a virtual machine of its own if that is your threat
- that an observation counts truthfully against code that sets out to forge it: a probe runs
  beside the student's code. Wherever it can, a check therefore judges values
- the same on systems without these kernel features: there, the process boundary, deadlines and
  data-only frames remain, and `course doctor` says so

SECURITY.md names the test that holds each promise.
"""
