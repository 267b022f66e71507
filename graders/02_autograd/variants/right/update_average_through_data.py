# task: update_average
""".data on both sides."""


def update_average(average, value, decay):
    average.data.mul_(decay).add_(value.data, alpha=1 - decay)
    return average
