# task: share_with_numpy
# mistake: made-contiguous
# fails: share_with_numpy.strides_are_shared_too
"""Copies what is not contiguous."""


def share_with_numpy(array):
    return torch.from_numpy(np.ascontiguousarray(array))
