# task: split_heads
# mistake: heads-before-batch
# fails: split_heads.three_tokens_two_heads, split_heads.heads_come_before_the_sequence, split_heads.gradients_flow_through_heads
"""Stacks the heads along a new first axis."""


def split_heads(x, num_heads):
    return torch.stack(x.chunk(num_heads, dim=-1))
