# task: update_average
# mistake: none
# fails: update_average.a_quarter_of_the_way, update_average.writes_into_the_same_memory, update_average.no_graph_grows
"""The mean of the two, whatever decay says."""


def update_average(average, value, decay):
    with torch.no_grad():
        average.add_(value).div_(2)
