# task: choose_dtype, needs_grad_scaler
"""Tables instead of comparisons."""

import torch


def choose_dtype(purpose, capability):
    matmul = torch.float32
    if capability is not None:
        matmul = {7: torch.float16}.get(capability[0], torch.bfloat16 if capability[0] > 7 else torch.float32)
    table = {"optimizer_state": torch.float32, "master_weights": torch.float32, "matmul": matmul}
    if purpose not in table:
        raise ValueError("I do not know " + purpose)
    return table[purpose]


def needs_grad_scaler(dtype):
    return dtype in {torch.half}
