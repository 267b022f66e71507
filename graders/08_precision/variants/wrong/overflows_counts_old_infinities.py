# task: overflows
# mistake: infinite-before
# fails: overflows.seventy_thousand_does_not_fit_into_fp16, overflows.around_the_end_of_fp16
"""Does not ask whether the number was finite before."""


def overflows(x, dtype):
    return x.to(dtype).isinf()
