# task: dtype_facts
# mistake: none
# fails: dtype_facts.the_data_sheet_of_fp16, dtype_facts.how_far_each_format_reaches, dtype_facts.how_fine_each_format_is
"""Divides the bits with /."""

def dtype_facts(dtype):
    info = torch.finfo(dtype)
    return {"bytes": info.bits / 8, "max": info.max, "smallest_normal": info.smallest_normal, "eps": info.eps}
