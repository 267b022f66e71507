# %% [markdown]
# # Read a profile, name the bottleneck
#
# A training step that is "too slow" has a cause, and the cause is almost never the one that
# you would bet on. The profiler is how you stop betting. It writes down every operator,
# every kernel, every copy, with a start and a length, and leaves you with a table and a
# timeline.
#
# The timeline is the better of the two, because a GPU works *behind* the Python that feeds
# it. Python puts kernels into a queue and runs on. The GPU takes them out, one after
# another, on its own time. So "where does Python spend its time?" and "what is the GPU
# waiting for?" are two questions, and the second one is worth the money.
#
# Five answers cover most of what you will meet:
#
# | cause | what the GPU does | what the CPU does |
# |---|---|---|
# | `data_loading` | idle | prepares the next batch |
# | `host_to_device` | receives bytes | waits for the copy, or for nothing |
# | `synchronization` | idle after each wait | asked for a number too often, so the queue ran dry |
# | `small_kernels` | idle between tiny kernels | launches as fast as it can, and that is too slow |
# | `compute` | works | waits, and rightly so |
#
# In this unit you record a step, read tables and traces, write a small detective that names
# one of the five, and then cure two of them: needless reads and needless copies. Everything
# runs without a GPU: a trace is a JSON file, and reading it needs no card. The numbers
# below were measured with torch 2.14.1 on two cores of a server CPU; yours will differ,
# their proportions hardly.

# %%
from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from itertools import pairwise
from pathlib import Path

import torch
from torch import nn
from torch.profiler import ProfilerActivity, profile, record_function

# %% [markdown]
# ## Record one step
#
# `torch.profiler.profile` is a context manager; what runs inside is recorded.
#
# ```python
# with profile(activities=[ProfilerActivity.CPU]) as prof:
#     torch.randn(100, 100).cumsum(0)
# print(prof.key_averages().table(sort_by="self_cpu_time_total", row_limit=5))
# ```
#
# Three habits make a recording worth reading:
#
# * **Warm up first.** The first call pays for memory, lazy imports and, on a GPU, for
#   loading kernels. A small MLP with AdamW took 5.5 ms on its first step here and 1.1 ms
#   from the third on. Warm-up calls must stay *outside* the recording, or they are what you
#   will end up reading.
# * **Say what you want to know.** `record_shapes=True` keeps the input shapes of each
#   operator (is it one big matrix, or many small ones?), `profile_memory=True` keeps
#   allocations. Ask for `ProfilerActivity.CUDA` where `torch.cuda.is_available()`,
#   otherwise there will be no kernels in it. And let the queue empty
#   (`torch.cuda.synchronize()`) before you start to record, so that the warm-up's last
#   kernels do not leak in.
# * **Save the trace, once.** `prof.export_chrome_trace("name.json")` writes the timeline,
#   after the `with` block has ended; open it in <https://ui.perfetto.dev>. A second export
#   of the same recording raises "Trace is already saved". The name must be a `str`: a
#   `Path` raises `AttributeError`. And if the folder does not exist, nothing is raised at
#   all: a message on stderr, no file. Make the folder yourself.
#
# For long jobs there is `torch.profiler.schedule(wait=..., warmup=..., active=...,
# repeat=1)`: the profiler then skips, warms up and records by itself, driven by one
# `prof.step()` after each iteration. Forget `prof.step()`, and the recording stays empty.
# Forget `repeat=1`, and it starts over, and an unfinished second round replaces the first.


# %% task="profile_step"
def profile_step(
    step: Callable[[], object], *, warmup: int = 3, trace_path: str | Path | None = None
) -> profile:
    """Record one call of `step`, after `warmup` calls that are not recorded.

    `step` takes no argument; it is called `warmup + 1` times in all. The recording covers
    the CPU, and CUDA where there is one, with input shapes and memory.

    With a `trace_path` (a `str` or a `Path`), the Chrome trace is written there, once, and a
    missing folder is made. Without one, no file is written.

    Returns the finished `torch.profiler.profile`, ready for `key_averages()`.
    """
    ### BEGIN SOLUTION
    activities = [ProfilerActivity.CPU]
    if torch.cuda.is_available():
        activities.append(ProfilerActivity.CUDA)
    for _ in range(warmup):
        step()
    if torch.cuda.is_available():
        torch.cuda.synchronize()  # or the last kernels of the warm-up leak in
    with profile(activities=activities, record_shapes=True, profile_memory=True) as prof:
        step()
    if trace_path is not None:
        Path(trace_path).parent.mkdir(parents=True, exist_ok=True)
        prof.export_chrome_trace(str(trace_path))
    return prof
    ### END SOLUTION


