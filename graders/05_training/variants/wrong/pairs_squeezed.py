# task: TensorPairs
# mistake: none
# fails: TensorPairs.every_pair_belongs_together
"""Squeezes both tensors, and loses axes of size 1 that belong to a sample."""


class TensorPairs(Dataset):
    def __init__(self, data, labels):
        if len(data) != len(labels):
            raise ValueError("x")
        self.data, self.labels = data.squeeze(), labels.squeeze()

    def __len__(self):
        return len(self.data)

    def __getitem__(self, i):
        return self.data[i], self.labels[i]
