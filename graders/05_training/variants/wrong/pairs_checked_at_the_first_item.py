# task: TensorPairs
# mistake: length-checked-late
# fails: TensorPairs.three_samples_and_two_labels_are_refused, TensorPairs.lengths_are_compared_at_construction
"""Compares the lengths in __getitem__."""


class TensorPairs(Dataset):
    def __init__(self, data, labels):
        super().__init__()
        self.data, self.labels = data, labels

    def __len__(self):
        return len(self.data)

    def __getitem__(self, index):
        if len(self.data) != len(self.labels):
            raise ValueError("lengths differ")
        return self.data[index], self.labels[index]
