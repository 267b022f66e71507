# task: saved_activation_bytes
"""Walks the graph and looks at what its nodes hold."""

import contextlib

import torch


def saved_activation_bytes(model, inputs, device_type, dtype=None):
    context = torch.autocast(device_type, dtype=dtype) if dtype is not None else contextlib.nullcontext()
    with context:
        output = model(inputs)
    own = {parameter.untyped_storage().data_ptr() for parameter in model.parameters()}
    sizes, seen, waiting = {}, set(), [output.grad_fn]
    while waiting:
        node = waiting.pop()
        if node is None or node in seen:
            continue
        seen.add(node)
        waiting.extend(following for following, _ in node.next_functions)
        for name in dir(node):
            if name.startswith("_saved_"):
                tensor = getattr(node, name)
                if isinstance(tensor, torch.Tensor) and tensor.untyped_storage().data_ptr() not in own:
                    sizes[tensor.untyped_storage().data_ptr()] = tensor.untyped_storage().nbytes()
    return sum(sizes.values())
