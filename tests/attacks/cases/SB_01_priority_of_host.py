# id: SB-01
# kind: across the boundary
# where: call
# status: passed
def attack():
    import os
    import resource
    for deed in (lambda: os.setpriority(os.PRIO_PROCESS, int('@HOST@'), 19), lambda: os.sched_setaffinity(int('@HOST@'), {0}), lambda: resource.prlimit(int('@HOST@'), resource.RLIMIT_CPU, (1, 1)), lambda: os.nice(-5)):
        try:
            deed()
        except OSError:
            continue
        escaped('changed the priority of the host')
