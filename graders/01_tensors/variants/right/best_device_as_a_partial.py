# task: best_device
"""Decides when the file is loaded, for a partial."""

import functools

best_device = functools.partial(torch.device, "cuda" if torch.cuda.is_available() else "cpu")
