# task: merge_heads
# mistake: none
# fails: merge_heads.two_heads_meet_again, merge_heads.any_strides, merge_heads.the_inverse_of_split_heads
"""Fuses the sequence, too."""


def merge_heads(x):
    return x.transpose(1, 2).flatten(1)
