# task: peak_memory
# mistake: no-reset
# fails: peak_memory.free_of_what_came_before
"""Never resets the peak."""

import torch


def peak_memory(step, device):
    if not torch.cuda.is_available():
        raise RuntimeError("this needs CUDA")
    torch.cuda.synchronize(device)
    before = torch.cuda.memory_allocated(device)
    step()
    torch.cuda.synchronize(device)
    return torch.cuda.max_memory_allocated(device) - before
