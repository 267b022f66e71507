# task: make_loader
# mistake: eval-drops-samples
# fails: make_loader.evaluation_keeps_order_and_every_sample, make_loader.sizes_of_all_kinds, train_digits.accuracy_is_that_of_the_test_files, train_digits.the_seed_decides_the_run, train_digits.inputs_are_normalised, train_digits.the_rate_follows_a_cosine, train_digits.the_loss_gets_logits
"""drop_last for evaluation too."""


def make_loader(dataset, batch_size, *, train, num_workers=0, seed=0):
    generator = torch.Generator().manual_seed(seed)
    return DataLoader(dataset, batch_size=batch_size, shuffle=train, drop_last=True, num_workers=num_workers,
                      pin_memory=torch.cuda.is_available(), generator=generator)
