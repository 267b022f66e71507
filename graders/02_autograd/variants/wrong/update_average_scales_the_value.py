# task: update_average
# mistake: touched-the-value
# fails: update_average.writes_into_the_same_memory, update_average.no_graph_grows
"""Uses value as scratch space."""


def update_average(average, value, decay):
    with torch.no_grad():
        average.mul_(decay).add_(value.mul_(1 - decay))