# %% [markdown]
# ## What a recording holds
#
# Before you go on, read a recording in your head. With a schedule, an iteration is in one
# of three phases, in this order: *wait* (nothing happens), *warmup* (the profiler runs, its
# results are thrown away), *active* (kept). `prof.key_averages()` has one row for each
# name, with a `count`. Regions that you opened with `record_function` are rows, too.
#
# And remember that a question about a tensor's value is an operator as well. `loss.item()`
# shows up as `aten::item`. So does `if loss > x:`, since Python wants a `bool`, and torch
# has to read the value to give one (`aten::is_nonzero`, which calls `aten::item`).


# %% task="predict_profile"
def predict_profile() -> dict[str, int]:
    """Predict, without running it, what this program prints.

        x, w, v = torch.ones(4, 6), torch.ones(6, 3), torch.ones(3, 2)
        plan = schedule(wait=1, warmup=2, active=3, repeat=1)
        with profile(activities=[ProfilerActivity.CPU], schedule=plan) as prof:
            for number in range(9):
                with record_function("forward"):
                    total = (x @ w @ v).relu().sum()
                if number % 2 == 0:
                    total.item()
                if total > 50:
                    pass
                prof.step()
        counts = {row.key: row.count for row in prof.key_averages()}
        print({name: counts[name] for name in ("forward", "aten::mm", "aten::item")})

    Returns the printed dictionary: its three names, each with a whole number.
    """
    ### BEGIN SOLUTION
    # Numbers 3, 4 and 5 are recorded. Each multiplies twice and compares once;
    # only number 4 also calls .item() itself.
    return {"forward": 3, "aten::mm": 6, "aten::item": 4}
    ### END SOLUTION


# %% [markdown]
# ## Name the phases of a step
#
# Operators are too fine to think in. `record_function` puts your own names on the timeline:
#
# ```python
# with record_function("tokenize"):
#     ids = [vocabulary[word] for word in text.split()]
# ```
#
# Such a region is a *user annotation*. Without a profiler around it, it costs some ten
# microseconds, so leave it in the code for good. Four names carry a training step: moving
# the batch, forward, backward, and the optimizer's step. Put each piece of work *inside*
# its own region, and do not nest the four in one another, or a phase will be charged with
# its neighbour's time.
#
# What you hand back matters, too. A loss that is still attached to its graph keeps the
# whole graph's activations alive for as long as anyone holds it. A float would cost a read
# from the GPU (more on that below). So return the loss as a tensor that has left the graph.


# %% task="annotated_step"
def annotated_step(
    model: nn.Module,
    loss_fn: Callable[[torch.Tensor, torch.Tensor], torch.Tensor],
    optimizer: torch.optim.Optimizer,
    batch: tuple[torch.Tensor, torch.Tensor],
    device: torch.device | str,
) -> torch.Tensor:
    """One correct training step on `batch`, in four named regions.

    The regions are named exactly "data_to_device", "forward", "backward" and "optimizer_step";
    each is opened once. `batch` is a pair `(inputs, targets)`, which may lie elsewhere than on
    `device`, where the model is. Gradients of an earlier step must not leak into this one.

    Returns the loss of this step's forward: a tensor, detached from the graph.
    """
    ### BEGIN SOLUTION
    with record_function("data_to_device"):
        inputs, targets = (part.to(device, non_blocking=True) for part in batch)
    with record_function("forward"):
        loss = loss_fn(model(inputs), targets)
    with record_function("backward"):
        optimizer.zero_grad()
        loss.backward()
    with record_function("optimizer_step"):
        optimizer.step()
    return loss.detach()
    ### END SOLUTION


# %% [markdown]
# ## The table: self time against total time
#
# Operators call operators. `aten::linear` calls `aten::addmm`, and both have a row. *Total*
# time counts a row with everything that it called, so the same microsecond appears again
# and again: in the recorded MLP step, the totals add up to 2,345 µs and the self times to
# 1,125 µs, which is what the step took. *Self* time is what a row spent in its own body.
# Rank by self time.
#
# The rows of `prof.key_averages()` are already summed over calls of the same name:
#
# | attribute | meaning |
# |---|---|
# | `row.key`, `row.count` | name, number of calls |
# | `row.self_cpu_time_total`, `row.cpu_time_total` | microseconds on the CPU |
# | `row.self_device_time_total`, `row.device_time_total` | microseconds on the GPU; zero without one |
# | `row.is_user_annotation` | a region: yours, or torch's own `Optimizer.step#AdamW.step` |
#
# (Older texts say `cuda_time_total`; that attribute is gone.)
#
# Two traps. First, which clock? As soon as the recording holds any device time at all, the
# CPU columns only say how long it took to *queue* the work; use the device column for every
# row of the list. An operator that never reached the GPU then has zero, and that is right.
# Second, a region is not an operator: your `forward` and torch's `ProfilerStep*` contain
# the others. Leave regions out.


