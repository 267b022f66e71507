# task: training_bytes
# mistake: counted-in-numbers
# fails: training_bytes.a_thousand_parameters, training_bytes.each_optimizer, training_bytes.unknown_optimizers
"""Counts numbers instead of bytes."""


def training_bytes(num_params, optimizer="adamw"):
    table = {"adamw": 2, "sgd": 0, "sgd_momentum": 1}
    if optimizer not in table:
        raise ValueError(optimizer)
    return {
        "weights": 1 * num_params,
        "gradients": 1 * num_params,
        "optimizer": table[optimizer] * num_params,
    }
