# task: profile_step
# mistake: nothing-recorded
# fails: profile_step.two_warm_ups_and_one_recorded_call, profile_step.any_number_of_warm_ups, profile_step.shapes_and_memory_are_recorded, profile_step.one_trace_where_it_was_asked_for
"""The schedule has no repeat=1: a second, empty round replaces the first."""


def profile_step(step, *, warmup=3, trace_path=None):
    import warnings

    warnings.simplefilter("ignore")  # torch warns of what goes wrong here
    plan = torch.profiler.schedule(wait=0, warmup=warmup, active=1)
    with profile(activities=[ProfilerActivity.CPU], schedule=plan, record_shapes=True, profile_memory=True) as prof:
        for _ in range(warmup + 1):
            step()
            prof.step()

    if trace_path is not None:
        Path(trace_path).parent.mkdir(parents=True, exist_ok=True)
        prof.export_chrome_trace(str(trace_path))
    return prof
