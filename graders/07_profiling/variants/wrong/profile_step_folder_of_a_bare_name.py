# task: profile_step
# mistake: none
# fails: profile_step.one_trace_where_it_was_asked_for
"""Makes the folder of a bare file name, which is the empty string."""


def profile_step(step, *, warmup=3, trace_path=None):
    import os

    for _ in range(warmup):
        step()
    with profile(activities=[ProfilerActivity.CPU], record_shapes=True, profile_memory=True) as prof:
        step()

    if trace_path is not None:
        os.makedirs(os.path.dirname(trace_path), exist_ok=True)
        prof.export_chrome_trace(str(trace_path))
    return prof
