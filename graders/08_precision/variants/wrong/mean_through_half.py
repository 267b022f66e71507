# task: stream_mean
# mistake: narrowed-on-the-way
# fails: stream_mean.short_streams
"""Makes every number fp16 before it adds wide."""

def stream_mean(values, dtype):
    numbers = [value.half().double() for value in values]
    return (sum(numbers) / len(numbers)).to(dtype)
