# task: make_loader
# mistake: same-order-every-epoch
# fails: make_loader.each_epoch_has_its_own_order
"""Draws one order when the loader is made."""


def make_loader(dataset, batch_size, *, train, num_workers=0, seed=0):
    order = list(range(len(dataset)))
    if train:
        order = torch.randperm(len(dataset), generator=torch.Generator().manual_seed(seed)).tolist()
    return DataLoader(dataset, batch_size=batch_size, sampler=order, drop_last=train, num_workers=num_workers,
                      pin_memory=torch.cuda.is_available())
