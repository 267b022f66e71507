# task: profile_step
# mistake: recorded-too-early
# fails: profile_step.two_warm_ups_and_one_recorded_call, profile_step.any_number_of_warm_ups, profile_step.shapes_and_memory_are_recorded
"""Records the first call, and warms up afterwards."""


def profile_step(step, *, warmup=3, trace_path=None):
    with profile(activities=[ProfilerActivity.CPU], record_shapes=True, profile_memory=True) as prof:
        step()
    for _ in range(warmup):
        step()
    if trace_path is not None:
        Path(trace_path).parent.mkdir(parents=True, exist_ok=True)
        prof.export_chrome_trace(str(trace_path))
    return prof
