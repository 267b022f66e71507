# task: training_bytes
# mistake: one-moment-only
# fails: training_bytes.a_thousand_parameters, training_bytes.each_optimizer
"""Counts one number per parameter for AdamW."""


def training_bytes(num_params, optimizer="adamw"):
    table = {"adamw": 4, "sgd": 0, "sgd_momentum": 4}
    if optimizer not in table:
        raise ValueError(optimizer)
    return {
        "weights": 4 * num_params,
        "gradients": 4 * num_params,
        "optimizer": table[optimizer] * num_params,
    }
