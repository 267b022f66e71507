# task: split_heads
# mistake: reshaped-to-heads
# fails: split_heads.three_tokens_two_heads, split_heads.heads_come_before_the_sequence, split_heads.gradients_flow_through_heads
"""Reshapes straight to the target shape."""


def split_heads(x, num_heads):
    batch, seq, width = x.shape
    dim = width // num_heads
    return x.reshape(batch, num_heads, seq, dim)
