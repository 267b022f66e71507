# task: move_to
# mistake: device-is-no-string
# fails: move_to.elsewhere_and_at_home, move_to.nothing_to_do
"""A device is never equal to a string."""


def move_to(x, device):
    return x if x.device == device else x.to(device, copy=True)
