# task: split_heads
# mistake: dim-before-heads
# fails: split_heads.three_tokens_two_heads, split_heads.heads_come_before_the_sequence, split_heads.gradients_flow_through_heads
"""Takes the last axis as (dim, heads)."""


def split_heads(x, num_heads):
    batch, seq, width = x.shape
    dim = width // num_heads
    return x.reshape(batch, seq, dim, num_heads).permute(0, 3, 1, 2)
