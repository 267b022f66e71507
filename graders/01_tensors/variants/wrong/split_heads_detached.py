# task: split_heads
# mistake: cut-the-graph
# fails: split_heads.gradients_flow_through_heads
"""Cuts the graph on the way."""


def split_heads(x, num_heads):
    batch, seq, width = x.shape
    dim = width // num_heads
    return x.detach().reshape(batch, seq, num_heads, dim).transpose(1, 2)
