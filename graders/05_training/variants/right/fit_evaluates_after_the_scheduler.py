# task: fit
"""Moves the scheduler before it evaluates, with the rate read first."""


def fit(model, train_loader, test_loader, loss_fn, optimizer, scheduler, epochs, device, start_epoch=0):
    history = []
    for epoch in range(start_epoch, epochs):
        record = {"epoch": epoch, "lr": [group["lr"] for group in optimizer.param_groups][0]}
        record["loss"] = train_epoch(model, train_loader, loss_fn, optimizer, device)
        scheduler.step()
        record["accuracy"] = evaluate(model, test_loader, device)
        history += [record]
    return history
