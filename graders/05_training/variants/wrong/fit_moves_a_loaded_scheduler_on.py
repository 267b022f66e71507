# task: fit
# mistake: scheduler-fast-forwarded
# fails: fit.a_run_goes_on_at_start_epoch
"""Moves the scheduler on to start_epoch, where it is already."""


def fit(model, train_loader, test_loader, loss_fn, optimizer, scheduler, epochs, device, start_epoch=0):
    out = []
    for _ in range(start_epoch):
        scheduler.step()
    for e in range(start_epoch, epochs):
        lr = optimizer.param_groups[0]["lr"]
        loss = train_epoch(model, train_loader, loss_fn, optimizer, device)
        out.append({"epoch": e, "loss": loss, "accuracy": evaluate(model, test_loader, device), "lr": lr})
        scheduler.step()
    return out
