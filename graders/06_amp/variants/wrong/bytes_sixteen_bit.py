# task: training_bytes
# mistake: sixteen-bit-weights
# fails: training_bytes.a_thousand_parameters, training_bytes.each_optimizer, training_bytes.unknown_optimizers
"""Believes that mixed precision stores weights in 16 bits."""


def training_bytes(num_params, optimizer="adamw"):
    table = {"adamw": 8, "sgd": 0, "sgd_momentum": 4}
    if optimizer not in table:
        raise ValueError(optimizer)
    return {
        "weights": 2 * num_params,
        "gradients": 2 * num_params,
        "optimizer": table[optimizer] * num_params,
    }
