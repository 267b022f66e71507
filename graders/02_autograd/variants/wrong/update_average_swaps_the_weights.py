# task: update_average
# mistake: swapped-the-weights
# fails: update_average.a_quarter_of_the_way, update_average.writes_into_the_same_memory, update_average.no_graph_grows
"""decay on the wrong side."""


def update_average(average, value, decay):
    with torch.no_grad():
        average.mul_(1 - decay).add_(value, alpha=decay)
