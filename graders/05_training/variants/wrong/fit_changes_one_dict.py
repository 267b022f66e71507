# task: fit
# mistake: one-record-for-all
# fails: fit.three_epochs_by_hand, fit.history_of_a_run, fit.a_run_goes_on_at_start_epoch
"""Appends one and the same dict in each epoch."""


def fit(model, train_loader, test_loader, loss_fn, optimizer, scheduler, epochs, device, start_epoch=0):
    h, rec = [], {}
    for epoch in range(start_epoch, epochs):
        rec["lr"] = optimizer.param_groups[0]["lr"]
        rec["epoch"] = epoch
        rec["loss"] = train_epoch(model, train_loader, loss_fn, optimizer, device)
        rec["accuracy"] = evaluate(model, test_loader, device)
        scheduler.step()
        h.append(rec)
    return h
