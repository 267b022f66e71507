# task: evaluate
# mistake: none
# fails: evaluate.every_visited_sample_counts_once
"""Counts in a uint8, which begins again after 255."""


def evaluate(model, loader, device):
    was = model.training
    model.eval()
    r, n = torch.zeros((), dtype=torch.uint8), 0
    with torch.no_grad():
        for x, y in loader:
            r += (model(x.to(device)).argmax(1) == y.to(device)).sum().to(torch.uint8)
            n += len(y)
    model.train(was)
    return int(r) / n
