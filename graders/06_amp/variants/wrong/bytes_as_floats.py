# task: training_bytes
# mistake: none
# fails: training_bytes.a_thousand_parameters, training_bytes.each_optimizer, training_bytes.unknown_optimizers
"""Returns floats."""


def training_bytes(num_params, optimizer="adamw"):
    table = {"adamw": 8.0, "sgd": 0.0, "sgd_momentum": 4.0}
    if optimizer not in table:
        raise ValueError(optimizer)
    return {
        "weights": 4.0 * num_params,
        "gradients": 4.0 * num_params,
        "optimizer": table[optimizer] * num_params,
    }
