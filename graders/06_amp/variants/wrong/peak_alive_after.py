# task: peak_memory
# mistake: alive-not-peak
# fails: peak_memory.free_of_what_came_before, peak_memory.above_what_was_alive
"""Reads what is alive after the call."""

import torch


def peak_memory(step, device):
    if not torch.cuda.is_available():
        raise RuntimeError("this needs CUDA")
    torch.cuda.synchronize(device)
    torch.cuda.reset_peak_memory_stats(device)
    before = torch.cuda.memory_allocated(device)
    step()
    return torch.cuda.memory_allocated(device) - before
