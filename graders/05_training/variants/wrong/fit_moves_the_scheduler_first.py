# task: fit
# mistake: scheduler-before-optimizer
# fails: fit.three_epochs_by_hand, fit.history_of_a_run, fit.the_scheduler_moves_once_per_epoch, train_digits.the_rate_follows_a_cosine
"""scheduler.step() at the top of the epoch."""


def fit(model, train_loader, test_loader, loss_fn, optimizer, scheduler, epochs, device, start_epoch=0):
    history = []
    for epoch in range(start_epoch, epochs):
        scheduler.step()
        lr = optimizer.param_groups[0]["lr"]
        loss = train_epoch(model, train_loader, loss_fn, optimizer, device)
        accuracy = evaluate(model, test_loader, device)
        history.append({"epoch": epoch, "loss": loss, "accuracy": accuracy, "lr": lr})
    return history
