# task: snapshot
"""Saves to bytes and loads again."""

import io


def snapshot(module):
    file = io.BytesIO()
    torch.save(module.state_dict(), file)
    file.seek(0)
    return torch.load(file)
