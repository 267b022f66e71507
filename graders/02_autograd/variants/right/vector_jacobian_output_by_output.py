# task: vector_jacobian
"""One backward pass for each output, weighted and added up."""


def vector_jacobian(f, x, v):
    leaf = x.detach().requires_grad_()
    total = torch.zeros_like(leaf, requires_grad=False)
    for weight, output in zip(v.reshape(-1), f(leaf).reshape(-1)):
        total += weight * torch.autograd.grad(output, leaf, retain_graph=True)[0]
    return total
