# task: dtype_facts
# mistake: resolution-for-eps
# fails: dtype_facts.the_data_sheet_of_fp16, dtype_facts.how_fine_each_format_is
"""Takes resolution for eps."""

import torch


def dtype_facts(dtype):
    info = torch.finfo(dtype)
    return {"bytes": dtype.itemsize, "max": info.max, "smallest_normal": info.smallest_normal, "eps": info.resolution}
