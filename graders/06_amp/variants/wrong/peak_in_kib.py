# task: peak_memory
# mistake: not-in-bytes
# fails: peak_memory.free_of_what_came_before, peak_memory.above_what_was_alive
"""Converts to KiB."""

import torch


def peak_memory(step, device):
    if not torch.cuda.is_available():
        raise RuntimeError("this needs CUDA")
    torch.cuda.synchronize(device)
    torch.cuda.reset_peak_memory_stats(device)
    before = torch.cuda.memory_allocated(device)
    step()
    return (torch.cuda.max_memory_allocated(device) - before) // 1024
