# task: copy_weights
# mistake: buffers-left-behind
# fails: copy_weights.mismatch_raises, copy_weights.parameters_and_buffers
"""Forgets the buffers."""


def copy_weights(source, target):
    theirs = dict(source.named_parameters())
    ours = dict(target.named_parameters())
    if {n: p.shape for n, p in theirs.items()} != {n: p.shape for n, p in ours.items()}:
        raise RuntimeError("the modules differ")
    with torch.no_grad():
        for name, parameter in ours.items():
            parameter.copy_(theirs[name])
