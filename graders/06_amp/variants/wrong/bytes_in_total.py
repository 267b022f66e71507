# task: training_bytes
# mistake: none
# fails: training_bytes.a_thousand_parameters, training_bytes.each_optimizer, training_bytes.unknown_optimizers
"""Returns one sum."""


def training_bytes(num_params, optimizer="adamw"):
    return num_params * {"adamw": 16, "sgd": 8, "sgd_momentum": 12}[optimizer]
