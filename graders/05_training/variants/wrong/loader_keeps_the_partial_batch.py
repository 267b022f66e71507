# task: make_loader
# mistake: train-keeps-partial-batch
# fails: make_loader.training_shuffles_and_drops_the_rest, make_loader.sizes_of_all_kinds
"""Never drops."""


def make_loader(dataset, batch_size, *, train, num_workers=0, seed=0):
    generator = torch.Generator().manual_seed(seed)
    return DataLoader(dataset, batch_size=batch_size, shuffle=train, drop_last=False, num_workers=num_workers,
                      pin_memory=torch.cuda.is_available(), generator=generator)
