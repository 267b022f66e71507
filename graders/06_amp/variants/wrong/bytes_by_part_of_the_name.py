# task: training_bytes
# mistake: unknown-optimizer-accepted
# fails: training_bytes.unknown_optimizers
"""Looks for parts of the name."""


def training_bytes(num_params, optimizer="adamw"):
    if "adam" in optimizer:
        k = 8
    elif "momentum" in optimizer:
        k = 4
    elif "sgd" in optimizer:
        k = 0
    else:
        raise ValueError
    return {"weights": 4 * num_params, "gradients": 4 * num_params, "optimizer": k * num_params}
