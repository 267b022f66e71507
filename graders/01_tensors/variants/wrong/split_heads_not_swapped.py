# task: split_heads
# mistake: heads-not-moved
# fails: split_heads.three_tokens_two_heads, split_heads.heads_come_before_the_sequence, split_heads.gradients_flow_through_heads
"""Splits the last axis and stops there."""


def split_heads(x, num_heads):
    batch, seq, width = x.shape
    dim = width // num_heads
    return x.reshape(batch, seq, num_heads, dim)
