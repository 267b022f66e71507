# task: merge_heads
# mistake: cut-the-graph
# fails: merge_heads.the_inverse_of_split_heads
"""Cuts the graph on the way."""


def merge_heads(x):
    return x.detach().transpose(1, 2).flatten(2)
