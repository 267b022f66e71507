# task: fit
# mistake: rate-of-another-group
# fails: fit.a_run_goes_on_at_start_epoch
"""Records the rate of the last parameter group."""


def fit(model, train_loader, test_loader, loss_fn, optimizer, scheduler, epochs, device, start_epoch=0):
    h = []
    for epoch in range(start_epoch, epochs):
        for g in optimizer.param_groups:
            lr = g["lr"]
        loss = train_epoch(model, train_loader, loss_fn, optimizer, device)
        acc = evaluate(model, test_loader, device)
        scheduler.step()
        h.append({"epoch": epoch, "loss": loss, "accuracy": acc, "lr": lr})
    return h
