# task: fit
# mistake: stopped-early
# fails: fit.history_of_a_run
"""Stops as soon as the loss has risen."""


def fit(model, train_loader, test_loader, loss_fn, optimizer, scheduler, epochs, device, start_epoch=0):
    out = []
    best = float("inf")
    for e in range(start_epoch, epochs):
        lr = optimizer.param_groups[0]["lr"]
        loss = train_epoch(model, train_loader, loss_fn, optimizer, device)
        out.append({"epoch": e, "loss": loss, "accuracy": evaluate(model, test_loader, device), "lr": lr})
        scheduler.step()
        if loss > best:
            break
        best = loss
    return out
