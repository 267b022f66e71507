# task: channels_first
# mistake: axes-reversed
# fails: channels_first.two_pixels, channels_first.images_and_crops, channels_first.gradients_flow_through_images
"""Swaps the first axis with the last."""


def channels_first(image):
    return image.transpose(0, 2)
