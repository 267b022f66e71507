# task: TensorPairs
"""Inherits from TensorDataset and turns its assertion into a ValueError beforehand."""

from torch.utils.data import TensorDataset


class TensorPairs(TensorDataset):
    def __init__(self, data, labels):
        if data.size(0) != labels.size(0):
            raise ValueError(f"{data.size(0)} != {labels.size(0)}")
        super().__init__(data, labels)
