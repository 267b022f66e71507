# task: predict_leaves
# mistake: conversion-keeps-the-leaf
# fails: predict_leaves.leaves, predict_leaves.gradients_that_stay
"""Takes a converted parameter for a leaf."""


def predict_leaves():
    leaves = ["data", "scale", "shift", "spare", "frozen", "doubled", "bias"]
    with_grad = ["scale", "shift", "hidden", "bias"]
    return {"leaves": leaves, "with_grad": with_grad}
