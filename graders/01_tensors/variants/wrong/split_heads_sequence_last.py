# task: split_heads
# mistake: sequence-last
# fails: split_heads.three_tokens_two_heads, split_heads.heads_come_before_the_sequence, split_heads.gradients_flow_through_heads
"""Moves the sequence to the end."""


def split_heads(x, num_heads):
    batch, seq, width = x.shape
    dim = width // num_heads
    return x.reshape(batch, seq, num_heads, dim).permute(0, 2, 3, 1)
