# task: channels_first
# mistake: reshaped-the-image
# fails: channels_first.two_pixels, channels_first.images_and_crops, channels_first.gradients_flow_through_images
"""Reshapes straight to the target shape."""


def channels_first(image):
    height, width, channels = image.shape
    return image.reshape(channels, height, width)
