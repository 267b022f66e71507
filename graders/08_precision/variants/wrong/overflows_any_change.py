# task: overflows
# mistake: any-change
# fails: overflows.around_the_end_of_fp16, overflows.bf16_reaches_far_but_not_to_the_end
"""Flags every number that the cast changes."""


def overflows(x, dtype):
    return x.isfinite() & (x.to(dtype).float() != x)
