# task: share_with_numpy
# mistake: copied-the-array
# fails: share_with_numpy.many_dtypes
"""Shares numbers, but reads flags as bytes and converts them back."""


def share_with_numpy(array):
    if array.dtype == np.bool_:
        return torch.from_numpy(array.view(np.uint8)).bool()
    return torch.from_numpy(array)
