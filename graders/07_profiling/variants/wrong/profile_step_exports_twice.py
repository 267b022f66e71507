# task: profile_step
# mistake: exported-twice
# fails: profile_step.one_trace_where_it_was_asked_for
"""Exports in the trace handler, and again afterwards."""


def profile_step(step, *, warmup=3, trace_path=None):
    if trace_path is not None:
        Path(trace_path).parent.mkdir(parents=True, exist_ok=True)
    for _ in range(warmup):
        step()
    with profile(
        activities=[ProfilerActivity.CPU],
        record_shapes=True,
        profile_memory=True,
        on_trace_ready=lambda p: p.export_chrome_trace(str(trace_path)) if trace_path else None,
    ) as prof:
        step()
    if trace_path is not None:
        prof.export_chrome_trace(str(trace_path))
    return prof
