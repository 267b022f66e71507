# task: predict_leaves
"""Sets instead of lists."""


def predict_leaves():
    leaves = {"doubled", "frozen", "spare", "shift", "scale", "data"}
    return {"with_grad": {"hidden", "shift", "scale"}, "leaves": leaves}
