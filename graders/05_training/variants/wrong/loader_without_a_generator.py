# task: make_loader
# mistake: order-not-repeatable
# fails: make_loader.the_seed_decides_the_order
"""Leaves the shuffle to the global generator."""


def make_loader(dataset, batch_size, *, train, num_workers=0, seed=0):
    # the seed is not used
    return DataLoader(dataset, batch_size=batch_size, shuffle=train, drop_last=train, num_workers=num_workers,
                      pin_memory=torch.cuda.is_available(), generator=None)
