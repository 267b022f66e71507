# task: fit
# mistake: none
# fails: fit.three_epochs_by_hand, fit.history_of_a_run, fit.a_run_goes_on_at_start_epoch, train_digits.five_epochs_reach_ninety_percent, train_digits.accuracy_is_that_of_the_test_files, train_digits.the_seed_decides_the_run, train_digits.inputs_are_normalised, train_digits.the_rate_follows_a_cosine, train_digits.the_loss_gets_logits
"""Returns one dict instead of the list."""


def fit(model, train_loader, test_loader, loss_fn, optimizer, scheduler, epochs, device, start_epoch=0):
    for epoch in range(start_epoch, epochs):
        lr = optimizer.param_groups[0]["lr"]
        loss = train_epoch(model, train_loader, loss_fn, optimizer, device)
        accuracy = evaluate(model, test_loader, device)
        scheduler.step()
        record = {"epoch": epoch, "loss": loss, "accuracy": accuracy, "lr": lr}
    return record
