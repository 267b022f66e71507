# task: fit
# mistake: best-accuracy-so-far
# fails: fit.history_of_a_run
"""Records the best accuracy so far in place of the epoch's."""


def fit(model, train_loader, test_loader, loss_fn, optimizer, scheduler, epochs, device, start_epoch=0):
    out = []
    best = 0
    for e in range(start_epoch, epochs):
        lr = optimizer.param_groups[0]["lr"]
        loss = train_epoch(model, train_loader, loss_fn, optimizer, device)
        best = max(best, evaluate(model, test_loader, device))
        out.append({"epoch": e, "loss": loss, "accuracy": best, "lr": lr})
        scheduler.step()
    return out
