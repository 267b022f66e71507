# task: channels_first
"""A matrix of pixels by channels, transposed, and cut into rows again."""


def channels_first(image):
    height, width, channels = image.shape
    return image.reshape(height * width, channels).t().reshape(channels, height, width)
