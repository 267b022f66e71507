# task: channels_first
# mistake: converted-to-float
# fails: channels_first.two_pixels, channels_first.images_and_crops
"""Turns the bytes into floats on the way."""


def channels_first(image):
    return image.permute(2, 0, 1).float()
