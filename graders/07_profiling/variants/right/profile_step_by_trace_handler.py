# task: profile_step
"""Exports in on_trace_ready, and records stacks and flops as well."""


def profile_step(step, *, warmup=3, trace_path=None):
    def save(prof):
        if trace_path is not None:
            Path(trace_path).parent.mkdir(parents=True, exist_ok=True)
            prof.export_chrome_trace(str(trace_path))

    [step() for _ in range(warmup)]
    with profile(record_shapes=True, profile_memory=True, with_stack=True, with_flops=True, on_trace_ready=save) as prof:
        step()
    return prof
