# task: fit
# mistake: scheduler-per-batch
# fails: fit.history_of_a_run, fit.the_scheduler_moves_once_per_epoch, train_digits.the_rate_follows_a_cosine
"""scheduler.step() in every batch."""


def fit(model, train_loader, test_loader, loss_fn, optimizer, scheduler, epochs, device, start_epoch=0):
    history = []
    for epoch in range(start_epoch, epochs):
        lr = optimizer.param_groups[0]["lr"]
        model.train()
        total, seen = 0.0, 0
        for inputs, targets in train_loader:
            inputs, targets = inputs.to(device), targets.to(device)
            optimizer.zero_grad()
            loss = loss_fn(model(inputs), targets)
            loss.backward()
            optimizer.step()
            scheduler.step()
            total += loss.item() * len(targets)
            seen += len(targets)
        accuracy = evaluate(model, test_loader, device)
        history.append({"epoch": epoch, "loss": total / seen, "accuracy": accuracy, "lr": lr})
    return history