# %% task="slowest_ops"
def slowest_ops(prof: profile, count: int = 5) -> list[tuple[str, float]]:
    """The `count` slowest operators of a recording: `(name, microseconds)`, falling.

    The time is *self* time, summed over all calls of a name, in microseconds, not rounded. It
    is device time for the whole list if the recording holds any device time, and CPU time
    for the whole list otherwise. User annotations and `ProfilerStep*` are left out. Fewer
    rows than `count` give a shorter list.
    """
    ### BEGIN SOLUTION
    rows = [
        row
        for row in prof.key_averages()
        if not row.is_user_annotation and not row.key.startswith("ProfilerStep")
    ]
    clock = "self_cpu_time_total"
    if any(row.self_device_time_total > 0 for row in rows):
        clock = "self_device_time_total"
    times = [(row.key, getattr(row, clock)) for row in rows]
    return sorted(times, key=lambda pair: pair[1], reverse=True)[:count]
    ### END SOLUTION


# %% [markdown]
# ## The trace is a list of dictionaries
#
# The exported file is plain JSON. Load it, and `trace["traceEvents"]` is a list like this
# one:
#
# ```python
# {"ph": "X", "cat": "user_annotation", "name": "forward", "ts": 100.0, "dur": 60.0}
# {"ph": "X", "cat": "cpu_op", "name": "aten::relu", "ts": 112.5, "dur": 21.0}
# {"ph": "X", "cat": "cuda_runtime", "name": "cudaLaunchKernel", "ts": 120.0, "dur": 6.5}
# {"ph": "s", "cat": "ac2g", "name": "ac2g", "id": 7, "ts": 120.0}
# {"ph": "X", "cat": "kernel", "name": "relu_kernel", "ts": 131.0, "dur": 44.0}
# {"ph": "X", "cat": "gpu_user_annotation", "name": "forward", "ts": 131.0, "dur": 44.0}
# {"ph": "M", "name": "process_name", "ts": 95.0, "args": {"name": "python"}}
# ```
#
# (`pid` and `tid`, left out here, say on which thread or GPU stream.) `ph` "X" is a
# *complete* event: it starts at `ts` and lasts `dur`, both in microseconds. All others have
# no length: "M" is metadata, "s" and "f" are the ends of an arrow from a launch to its
# kernel, "i" is an instant. Some have no `cat`, some no `dur`. Read with `.get`, and filter
# before you add. The events are in no particular order.
#
# Your regions are the complete events of category `user_annotation`. On a GPU, each casts a
# shadow, `gpu_user_annotation`, with the same name and its own length: the stretch on the
# GPU in which the region's kernels ran. Adding both would mix two clocks.


# %% task="phase_times"
def phase_times(trace: dict) -> dict[str, float]:
    """Total microseconds of each user annotation in a Chrome trace.

    Counts the complete events of category "user_annotation" and no others; not their GPU
    mirror, not operators that happen to have the same name. Every event counts in full, so
    equal names add up, nested ones too. Names stay as they are ("ProfilerStep#3").
    A trace without annotations gives an empty dictionary.
    """
    ### BEGIN SOLUTION
    totals: dict[str, float] = {}
    for event in trace["traceEvents"]:
        if event.get("ph") == "X" and event.get("cat") == "user_annotation":
            totals[event["name"]] = totals.get(event["name"], 0.0) + event.get("dur", 0.0)
    return totals
    ### END SOLUTION


# %% [markdown]
# ## How busy is the GPU?
#
# One number tells you whether to look at the kernels at all: the share of the time in which
# at least one kernel was running. A GPU that is 15 % busy does not need faster kernels. It
# needs to be fed.
#
# The number is a length divided by a length. Above the line stands the *union* of the
# kernels' intervals. A GPU has several streams, and kernels on different streams overlap; a
# microsecond with three kernels in it is still one microsecond. Intervals may touch,
# overlap in part, or lie wholly inside a longer one that started before. Sort by start,
# walk along, and remember how far you have come.
#
# ```
# stream 7    |=====A=====|        |==C==|
# stream 20         |===B===|       |D|
# busy        |#############|      |#####|
# ```
#
# Below the line stands the span: from the earliest start to the latest end of *all*
# complete events, the profiler's own `Trace` row included. Copies keep a copy engine busy,
# not the multiprocessors; they count in the span, but not as busy time.


