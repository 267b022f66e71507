# task: vanishes
# mistake: zero-counted-as-lost
# fails: vanishes.a_hundred_millionth_is_lost_in_fp16, vanishes.around_the_first_step_of_fp16, vanishes.bf16_keeps_small_numbers
"""Does not ask whether the number was zero before."""


def vanishes(x, dtype):
    return x.to(dtype) == 0
