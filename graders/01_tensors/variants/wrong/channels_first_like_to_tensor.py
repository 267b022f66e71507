# task: channels_first
# mistake: scaled-to-unit
# fails: channels_first.two_pixels, channels_first.images_and_crops, channels_first.gradients_flow_through_images
"""Scales to [0, 1] as well."""


def channels_first(image):
    return image.permute(2, 0, 1).float() / 255
