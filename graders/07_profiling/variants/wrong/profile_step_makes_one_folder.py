# task: profile_step
# mistake: folder-not-made
# fails: profile_step.one_trace_where_it_was_asked_for
"""Makes one level of a folder that lacks two."""


import os


def profile_step(step, *, warmup=3, trace_path=None):
    for _ in range(warmup):
        step()
    with profile(activities=[ProfilerActivity.CPU], record_shapes=True, profile_memory=True) as prof:
        step()
    if trace_path is not None:
        folder = os.path.dirname(str(trace_path))
        if folder and not os.path.exists(folder):
            os.mkdir(folder)
        prof.export_chrome_trace(str(trace_path))
    return prof
