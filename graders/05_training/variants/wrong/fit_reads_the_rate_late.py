# task: fit
# mistake: rate-after-the-step
# fails: fit.three_epochs_by_hand, fit.history_of_a_run
"""Reads the rate after scheduler.step()."""


def fit(model, train_loader, test_loader, loss_fn, optimizer, scheduler, epochs, device, start_epoch=0):
    history = []
    for epoch in range(start_epoch, epochs):
        loss = train_epoch(model, train_loader, loss_fn, optimizer, device)
        accuracy = evaluate(model, test_loader, device)
        scheduler.step()
        lr = optimizer.param_groups[0]["lr"]
        history.append({"epoch": epoch, "loss": loss, "accuracy": accuracy, "lr": lr})
    return history
