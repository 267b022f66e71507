# task: profile_step
# mistake: folder-must-be-new
# fails: profile_step.one_trace_where_it_was_asked_for
"""Fails if the folder is there already."""


def profile_step(step, *, warmup=3, trace_path=None):
    for _ in range(warmup):
        step()
    with profile(activities=[ProfilerActivity.CPU], record_shapes=True, profile_memory=True) as prof:
        step()
    if trace_path is not None:
        Path(trace_path).parent.mkdir(parents=True)
        prof.export_chrome_trace(str(trace_path))
    return prof
