# task: peak_memory
"""Reads the dictionary of statistics, inside the device's context."""

import gc

import torch


def peak_memory(step, device):
    if torch.cuda.device_count() == 0:
        raise RuntimeError("no GPU here, so there is no GPU memory to measure")
    gc.collect()
    torch.cuda.empty_cache()
    with torch.cuda.device(device):
        torch.cuda.synchronize()
        torch.cuda.reset_peak_memory_stats()
        old = torch.cuda.memory_stats()["allocated_bytes.all.current"]
        result = step()
        torch.cuda.synchronize()
        peak = torch.cuda.memory_stats()["allocated_bytes.all.peak"]
    del result
    return peak - old
