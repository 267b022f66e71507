# task: predict_leaves
# mistake: none
# fails: predict_leaves.leaves
"""Takes results under no_grad and detach for no leaves."""


def predict_leaves():
    leaves = ["data", "scale", "shift", "spare"]
    with_grad = ["scale", "shift", "hidden"]
    return {"leaves": leaves, "with_grad": with_grad}
