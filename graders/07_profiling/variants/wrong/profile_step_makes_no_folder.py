# task: profile_step
# mistake: folder-not-made
# fails: profile_step.one_trace_where_it_was_asked_for
"""Exports into a folder that does not exist."""


def profile_step(step, *, warmup=3, trace_path=None):
    for _ in range(warmup):
        step()
    with profile(activities=[ProfilerActivity.CPU], record_shapes=True, profile_memory=True) as prof:
        step()

    if trace_path is not None:
        prof.export_chrome_trace(str(trace_path))
    return prof
