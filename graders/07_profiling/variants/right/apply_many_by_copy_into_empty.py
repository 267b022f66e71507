# task: apply_many
"""Makes an empty tensor there and copies into it, if need be."""


def apply_many(functions, x, device):
    if x.device != torch.device(device):
        x = torch.empty_like(x, device=device).copy_(x)
    return list(map(lambda function: function(x), functions))
