# task: profile_step
"""start() and stop() instead of a with block; CUDA is asked for everywhere."""


def profile_step(step, *, warmup=3, trace_path=None):
    import os

    for _ in range(warmup):
        step()
    prof = profile(activities=[ProfilerActivity.CPU, ProfilerActivity.CUDA], record_shapes=True, profile_memory=True)
    prof.start()
    step()
    prof.stop()
    if trace_path:
        path = os.path.abspath(os.fspath(trace_path))
        os.makedirs(os.path.dirname(path), exist_ok=True)
        prof.export_chrome_trace(path)
    return prof
