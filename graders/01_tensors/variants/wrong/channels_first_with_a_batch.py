# task: channels_first
# mistake: added-a-batch
# fails: channels_first.two_pixels, channels_first.images_and_crops, channels_first.gradients_flow_through_images
"""Adds an axis for the batch."""


def channels_first(image):
    return image.permute(2, 0, 1).unsqueeze(0)
