# task: merge_heads
# mistake: view-after-turn
# fails: merge_heads.two_heads_meet_again, merge_heads.any_strides, merge_heads.the_inverse_of_split_heads
"""view cannot fuse turned axes."""


def merge_heads(x):
    batch, heads, seq, dim = x.shape
    return x.transpose(1, 2).view(batch, seq, heads * dim)
