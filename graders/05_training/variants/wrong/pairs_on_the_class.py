# task: TensorPairs
# mistake: datasets-share-their-tensors
# fails: TensorPairs.every_pair_belongs_together
"""Keeps the tensors on the class, so that the last dataset made owns them all."""


class TensorPairs(Dataset):
    def __init__(self, data, labels):
        if len(data) != len(labels):
            raise ValueError("x")
        TensorPairs.data, TensorPairs.labels = data, labels

    def __len__(self):
        return len(self.data)

    def __getitem__(self, i):
        return self.data[i], self.labels[i]
