# task: share_with_numpy
"""as_tensor shares where it can."""


def share_with_numpy(array):
    return torch.as_tensor(array)
