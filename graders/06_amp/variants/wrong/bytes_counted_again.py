# task: training_bytes
# mistake: counted-again
# fails: training_bytes.a_thousand_parameters, training_bytes.each_optimizer, training_bytes.unknown_optimizers
"""Counts weights and gradients in the optimizer once more."""


def training_bytes(num_params, optimizer="adamw"):
    k = {"adamw": 16, "sgd": 8, "sgd_momentum": 12}
    if optimizer not in k:
        raise ValueError
    return {"weights": 4 * num_params, "gradients": 4 * num_params, "optimizer": k[optimizer] * num_params}
