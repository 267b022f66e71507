# task: profile_step
# mistake: none
# fails: profile_step.one_trace_where_it_was_asked_for
"""Writes into the current folder, whatever was asked for."""


def profile_step(step, *, warmup=3, trace_path=None):
    for _ in range(warmup):
        step()
    with profile(activities=[ProfilerActivity.CPU], record_shapes=True, profile_memory=True) as prof:
        step()
    if trace_path is not None:
        prof.export_chrome_trace(Path(trace_path).name)
    return prof
