# task: count_parameters
# mistake: none
# fails: count_parameters.no_data_needed
"""Tells shared tensors by the address of their data; on the meta device there is none."""


def count_parameters(module, trainable_only=False):
    sizes = {p.data_ptr(): p.numel() for p in module.parameters() if p.requires_grad or not trainable_only}
    return sum(sizes.values())
