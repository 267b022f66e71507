# task: make_loader
# mistake: seed-has-no-effect
# fails: make_loader.the_seed_decides_the_order
"""Seeds the generator with 0, whatever the seed."""


def make_loader(dataset, batch_size, *, train, num_workers=0, seed=0):
    generator = torch.Generator().manual_seed(0)
    return DataLoader(dataset, batch_size=batch_size, shuffle=train, drop_last=train, num_workers=num_workers,
                      pin_memory=torch.cuda.is_available(), generator=generator)
