# task: fit
# mistake: evaluated-on-training-data
# fails: fit.history_of_a_run, fit.every_epoch_trains_in_train_mode, train_digits.accuracy_is_that_of_the_test_files
"""Measures the accuracy on the training loader."""


def fit(model, train_loader, test_loader, loss_fn, optimizer, scheduler, epochs, device, start_epoch=0):
    h = []
    for epoch in range(start_epoch, epochs):
        lr = optimizer.param_groups[0]["lr"]
        loss = train_epoch(model, train_loader, loss_fn, optimizer, device)
        acc = evaluate(model, train_loader, device)
        scheduler.step()
        h.append({"epoch": epoch, "loss": loss, "accuracy": acc, "lr": lr})
    return h
