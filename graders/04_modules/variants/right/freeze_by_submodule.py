# task: freeze
"""Looks the part up and freezes it as a whole."""


def freeze(module, prefix):
    parts, own = dict(module.named_modules()), dict(module.named_parameters())
    if prefix in parts:
        parts[prefix].requires_grad_(False)
        return [f"{prefix}.{name}" for name, _ in parts[prefix].named_parameters()]
    if prefix in own:
        own[prefix].detach_()
        return [prefix]
    return []
