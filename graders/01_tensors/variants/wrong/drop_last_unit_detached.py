# task: drop_last_unit
# mistake: cut-the-graph
# fails: drop_last_unit.other_last_axes_stay
"""Cuts the graph on the way."""


def drop_last_unit(x):
    return x.detach().squeeze(-1)
