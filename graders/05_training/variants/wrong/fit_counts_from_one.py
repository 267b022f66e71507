# task: fit
# mistake: epochs-count-from-one
# fails: fit.three_epochs_by_hand, fit.history_of_a_run, fit.a_run_goes_on_at_start_epoch
"""Numbers the records from 1."""


def fit(model, train_loader, test_loader, loss_fn, optimizer, scheduler, epochs, device, start_epoch=0):
    history = []
    for epoch in range(start_epoch, epochs):
        lr = optimizer.param_groups[0]["lr"]
        loss = train_epoch(model, train_loader, loss_fn, optimizer, device)
        accuracy = evaluate(model, test_loader, device)
        scheduler.step()
        history.append({"epoch": epoch + 1, "loss": loss, "accuracy": accuracy, "lr": lr})
    return history
