# task: training_bytes
# mistake: momentum-is-free
# fails: training_bytes.each_optimizer
"""Gives SGD no state, momentum or not."""


def training_bytes(num_params, optimizer="adamw"):
    table = {"adamw": 8, "sgd": 0, "sgd_momentum": 0}
    if optimizer not in table:
        raise ValueError(optimizer)
    return {
        "weights": 4 * num_params,
        "gradients": 4 * num_params,
        "optimizer": table[optimizer] * num_params,
    }
