# task: share_with_numpy
# mistake: made-contiguous
# fails: share_with_numpy.strides_are_shared_too
"""contiguous copies what is not."""


def share_with_numpy(array):
    return torch.as_tensor(array).contiguous()
