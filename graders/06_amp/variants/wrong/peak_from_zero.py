# task: peak_memory
# mistake: old-objects-counted
# fails: peak_memory.free_of_what_came_before, peak_memory.above_what_was_alive
"""Counts what was alive before."""

import torch


def peak_memory(step, device):
    if not torch.cuda.is_available():
        raise RuntimeError("this needs CUDA")
    torch.cuda.reset_peak_memory_stats(device)
    step()
    torch.cuda.synchronize(device)
    return torch.cuda.max_memory_allocated(device)
