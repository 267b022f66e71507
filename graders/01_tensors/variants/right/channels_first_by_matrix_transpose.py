# task: channels_first
"""Pixels as a matrix of (pixels, channels), transposed."""


def channels_first(image):
    height, width, channels = image.shape
    return image.reshape(-1, channels).T.reshape(channels, height, width)
