# task: channels_first
# mistake: cut-the-graph
# fails: channels_first.gradients_flow_through_images
"""Cuts the graph on the way."""


def channels_first(image):
    return image.detach().permute(2, 0, 1)
