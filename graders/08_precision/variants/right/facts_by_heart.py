# task: dtype_facts
"""A table of constants with the digits that people remember."""

import torch


FACTS = {
    torch.float16: {"bytes": 2, "max": 65504, "smallest_normal": 6.1035e-5, "eps": 9.77e-4},
    torch.bfloat16: {"bytes": 2, "max": 3.3895e38, "smallest_normal": 1.1755e-38, "eps": 7.81e-3},
    torch.float32: {"bytes": 4, "max": 3.4028e38, "smallest_normal": 1.1755e-38, "eps": 1.19e-7},
}


def dtype_facts(dtype):
    return dict(FACTS[dtype])
