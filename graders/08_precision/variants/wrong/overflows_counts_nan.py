# task: overflows
# mistake: not-a-number-flagged
# fails: overflows.around_the_end_of_fp16
"""Flags NaN as well."""


def overflows(x, dtype):
    return ~x.to(dtype).isfinite() & ~x.isinf()
