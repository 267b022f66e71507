# task: make_loader
# mistake: workers-not-passed-on
# fails: make_loader.workers_and_pinned_memory
"""Forgets num_workers."""


def make_loader(dataset, batch_size, *, train, num_workers=0, seed=0):
    generator = torch.Generator().manual_seed(seed)
    return DataLoader(dataset, batch_size=batch_size, shuffle=train, drop_last=train, num_workers=0,
                      pin_memory=torch.cuda.is_available(), generator=generator)
