# task: profile_step
# mistake: no-shapes
# fails: profile_step.shapes_and_memory_are_recorded
"""Leaves record_shapes out."""


def profile_step(step, *, warmup=3, trace_path=None):
    for _ in range(warmup):
        step()
    with profile(activities=[ProfilerActivity.CPU], profile_memory=True) as prof:
        step()

    if trace_path is not None:
        Path(trace_path).parent.mkdir(parents=True, exist_ok=True)
        prof.export_chrome_trace(str(trace_path))
    return prof
