# task: TensorPairs
# mistake: assert-instead-of-raise
# fails: TensorPairs.three_samples_and_two_labels_are_refused, TensorPairs.lengths_are_compared_at_construction
"""Checks with assert."""


class TensorPairs(Dataset):
    def __init__(self, data, labels):
        assert len(data) == len(labels)
        self.data, self.labels = data, labels

    def __len__(self):
        return len(self.data)

    def __getitem__(self, index):
        return self.data[index], self.labels[index]
