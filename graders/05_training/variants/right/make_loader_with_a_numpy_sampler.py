# task: make_loader
"""A sampler of its own that draws the orders with numpy."""

import numpy as np


class NumpyShuffle(torch.utils.data.Sampler):
    def __init__(self, n, seed):
        self.n, self.rng = n, np.random.default_rng(seed)

    def __iter__(self):
        yield from self.rng.permutation(self.n).tolist()

    def __len__(self):
        return self.n


def make_loader(dataset, batch_size, *, train, num_workers=0, seed=0):
    g = torch.Generator()
    g.manual_seed(seed)
    return DataLoader(
        dataset,
        batch_size=batch_size,
        sampler=NumpyShuffle(len(dataset), seed) if train else None,
        drop_last=train,
        num_workers=num_workers,
        generator=g,
        pin_memory=torch.cuda.is_available(),
    )
