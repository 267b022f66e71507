# task: fit
# mistake: start-epoch-ignored
# fails: fit.a_run_goes_on_at_start_epoch
"""range(epochs)."""


def fit(model, train_loader, test_loader, loss_fn, optimizer, scheduler, epochs, device, start_epoch=0):
    history = []
    for epoch in range(epochs):
        lr = optimizer.param_groups[0]["lr"]
        loss = train_epoch(model, train_loader, loss_fn, optimizer, device)
        accuracy = evaluate(model, test_loader, device)
        scheduler.step()
        history.append({"epoch": epoch, "loss": loss, "accuracy": accuracy, "lr": lr})
    return history
