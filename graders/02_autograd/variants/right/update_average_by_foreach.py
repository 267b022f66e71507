# task: update_average
"""The fused form for many tensors."""


def update_average(average, value, decay):
    with torch.no_grad():
        torch._foreach_mul_([average], decay)
        torch._foreach_add_([average], [value], alpha=1 - decay)
