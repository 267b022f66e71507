# task: stream_mean
"""Takes blocks from one iterator until there are none."""

from itertools import islice


def stream_mean(values, dtype):
    it = iter(values)
    total, n = 0.0, 0
    while block := list(islice(it, 64)):
        total += torch.stack(block).double().sum().item()
        n += len(block)
    return torch.full((), total / n, dtype=torch.float64).to(dtype)
