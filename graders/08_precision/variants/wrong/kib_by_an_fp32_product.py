# task: tensor_kib
# mistake: product-in-fp32
# fails: tensor_kib.any_width
"""Multiplies the sizes in fp32."""


def tensor_kib(shape, dtype):
    return torch.tensor(shape, dtype=torch.float32).prod().item() * dtype.itemsize / 1024
