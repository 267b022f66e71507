# task: make_loader
# mistake: seed-zero-ignored
# fails: make_loader.the_seed_decides_the_order
"""Seeds only if the seed is true, which 0 is not."""


def make_loader(dataset, batch_size, *, train, num_workers=0, seed=0):
    g = torch.Generator()
    if seed:
        g.manual_seed(seed)
    else:
        g.seed()
    return DataLoader(
        dataset,
        batch_size,
        shuffle=train,
        drop_last=train,
        num_workers=num_workers,
        generator=g,
        pin_memory=torch.cuda.is_available(),
    )
