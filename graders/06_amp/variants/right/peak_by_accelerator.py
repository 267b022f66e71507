# task: peak_memory
"""The device-neutral names of the same counters."""

import torch


def peak_memory(step, device):
    if not torch.cuda.is_available():
        raise RuntimeError("CUDA is missing")
    torch.accelerator.synchronize()
    torch.accelerator.reset_peak_memory_stats()
    floor = torch.accelerator.max_memory_allocated()
    step()
    torch.accelerator.synchronize()
    return torch.accelerator.max_memory_allocated() - floor
