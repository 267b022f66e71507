# task: channels_first
"""Two swaps make a rotation."""


def channels_first(image):
    return image.transpose(0, 2).transpose(1, 2)
