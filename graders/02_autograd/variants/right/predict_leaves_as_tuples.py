# task: predict_leaves
"""Tuples, in another order."""


def predict_leaves():
    made = ("spare", "shift", "scale")
    return dict(leaves=(*made, "data", "doubled", "frozen"), with_grad=(*made[1:], "hidden"))
