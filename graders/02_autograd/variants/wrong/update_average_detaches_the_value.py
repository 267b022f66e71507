# task: update_average
# mistake: touched-the-value
# fails: update_average.no_graph_grows
"""detach_() takes value out of its own graph."""


def update_average(average, value, decay):
    value.detach_()
    average.mul_(decay).add_(value, alpha=1 - decay)
