# task: make_loader
# mistake: order-not-repeatable
# fails: make_loader.the_seed_decides_the_order
"""Gives the same loader to whoever asks with the same arguments, with its generator half used."""

_cache = {}


def make_loader(dataset, batch_size, *, train, num_workers=0, seed=0):
    key = (id(dataset), batch_size, train, seed)
    if key not in _cache:
        _cache[key] = DataLoader(
            dataset,
            batch_size,
            shuffle=train,
            drop_last=train,
            num_workers=num_workers,
            generator=torch.Generator().manual_seed(seed),
        )
    return _cache[key]
