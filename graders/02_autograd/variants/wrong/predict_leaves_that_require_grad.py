# task: predict_leaves
# mistake: leaves-must-require-grad
# fails: predict_leaves.form_and_three_names, predict_leaves.leaves
"""Takes only parameters for leaves."""


def predict_leaves():
    leaves = ["scale", "shift", "spare"]
    with_grad = ["scale", "shift", "hidden"]
    return {"leaves": leaves, "with_grad": with_grad}
