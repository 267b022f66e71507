# task: overflows
# mistake: none
# fails: overflows.seventy_thousand_does_not_fit_into_fp16, overflows.around_the_end_of_fp16, overflows.bf16_reaches_far_but_not_to_the_end
"""One answer for the whole tensor instead of a mask."""


def overflows(x, dtype):
    return (x.isfinite() & x.to(dtype).isinf()).any()
