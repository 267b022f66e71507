# task: copy_weights
# mistake: aliased
# fails: copy_weights.no_aliasing
"""p.data = q.data shares the memory."""


def copy_weights(source, target):
    theirs, ours = source.state_dict(), target.state_dict(keep_vars=True)
    if {n: t.shape for n, t in theirs.items()} != {n: t.shape for n, t in ours.items()}:
        raise RuntimeError("the modules differ")
    for name, tensor in ours.items():
        tensor.data = theirs[name]
