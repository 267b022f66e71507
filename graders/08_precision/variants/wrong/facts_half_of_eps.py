# task: dtype_facts
# mistake: half-of-eps
# fails: dtype_facts.the_data_sheet_of_fp16, dtype_facts.how_fine_each_format_is
"""Gives the unit round-off, half of eps."""

import torch


def dtype_facts(dtype):
    info = torch.finfo(dtype)
    return {"bytes": dtype.itemsize, "max": info.max, "smallest_normal": info.smallest_normal, "eps": info.eps / 2}
