# task: profile_step
# mistake: path-not-text
# fails: profile_step.one_trace_where_it_was_asked_for
"""Hands a Path to export_chrome_trace."""


def profile_step(step, *, warmup=3, trace_path=None):
    for _ in range(warmup):
        step()
    with profile(activities=[ProfilerActivity.CPU], record_shapes=True, profile_memory=True) as prof:
        step()

    if trace_path is not None:
        trace_path = Path(trace_path)
        trace_path.parent.mkdir(parents=True, exist_ok=True)
        prof.export_chrome_trace(trace_path)
    return prof
