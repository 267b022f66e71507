# task: merge_heads
# mistake: not-turned-back
# fails: merge_heads.two_heads_meet_again, merge_heads.any_strides, merge_heads.the_inverse_of_split_heads
"""contiguous instead of the turn."""


def merge_heads(x):
    batch, heads, seq, dim = x.shape
    return x.contiguous().view(batch, seq, -1)
