# task: peak_memory
# mistake: silent-zero
# fails: peak_memory.without_cuda_it_says_so, peak_memory.refuses_clearly_without_a_gpu
"""Returns 0 where there is no CUDA."""

import torch


def peak_memory(step, device):
    if not torch.cuda.is_available():
        step()
        return 0
    torch.cuda.synchronize(device)
    torch.cuda.reset_peak_memory_stats(device)
    before = torch.cuda.memory_allocated(device)
    step()
    torch.cuda.synchronize(device)
    return torch.cuda.max_memory_allocated(device) - before
