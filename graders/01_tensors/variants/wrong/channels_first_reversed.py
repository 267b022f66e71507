# task: channels_first
# mistake: axes-reversed
# fails: channels_first.two_pixels, channels_first.images_and_crops, channels_first.gradients_flow_through_images
"""Turns all the axes round."""


def channels_first(image):
    return image.permute(2, 1, 0)
