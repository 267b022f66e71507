# task: peak_memory
# mistake: reserved-counted
# fails: peak_memory.free_of_what_came_before, peak_memory.above_what_was_alive
"""Reads reserved memory."""

import torch


def peak_memory(step, device):
    if not torch.cuda.is_available():
        raise RuntimeError("this needs CUDA")
    torch.cuda.reset_peak_memory_stats(device)
    step()
    return torch.cuda.max_memory_reserved(device)
