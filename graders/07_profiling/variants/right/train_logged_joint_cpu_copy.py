# task: train_logged
"""All losses in one tensor, one copy to the CPU at the end, then a slice."""


def train_logged(step, batches, log_every):
    losses = [step(batch).detach() for batch in batches]
    if len(losses) < log_every:
        return []
    return torch.stack(losses).cpu().tolist()[log_every - 1 :: log_every]