# %% task="gpu_busy_fraction"
def gpu_busy_fraction(trace: dict) -> float:
    """The share of a Chrome trace, 0 to 1, in which at least one kernel runs.

    The union of the intervals of category "kernel", over the span of all complete events
    (`ph` "X"), from the earliest start to the latest end. No kernels: 0.0.
    """
    ### BEGIN SOLUTION
    complete = [
        (event["ts"], event["ts"] + event["dur"], event.get("cat"))
        for event in trace["traceEvents"]
        if event.get("ph") == "X" and "dur" in event
    ]
    kernels = sorted((start, end) for start, end, category in complete if category == "kernel")
    if not kernels:
        return 0.0
    busy, reached = 0.0, kernels[0][0]
    for start, end in kernels:
        busy += max(0.0, end - max(start, reached))
        reached = max(reached, end)
    span = max(end for _, end, _ in complete) - min(start for start, _, _ in complete)
    return busy / span if span > 0 else 0.0
    ### END SOLUTION


# %% [markdown]
# ## Name the bottleneck
#
# Now the detective. The tempting way is to look for the longest row on the CPU's timeline,
# and that is how an innocent gets hanged: in a healthy, compute-bound training, the CPU
# queues its work early and then sits in `cudaDeviceSynchronize` or in `loss.item()` for
# nearly all of the step. **The op that waits is not the op that is slow.**
#
# So ask in this order:
#
# 1. *Is the GPU working?* While a kernel runs, the time goes to compute, whatever the CPU
#    is doing.
# 2. *Is it receiving bytes?* While no kernel runs but a host-to-device copy does, the time
#    goes to the copy. The name of such an event tells you why: `Memcpy HtoD (Pageable ->
#    Device)` went through ordinary memory and a staging buffer, `(Pinned -> Device)` did
#    not.
# 3. *It is idle. Why was there nothing in the queue?* Take the whole idle stretch, from the
#    last thing that the GPU did to the next, and look at what the CPU did meanwhile. Was it
#    mostly inside the `DataLoader`? (Its rows are called
#    `enumerate(DataLoader)#_SingleProcessDataLoaderIter.__next__` and the like.) Did a
#    synchronizing call reach into it? Then the queue was drained on purpose: the CPU had
#    waited for everything, and only afterwards could launch again. Neither? Then the CPU
#    was simply not quick enough: it launches kernels that are shorter than the launch. A
#    Python loop that doubled and summed 1,000 rows one by one recorded 11,004 calls and 7.6
#    ms of CPU time here; the same in one go, 14 calls and 0.45 ms.
#
# Every microsecond then has exactly one cause, and the cause that holds the most of them is
# your answer. A good way to compute it: cut the time line at every start and end, and walk
# from cut to cut with a counter of what is open.


