# task: TensorPairs
# mistake: length-not-checked
# fails: TensorPairs.lengths_are_compared_at_construction
"""Looks only for missing labels, not for surplus ones."""


class TensorPairs(Dataset):
    def __init__(self, data, labels):
        if len(labels) < len(data):
            raise ValueError("labels are missing")
        self.data, self.labels = data, labels

    def __len__(self):
        return len(self.data)

    def __getitem__(self, index):
        return self.data[index], self.labels[index]
