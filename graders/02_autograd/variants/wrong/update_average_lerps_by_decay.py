# task: update_average
# mistake: swapped-the-weights
# fails: update_average.a_quarter_of_the_way, update_average.writes_into_the_same_memory, update_average.no_graph_grows
"""lerp_ takes the share of the end, not of the start."""


def update_average(average, value, decay):
    with torch.no_grad():
        average.lerp_(value, decay)
