# task: overflows
# mistake: ties-go-to-even
# fails: overflows.around_the_end_of_fp16
"""Lets the number halfway to the next one fit into fp16."""

def overflows(x, dtype):
    if dtype == torch.float16:
        return x.isfinite() & (x.abs() > 65520)
    return x.isfinite() & x.to(dtype).isinf()
