# task: stream_mean
# mistake: shares-rounded
# fails: stream_mean.a_large_fp16_total
"""Divides each number in its own dtype, and adds wide."""

def stream_mean(values, dtype):
    numbers = list(values)
    return sum((number / len(numbers)).double() for number in numbers).to(dtype)
