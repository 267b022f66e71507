# task: share_with_numpy
"""asarray, told not to copy."""


def share_with_numpy(array):
    return torch.asarray(array, copy=False)
