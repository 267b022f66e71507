# task: update_average
# mistake: touched-the-value
# fails: update_average.no_graph_grows
"""Clears the value's gradient, which is not its own."""


def update_average(average, value, decay):
    average.lerp_(value.detach(), 1 - decay)
    if value.is_leaf:
        value.grad = None
