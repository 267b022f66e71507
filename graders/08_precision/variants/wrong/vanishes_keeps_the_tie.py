# task: vanishes
# mistake: ties-go-to-even
# fails: vanishes.around_the_first_step_of_fp16
"""Lets half a step survive in fp16."""

def vanishes(x, dtype):
    if dtype == torch.float16:
        return (x != 0) & (x.abs() < 2.0**-25)
    return (x != 0) & (x.to(dtype) == 0)
