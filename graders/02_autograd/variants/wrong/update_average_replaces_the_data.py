# task: update_average
# mistake: replaced-the-memory
# fails: update_average.writes_into_the_same_memory
"""New memory under the old name."""


def update_average(average, value, decay):
    average.data = decay * average.data + (1 - decay) * value.detach()
