# task: find_bottleneck
# mistake: trace-row-taken-in
# fails: find_bottleneck.noise_changes_no_verdict
"""Takes the row of category Trace into the span."""


_fb = find_bottleneck
def find_bottleneck(trace):
    ev = [dict(e, cat="x") if e.get("cat") == "Trace" else e for e in trace["traceEvents"]]
    return _fb({"traceEvents": ev})
