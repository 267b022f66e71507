# task: vanishes
# mistake: compared-with-eps
# fails: vanishes.a_hundred_millionth_is_lost_in_fp16, vanishes.around_the_first_step_of_fp16, vanishes.bf16_keeps_small_numbers
"""Compares with eps."""

def vanishes(x, dtype):
    return (x != 0) & (x.abs() < torch.finfo(dtype).eps)
