# task: stream_mean
"""Takes the first number, then loops over the same iterator."""


def stream_mean(values, dtype):
    it = iter(values)
    total = next(it).to(torch.float64)
    count = 1
    for v in it:
        total += v
        count += 1
    return (total / count).to(dtype)
