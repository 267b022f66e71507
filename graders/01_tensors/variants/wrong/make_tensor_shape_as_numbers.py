# task: make_tensor
# mistake: none
# fails: make_tensor.zeros_and_ones, make_tensor.an_unknown_kind_is_refused, make_tensor.any_shape_and_dtype, make_tensor.normal_numbers, make_tensor.a_seed_repeats, make_tensor.the_global_generator_is_left_alone, make_tensor.other_kinds
"""Takes the sequence for a tensor of data."""


def make_tensor(kind, shape, *, dtype=torch.float32, seed=None):
    if kind == "zeros":
        return torch.zeros_like(torch.tensor(shape), dtype=dtype)
    if kind == "ones":
        return torch.ones_like(torch.tensor(shape), dtype=dtype)
    if kind == "normal":
        generator = None if seed is None else torch.Generator().manual_seed(seed)
        return torch.randn(len(shape), dtype=dtype, generator=generator)
    raise ValueError(f"unknown kind {kind!r}")
