# task: make_loader
# mistake: seeds-the-global-generator
# fails: make_loader.the_seed_decides_the_order, make_loader.making_it_leaves_the_global_generator_alone, train_digits.the_seed_decides_the_run
"""torch.manual_seed instead of a generator."""


def make_loader(dataset, batch_size, *, train, num_workers=0, seed=0):
    torch.manual_seed(seed)
    return DataLoader(dataset, batch_size=batch_size, shuffle=train, drop_last=train, num_workers=num_workers,
                      pin_memory=torch.cuda.is_available(), generator=None)
