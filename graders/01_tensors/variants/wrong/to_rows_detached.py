# task: to_rows
# mistake: cut-the-graph
# fails: to_rows.gradients_flow_through_rows
"""Detached from the graph."""


def to_rows(x, width):
    return x.detach().view(-1, width)
