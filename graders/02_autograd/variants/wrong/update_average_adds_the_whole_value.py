# task: update_average
# mistake: added-the-whole-value
# fails: update_average.a_quarter_of_the_way, update_average.writes_into_the_same_memory, update_average.no_graph_grows
"""Forgets 1 - decay."""


def update_average(average, value, decay):
    with torch.no_grad():
        average.mul_(decay).add_(value)
