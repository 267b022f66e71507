# task: double
# mistake: added-two
# fails: double.one_and_two, double.ragged, double.integers
"""Adds two."""


def double(x):
    return x + 2
