# task: TensorPairs
# mistake: length-of-another-axis
# fails: TensorPairs.three_rows_make_three_pairs, TensorPairs.every_pair_belongs_together, TensorPairs.a_loader_can_batch_the_pairs, TensorPairs.lengths_are_compared_at_construction
"""Takes the length from the last axis."""


class TensorPairs(Dataset):
    def __init__(self, data, labels):
        if len(data) != len(labels):
            raise ValueError("lengths differ")
        self.data, self.labels = data, labels

    def __len__(self):
        return self.data.shape[-1]

    def __getitem__(self, index):
        return self.data[index], self.labels[index]
