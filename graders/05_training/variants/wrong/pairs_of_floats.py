# task: TensorPairs
# mistake: none
# fails: TensorPairs.three_rows_make_three_pairs, TensorPairs.every_pair_belongs_together, TensorPairs.a_loader_can_batch_the_pairs
"""Turns data and labels into float32."""


class TensorPairs(Dataset):
    def __init__(self, data, labels):
        if len(data) != len(labels):
            raise ValueError("lengths differ")
        self.data, self.labels = data, labels

    def __len__(self):
        return len(self.data)

    def __getitem__(self, index):
        return self.data[index].float(), self.labels[index].float()
