# task: peak_memory
# mistake: step-called-again
# fails: peak_memory.free_of_what_came_before, peak_memory.above_what_was_alive
"""Warms up with a call of its own."""


def peak_memory(step, device):
    step()
    if not torch.cuda.is_available():
        raise RuntimeError("needs CUDA")
    torch.cuda.reset_peak_memory_stats(device)
    b = torch.cuda.memory_allocated(device)
    step()
    torch.cuda.synchronize(device)
    return torch.cuda.max_memory_allocated(device) - b
