# task: make_loader
# mistake: generator-shared
# fails: make_loader.the_seed_decides_the_order
"""One generator for all loaders, seeded anew for each."""


_G = torch.Generator()
def make_loader(dataset, batch_size, *, train, num_workers=0, seed=0):
    _G.manual_seed(seed)
    return DataLoader(dataset, batch_size=batch_size, shuffle=train, drop_last=train, num_workers=num_workers, pin_memory=torch.cuda.is_available(), generator=_G)
