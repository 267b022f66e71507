# task: stream_mean
# mistake: walked-twice
# fails: stream_mean.a_drifting_bf16_stream, stream_mean.a_large_fp16_total, stream_mean.short_streams
"""Walks the stream once for the sum and once for the count."""


def stream_mean(values, dtype):
    total = sum(value.double() for value in values)
    return (total / sum(1 for _ in values)).to(dtype)
