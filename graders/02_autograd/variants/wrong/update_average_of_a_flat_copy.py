# task: update_average
# mistake: wrote-into-a-copy
# fails: update_average.writes_into_the_same_memory
"""Updates average.reshape(-1), which is a view only as long as average lies in one piece."""


def update_average(average, value, decay):
    flat = average.reshape(-1)
    flat.mul_(decay).add_(value.detach().reshape(-1), alpha=1 - decay)
