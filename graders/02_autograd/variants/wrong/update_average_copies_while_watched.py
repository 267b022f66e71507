# task: update_average
# mistake: graph-grows
# fails: update_average.a_quarter_of_the_way, update_average.no_graph_grows
"""copy_ is recorded too."""


def update_average(average, value, decay):
    average.copy_(decay * average + (1 - decay) * value)
