# task: evaluate
# mistake: evaluated-in-train-mode
# fails: evaluate.dropout_and_batch_norm_rest, fit.every_epoch_trains_in_train_mode
"""Never calls eval()."""


def evaluate(model, loader, device):
    was_training = model.training
    right, seen = 0, 0
    with torch.no_grad():
        for inputs, targets in loader:
            predicted = model(inputs.to(device)).argmax(dim=1)
            right += (predicted == targets.to(device)).sum().item()
            seen += len(targets)
    model.train(was_training)
    return right / seen
