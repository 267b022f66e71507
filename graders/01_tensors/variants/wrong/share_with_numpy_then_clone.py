# task: share_with_numpy
# mistake: copied-the-array
# fails: share_with_numpy.a_write_shows_on_both_sides, share_with_numpy.many_dtypes, share_with_numpy.strides_are_shared_too
"""Shares, and then copies."""


def share_with_numpy(array):
    return torch.from_numpy(array).clone()
