# task: predict_leaves
# mistake: everything-keeps-grad
# fails: predict_leaves.form_and_three_names, predict_leaves.gradients_that_stay
"""Every tensor of the graph keeps its gradient."""


def predict_leaves():
    leaves = ["data", "scale", "shift", "spare", "frozen", "doubled"]
    with_grad = ["scale", "shift", "hidden", "bias", "mixed", "loss"]
    return {"leaves": leaves, "with_grad": with_grad}
