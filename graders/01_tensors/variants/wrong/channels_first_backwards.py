# task: channels_first
# mistake: rotated-backwards
# fails: channels_first.two_pixels, channels_first.images_and_crops, channels_first.gradients_flow_through_images
"""Reads permute the other way round."""


def channels_first(image):
    return image.permute(1, 2, 0)
