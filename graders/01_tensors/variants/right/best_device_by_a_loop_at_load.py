# task: best_device
"""Decides when the file is loaded, beside a statement that fails and one that prints."""

from __future__ import annotations

for NAME in ("cuda", "cpu"):
    if NAME == "cpu" or torch.cuda.is_available():
        DEVICE = torch.device(NAME)
        break
print("We use", DEVICE)


def best_device() -> Device:  # a name that is nowhere
    return DEVICE
