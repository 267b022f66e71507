# task: make_loader
# mistake: always-pins
# fails: make_loader.workers_and_pinned_memory
"""pin_memory=True without CUDA."""


def make_loader(dataset, batch_size, *, train, num_workers=0, seed=0):
    generator = torch.Generator().manual_seed(seed)
    return DataLoader(dataset, batch_size=batch_size, shuffle=train, drop_last=train, num_workers=num_workers,
                      pin_memory=True, generator=generator)
