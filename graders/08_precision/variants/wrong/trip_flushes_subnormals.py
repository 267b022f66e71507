# task: round_trip
# mistake: subnormals-flushed
# fails: round_trip.the_ends_of_the_formats
"""Makes everything below the smallest normal number zero."""


def round_trip(x, dtype):
    y = x.to(dtype).float()
    return torch.where(y.abs() < torch.finfo(dtype).tiny, torch.zeros_like(y), y)
