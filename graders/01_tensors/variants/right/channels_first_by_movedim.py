# task: channels_first
"""Moves one axis, keeps the others in order."""


def channels_first(image):
    return image.movedim(-1, 0)