# %% task="find_bottleneck"
def find_bottleneck(trace: dict) -> str:
    """Name the cause that holds the most time of a Chrome trace.

    Returns "data_loading", "host_to_device", "synchronization", "small_kernels" or "compute".

    The span runs over all complete events (`ph` "X") but those of category "Trace". Every
    moment of it has one cause, the GPU first:

    1. A kernel (category "kernel") runs: "compute".
    2. Otherwise, a copy to the GPU (category "gpu_memcpy", "HtoD" in its name) runs:
       "host_to_device".
    3. Otherwise, the GPU is idle. Each idle stretch, from one of the above to the next, has
       one cause:
       a. DataLoader rows (names that start with "enumerate(DataLoader)") cover half of it
          or more: "data_loading".
       b. Otherwise, a call of category "cuda_runtime" with "Synchronize" in its name
          overlaps it: "synchronization".
       c. Otherwise, the CPU did not launch fast enough: "small_kernels".

    Raises ValueError for a trace without kernels, unless DataLoader rows cover half of its
    span or more, which is "data_loading".
    """

    ### BEGIN SOLUTION
    def role(event: dict) -> str:
        category, name = event.get("cat"), event.get("name", "")
        if category == "kernel":
            return "compute"
        if category == "gpu_memcpy" and "HtoD" in name:
            return "host_to_device"
        if name.startswith("enumerate(DataLoader)"):
            return "data_loading"
        if category == "cuda_runtime" and "Synchronize" in name:
            return "synchronization"
        return "other"

    edges = []  # (time, +1 opens or -1 closes, role)
    for event in trace["traceEvents"]:
        if event.get("ph") == "X" and "dur" in event and event.get("cat") != "Trace":
            edges.append((event["ts"], 1, role(event)))
            edges.append((event["ts"] + event["dur"], -1, role(event)))
    edges.sort(key=lambda edge: edge[0])

    causes: Counter[str] = Counter()
    idle: Counter[str] = Counter()  # the current idle stretch: its length, and what the CPU did
    active: Counter[str] = Counter()

    def close_stretch() -> None:
        if 2 * idle["data_loading"] >= idle["length"]:
            causes["data_loading"] += idle["length"]
        elif idle["synchronization"] > 0:
            causes["synchronization"] += idle["length"]
        else:
            causes["small_kernels"] += idle["length"]
        idle.clear()

    for (time, change, what), (until, _, _) in pairwise(edges):
        active[what] += change
        length = until - time
        if length <= 0:
            continue
        working = next((gpu for gpu in ("compute", "host_to_device") if active[gpu]), None)
        if working:
            close_stretch()
            causes[working] += length
            continue
        idle["length"] += length
        for waiting in ("data_loading", "synchronization"):
            idle[waiting] += length if active[waiting] else 0
    close_stretch()

    answer = max(causes, key=lambda cause: causes[cause], default=None)
    kernels = any(what == "compute" for _, _, what in edges)
    if not kernels and (answer != "data_loading" or causes[answer] == 0):
        raise ValueError("no kernels in this trace, so there is no GPU work to explain")
    return answer
    ### END SOLUTION


# %% [markdown]
# ## Read less often
#
# A read of a value from the GPU is a small copy and a large wait: everything queued so far
# must finish first, and the GPU then stands idle until Python has launched the next kernel.
# One read a step is enough to lose all the lead that the queue gave you.
#
# Reads hide well. `.item()`, `float(loss)`, `.tolist()`, `.cpu()`, `.numpy()`, an f-string
# with the loss in it, `if loss > best`, `max(losses)`, `math.isnan(loss)`: all of them
# read. `print(loss)` is the worst: printing one 0-d tensor made 8 calls of `aten::item`
# here. (`tolist()` and `numpy()` read as well, but leave no row behind on the CPU, so do
# not trust a table that shows none.)
#
# A loss that nobody looks at needs no read. So keep tensors, detached ones, and read when
# there is something to log. Or collect them and read once, together: one wait for a hundred
# numbers costs what one wait for one number costs.


# %% task="train_logged"
def train_logged(
    step: Callable[[object], torch.Tensor], batches: Iterable[object], log_every: int
) -> list[float]:
    """Run `step(batch)` on every batch; return the loss of every `log_every`-th step.

    `step` trains on one batch and returns its loss, a 0-d tensor on the device. It is called
    once per batch, in order. `batches` is any iterable; it may have no length.

    Returns Python floats: the losses of the steps `log_every`, `2 * log_every`, ..., the
    first step being number 1. No other value is read from the device: at most one read for
    each loss returned, or one joint read for all of them.
    """
    ### BEGIN SOLUTION
    kept = []
    for number, batch in enumerate(batches, start=1):
        loss = step(batch)
        if number % log_every == 0:
            kept.append(loss.detach())
    return torch.stack(kept).tolist() if kept else []
    ### END SOLUTION


# %% [markdown]
# ## Copy once
#
# The bus between host and GPU is the slowest road in the machine: tens of gigabytes a
# second, where the GPU's own memory does thousands. The copy that you do not make is the
# one optimisation that never fails.
#
# Remember from the first unit that `x.to(device)` hands back `x` itself when it is already
# there, and a *new* tensor when it is not; the old one stays where it was. In a loop, that
# new tensor is made again every time.


# %% task="apply_many"
def apply_many(
    functions: Sequence[Callable[[torch.Tensor], torch.Tensor]],
    x: torch.Tensor,
    device: torch.device | str,
) -> list[torch.Tensor]:
    """`[f(x) for f in functions]`, with `x` on `device`.

    `x` is moved once, however many functions there are, and not at all if it is on `device`
    already. Each function gets the moved `x`, and the results stay where they are.
    """
    ### BEGIN SOLUTION
    x = x.to(device)
    return [function(x) for function in functions]
    ### END SOLUTION
