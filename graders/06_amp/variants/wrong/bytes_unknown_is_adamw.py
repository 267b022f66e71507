# task: training_bytes
# mistake: unknown-optimizer-accepted
# fails: training_bytes.unknown_optimizers
"""Takes every unknown optimizer for AdamW."""


def training_bytes(num_params, optimizer="adamw"):
    table = {"adamw": 8, "sgd": 0, "sgd_momentum": 4}
    return {
        "weights": 4 * num_params,
        "gradients": 4 * num_params,
        "optimizer": table.get(optimizer, 8) * num_params,
    }
