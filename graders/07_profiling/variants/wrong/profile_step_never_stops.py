# task: profile_step
# mistake: nothing-recorded
# fails: profile_step.two_warm_ups_and_one_recorded_call, profile_step.any_number_of_warm_ups, profile_step.shapes_and_memory_are_recorded, profile_step.one_trace_where_it_was_asked_for
"""Starts the profiler and forgets to stop it."""


def profile_step(step, *, warmup=3, trace_path=None):
    for _ in range(warmup):
        step()
    prof = profile(activities=[ProfilerActivity.CPU], record_shapes=True, profile_memory=True)
    prof.start()
    step()
    return prof
