# task: fit
# mistake: records-renumbered
# fails: fit.a_run_goes_on_at_start_epoch
"""Runs the right number of epochs and numbers them from 0."""


def fit(model, train_loader, test_loader, loss_fn, optimizer, scheduler, epochs, device, start_epoch=0):
    h = []
    for epoch in range(epochs - start_epoch):
        lr = optimizer.param_groups[0]["lr"]
        loss = train_epoch(model, train_loader, loss_fn, optimizer, device)
        acc = evaluate(model, test_loader, device)
        scheduler.step()
        h.append({"epoch": epoch, "loss": loss, "accuracy": acc, "lr": lr})
    return h
