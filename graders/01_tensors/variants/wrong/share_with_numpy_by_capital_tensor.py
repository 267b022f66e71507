# task: share_with_numpy
# mistake: converted-to-float
# fails: share_with_numpy.a_write_shows_on_both_sides, share_with_numpy.many_dtypes, share_with_numpy.strides_are_shared_too
"""torch.Tensor copies and makes float32."""


def share_with_numpy(array):
    return torch.Tensor(array)
