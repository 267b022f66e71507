# task: predict_leaves
# mistake: retained-means-leaf
# fails: predict_leaves.leaves
"""Takes retain_grad for leafhood."""


def predict_leaves():
    leaves = ["data", "scale", "shift", "spare", "frozen", "doubled", "hidden"]
    with_grad = ["scale", "shift", "hidden"]
    return {"leaves": leaves, "with_grad": with_grad}
