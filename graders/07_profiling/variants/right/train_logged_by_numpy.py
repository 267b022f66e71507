# task: train_logged
"""One joint read by way of numpy; running statistics stay on the device."""


def train_logged(step, batches, log_every):
    kept, total, count = [], None, 0
    for batch in batches:
        loss = step(batch).detach()
        total = loss if total is None else total + loss
        best = loss if count == 0 else torch.minimum(best, loss)
        count += 1
        if not count % log_every:
            kept.append(loss)
    return torch.stack(kept).numpy().astype(float).tolist() if kept else []
