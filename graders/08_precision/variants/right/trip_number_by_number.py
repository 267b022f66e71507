# task: round_trip
"""Converts one Python number after the other."""


def round_trip(x, dtype):
    flat = [torch.tensor(v.item()).to(dtype).item() for v in x.reshape(-1)]
    return torch.tensor(flat, dtype=torch.float32).reshape(x.shape)
