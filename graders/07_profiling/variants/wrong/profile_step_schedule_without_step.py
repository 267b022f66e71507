# task: profile_step
# mistake: nothing-recorded
# fails: profile_step.two_warm_ups_and_one_recorded_call, profile_step.any_number_of_warm_ups, profile_step.shapes_and_memory_are_recorded, profile_step.one_trace_where_it_was_asked_for
"""Gives a schedule and never calls prof.step()."""


def profile_step(step, *, warmup=3, trace_path=None):
    plan = torch.profiler.schedule(wait=0, warmup=warmup, active=1, repeat=1)
    with profile(activities=[ProfilerActivity.CPU], schedule=plan, record_shapes=True, profile_memory=True) as prof:
        for _ in range(warmup + 1):
            step()
    if trace_path is not None and prof.profiler is not None and warmup == 0:
        prof.export_chrome_trace(str(trace_path))
    return prof
