# task: update_average
# mistake: scaled-the-sum
# fails: update_average.a_quarter_of_the_way, update_average.writes_into_the_same_memory, update_average.no_graph_grows
"""Adds first, scales afterwards."""


def update_average(average, value, decay):
    with torch.no_grad():
        average.add_(value, alpha=1 - decay).mul_(decay)
