# task: copy_weights
"""Copies tensor by tensor after looking at names and shapes."""


def copy_weights(source, target):
    theirs, ours = source.state_dict(), target.state_dict()
    if {n: t.shape for n, t in theirs.items()} != {n: t.shape for n, t in ours.items()}:
        raise RuntimeError("source and target do not have the same tensors")
    with torch.no_grad():
        for name in ours:
            ours[name].copy_(theirs[name])
