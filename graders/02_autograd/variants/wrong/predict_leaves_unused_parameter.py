# task: predict_leaves
# mistake: every-parameter-has-grad
# fails: predict_leaves.gradients_that_stay
"""Gives the unused parameter a gradient."""


def predict_leaves():
    leaves = ["data", "scale", "shift", "spare", "frozen", "doubled"]
    with_grad = ["scale", "shift", "hidden", "spare"]
    return {"leaves": leaves, "with_grad": with_grad}
