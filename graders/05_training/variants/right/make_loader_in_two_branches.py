# task: make_loader
"""One call per branch, a generator only for training."""


def make_loader(dataset, batch_size, *, train, num_workers=0, seed=0):
    pin = torch.cuda.is_available()
    if not train:
        return DataLoader(dataset, batch_size, num_workers=num_workers, pin_memory=pin)
    g = torch.Generator()
    g.manual_seed(seed)
    return DataLoader(dataset, batch_size, shuffle=True, drop_last=True, generator=g,
                      num_workers=num_workers, pin_memory=pin)
