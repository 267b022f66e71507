# task: copy_weights
# mistake: copied-by-order
# fails: copy_weights.by_name_not_by_place, copy_weights.mismatch_raises
"""Pairs the tensors by their place, shapes checked."""


def copy_weights(source, target):
    theirs, ours = list(source.state_dict().values()), list(target.state_dict().values())
    if [t.shape for t in theirs] != [t.shape for t in ours]:
        raise RuntimeError("the modules differ")
    for tensor, other in zip(ours, theirs):
        tensor.copy_(other)
