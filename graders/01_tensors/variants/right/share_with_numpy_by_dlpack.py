# task: share_with_numpy
"""Through the exchange protocol of array libraries."""


def share_with_numpy(array):
    return torch.from_dlpack(array)
