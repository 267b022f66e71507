# task: count_parameters
# mistake: generator-used-up
# fails: count_parameters.linear_with_a_frozen_bias, count_parameters.trainable_only
"""Keeps the generator and goes through it twice."""


def count_parameters(module, trainable_only=False):
    parameters = module.parameters()
    total = sum(p.numel() for p in parameters)
    trainable = sum(p.numel() for p in parameters if p.requires_grad)
    return trainable if trainable_only else total
