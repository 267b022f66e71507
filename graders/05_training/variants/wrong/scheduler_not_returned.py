# task: make_scheduler
# mistake: no-scheduler-returned
# fails: make_scheduler.step_falls_to_a_tenth_after_ten_epochs, make_scheduler.cosine_reaches_half_in_the_middle, make_scheduler.step_in_two_groups, make_scheduler.cosine_is_as_long_as_the_run, make_scheduler.unknown_names_are_refused, train_digits.five_epochs_reach_ninety_percent, train_digits.accuracy_is_that_of_the_test_files, train_digits.the_seed_decides_the_run, train_digits.inputs_are_normalised, train_digits.the_rate_follows_a_cosine, train_digits.the_loss_gets_logits
"""Makes the scheduler and forgets to return it."""


def make_scheduler(optimizer, name, epochs):
    if name == "step":
        scheduler = torch.optim.lr_scheduler.StepLR(optimizer, step_size=10, gamma=0.1)
    elif name == "cosine":
        scheduler = torch.optim.lr_scheduler.CosineAnnealingLR(optimizer, T_max=epochs)
    else:
        raise ValueError(name)
    scheduler.last_epoch
