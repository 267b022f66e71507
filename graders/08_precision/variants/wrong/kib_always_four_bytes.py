# task: tensor_kib
# mistake: always-four-bytes
# fails: tensor_kib.a_million_elements, tensor_kib.any_width
"""Takes every dtype for fp32."""

import math


def tensor_kib(shape, dtype):
    return math.prod(shape) * 4 / 1024
