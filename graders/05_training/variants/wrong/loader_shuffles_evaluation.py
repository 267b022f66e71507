# task: make_loader
# mistake: eval-shuffles
# fails: make_loader.evaluation_keeps_order_and_every_sample, make_loader.sizes_of_all_kinds
"""Shuffles always."""


def make_loader(dataset, batch_size, *, train, num_workers=0, seed=0):
    generator = torch.Generator().manual_seed(seed)
    return DataLoader(dataset, batch_size=batch_size, shuffle=True, drop_last=train, num_workers=num_workers,
                      pin_memory=torch.cuda.is_available(), generator=generator)
