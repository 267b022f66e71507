# task: update_average
# mistake: graph-grows
# fails: update_average.a_quarter_of_the_way, update_average.no_graph_grows
"""In place, but on the record."""


def update_average(average, value, decay):
    average.mul_(decay).add_((1 - decay) * value)
