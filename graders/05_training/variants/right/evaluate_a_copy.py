# task: evaluate
"""Evaluates a copy, so that there is no mode to put back."""

import copy


def evaluate(model, loader, device):
    twin = copy.deepcopy(model).eval()
    with torch.inference_mode():
        hits = torch.cat([twin(x.to(device)).argmax(-1).eq(y.to(device)) for x, y in loader])
    return hits.double().mean().item()
