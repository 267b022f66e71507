# task: profile_step
# mistake: warm-up-recorded
# fails: profile_step.two_warm_ups_and_one_recorded_call, profile_step.any_number_of_warm_ups, profile_step.shapes_and_memory_are_recorded, profile_step.one_trace_where_it_was_asked_for
"""A schedule that keeps the last warm-up call, too."""


def profile_step(step, *, warmup=3, trace_path=None):
    plan = torch.profiler.schedule(wait=0, warmup=max(warmup - 1, 0), active=2, repeat=1)
    with profile(
        activities=[ProfilerActivity.CPU], record_shapes=True, profile_memory=True, schedule=plan
    ) as prof:
        for _ in range(warmup + 1):
            step()
            prof.step()
    if trace_path is not None:
        Path(trace_path).parent.mkdir(parents=True, exist_ok=True)
        prof.export_chrome_trace(str(trace_path))
    return prof
