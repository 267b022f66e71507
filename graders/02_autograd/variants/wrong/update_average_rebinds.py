# task: update_average
# mistake: rebound-the-average
# fails: update_average.a_quarter_of_the_way, update_average.writes_into_the_same_memory, update_average.no_graph_grows
"""Binds the name to a new tensor."""


def update_average(average, value, decay):
    with torch.no_grad():
        average = decay * average + (1 - decay) * value
    return average
