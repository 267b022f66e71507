# task: merge_heads
# mistake: heads-averaged
# fails: merge_heads.two_heads_meet_again, merge_heads.any_strides, merge_heads.the_inverse_of_split_heads
"""Averages the heads."""


def merge_heads(x):
    return x.float().mean(1)
