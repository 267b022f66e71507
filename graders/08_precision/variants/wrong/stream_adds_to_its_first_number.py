# task: stream_mean
# mistake: changed-its-input
# fails: stream_mean.short_streams
"""Adds in place to the first number, which is the caller's where it is float32 already."""


def stream_mean(values, dtype):
    t = None
    n = 0
    for v in values:
        t = v.float() if t is None else t.add_(v)
        n += 1
    return (t / n).to(dtype)
