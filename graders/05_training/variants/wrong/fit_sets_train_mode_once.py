# task: fit
# mistake: train-mode-only-once
# fails: fit.every_epoch_trains_in_train_mode
"""model.train() before the epochs, model.eval() inside."""


def fit(model, train_loader, test_loader, loss_fn, optimizer, scheduler, epochs, device, start_epoch=0):
    history = []
    model.train()
    for epoch in range(start_epoch, epochs):
        lr = optimizer.param_groups[0]["lr"]
        total, seen = 0.0, 0
        for inputs, targets in train_loader:
            inputs, targets = inputs.to(device), targets.to(device)
            optimizer.zero_grad()
            loss = loss_fn(model(inputs), targets)
            loss.backward()
            optimizer.step()
            total += loss.item() * len(targets)
            seen += len(targets)
        model.eval()
        accuracy = evaluate(model, test_loader, device)
        scheduler.step()
        history.append({"epoch": epoch, "loss": total / seen, "accuracy": accuracy, "lr": lr})
    return history
