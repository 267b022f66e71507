# task: profile_step
"""Lets a schedule do the warm-up, with a step after each call."""


def profile_step(step, *, warmup=3, trace_path=None):
    plan = torch.profiler.schedule(wait=0, warmup=warmup, active=1, repeat=1)
    with profile(activities=[ProfilerActivity.CPU], schedule=plan, record_shapes=True, profile_memory=True) as prof:
        for _ in range(warmup + 1):
            step()
            prof.step()

    if trace_path is not None:
        Path(trace_path).parent.mkdir(parents=True, exist_ok=True)
        prof.export_chrome_trace(str(trace_path))
    return prof
