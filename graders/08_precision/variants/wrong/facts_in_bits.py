# task: dtype_facts
# mistake: bits-for-bytes
# fails: dtype_facts.the_data_sheet_of_fp16, dtype_facts.how_far_each_format_reaches
"""Gives the width in bits."""

import torch


def dtype_facts(dtype):
    info = torch.finfo(dtype)
    return {"bytes": info.bits, "max": info.max, "smallest_normal": info.smallest_normal, "eps": info.eps}
