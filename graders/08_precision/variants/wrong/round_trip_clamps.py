# task: round_trip
# mistake: clamped-to-the-end
# fails: round_trip.the_ends_of_the_formats
"""Clamps to the ends of the format first."""


def round_trip(x, dtype):
    m = torch.finfo(dtype).max
    return x.clamp(-m, m).to(dtype).float()
