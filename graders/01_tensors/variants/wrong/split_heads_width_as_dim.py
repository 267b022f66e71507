# task: split_heads
# mistake: none
# fails: split_heads.three_tokens_two_heads, split_heads.heads_come_before_the_sequence, split_heads.gradients_flow_through_heads
"""Takes the number of heads for the size of one."""


def split_heads(x, num_heads):
    return x.unflatten(-1, (-1, num_heads)).transpose(1, 2)
