# task: peak_memory
# mistake: no-reset-and-old-objects
# fails: peak_memory.free_of_what_came_before, peak_memory.above_what_was_alive
"""Reads the peak and nothing else."""

import torch


def peak_memory(step, device):
    if not torch.cuda.is_available():
        raise RuntimeError("this needs CUDA")
    torch.cuda.synchronize(device)
    step()
    return torch.cuda.max_memory_allocated(device)
