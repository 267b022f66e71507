# task: fit
# mistake: accuracy-before-training
# fails: fit.three_epochs_by_hand, fit.history_of_a_run
"""Evaluates before it trains."""


def fit(model, train_loader, test_loader, loss_fn, optimizer, scheduler, epochs, device, start_epoch=0):
    history = []
    for epoch in range(start_epoch, epochs):
        lr = optimizer.param_groups[0]["lr"]
        accuracy = evaluate(model, test_loader, device)
        loss = train_epoch(model, train_loader, loss_fn, optimizer, device)
        scheduler.step()
        history.append({"epoch": epoch, "loss": loss, "accuracy": accuracy, "lr": lr})
    return history
