# task: predict_leaves
# mistake: forgot-retain-grad
# fails: predict_leaves.gradients_that_stay
"""Forgets the one that asked."""


def predict_leaves():
    leaves = ["data", "scale", "shift", "spare", "frozen", "doubled"]
    with_grad = ["scale", "shift"]
    return {"leaves": leaves, "with_grad": with_grad}
