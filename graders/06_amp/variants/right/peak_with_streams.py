# task: peak_memory
"""Waits for the stream, resets by the old name."""

import warnings

import torch


def peak_memory(step, device):
    device = torch.device(device)
    if device.type != "cuda" or not torch.cuda.is_available():
        raise RuntimeError(f"peak_memory needs a CUDA device, got {device}")
    torch.cuda.current_stream(device).synchronize()
    start = torch.cuda.memory_allocated(device)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        torch.cuda.reset_max_memory_allocated(device)
    step()
    torch.cuda.current_stream(device).synchronize()
    return torch.cuda.max_memory_allocated(device) - start
