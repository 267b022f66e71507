# task: gradient_norm
# mistake: returned-a-tensor
# fails: gradient_norm.five_and_twelve_make_thirteen, gradient_norm.all_gradients_together, gradient_norm.skips_what_has_no_gradient, gradient_norm.changes_no_gradient
"""Does not take the number out."""


def gradient_norm(parameters):
    return torch.nn.utils.get_total_norm([p.grad for p in parameters if p.grad is not None])
