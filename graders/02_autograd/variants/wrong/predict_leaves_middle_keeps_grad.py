# task: predict_leaves
# mistake: everything-keeps-grad
# fails: predict_leaves.gradients_that_stay
"""As above, but for the loss itself."""


def predict_leaves():
    leaves = ["data", "scale", "shift", "spare", "frozen", "doubled"]
    with_grad = ["scale", "shift", "hidden", "bias", "mixed"]
    return {"leaves": leaves, "with_grad": with_grad}
