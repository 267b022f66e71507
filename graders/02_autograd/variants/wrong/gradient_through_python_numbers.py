# task: gradient
# mistake: lost-the-dtype
# fails: gradient.shapes_and_dtypes
"""Rebuilds x from a list, in float32."""


def gradient(f, x):
    leaf = torch.tensor(x.tolist(), requires_grad=True)
    f(leaf).backward()
    return leaf.grad
