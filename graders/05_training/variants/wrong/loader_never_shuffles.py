# task: make_loader
# mistake: train-not-shuffled
# fails: make_loader.training_shuffles_and_drops_the_rest, make_loader.each_epoch_has_its_own_order, make_loader.the_seed_decides_the_order
"""Keeps the stored order in training."""


def make_loader(dataset, batch_size, *, train, num_workers=0, seed=0):
    generator = torch.Generator().manual_seed(seed)
    return DataLoader(dataset, batch_size=batch_size, shuffle=False, drop_last=train, num_workers=num_workers,
                      pin_memory=torch.cuda.is_available(), generator=generator)
