# task: split_heads
# mistake: heads-before-batch
# fails: split_heads.three_tokens_two_heads, split_heads.heads_come_before_the_sequence, split_heads.gradients_flow_through_heads
"""Takes the heads in front of the batch."""


def split_heads(x, num_heads):
    batch, seq, width = x.shape
    return x.reshape(batch, seq, num_heads, width // num_heads).permute(2, 0, 1, 3)
