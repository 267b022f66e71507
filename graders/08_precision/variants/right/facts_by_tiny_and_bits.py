# task: dtype_facts
"""Other names for the same entries."""

import torch


def dtype_facts(dtype):
    info = torch.finfo(dtype)
    return {"eps": info.eps, "smallest_normal": info.tiny, "max": -info.min, "bytes": info.bits // 8}
