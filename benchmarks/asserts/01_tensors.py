"""Twelve plain assertions for unit 1. Each takes the submission: a module, or whatever has its names."""

import numpy as np
import torch


def test_even_numbers(module):
    assert torch.equal(module.even_numbers(4), torch.tensor([0, 2, 4, 6]))
    assert module.even_numbers(0).shape == (0,)
    assert module.even_numbers(3).dtype == torch.int64


def test_make_tensor(module):
    assert torch.equal(module.make_tensor("zeros", (2, 3)), torch.zeros(2, 3))
    assert torch.equal(module.make_tensor("ones", [4], dtype=torch.int64), torch.ones(4, dtype=torch.int64))
    try:
        module.make_tensor("threes", (1,))
        said = "no ValueError"
    except ValueError as error:
        said = str(error)
    assert "threes" in said


def test_make_tensor_with_a_seed(module):
    before = torch.get_rng_state()
    first = module.make_tensor("normal", (100,), seed=0)
    assert torch.equal(first, module.make_tensor("normal", (100,), seed=0))
    assert not torch.equal(first, module.make_tensor("normal", (100,), seed=1))
    assert torch.equal(before, torch.get_rng_state())


def test_share_with_numpy(module):
    array = np.zeros(6, dtype=np.float64)[::2]
    tensor = module.share_with_numpy(array)
    array[1] = 5
    assert tensor.dtype == torch.float64
    assert tensor.tolist() == [0, 5, 0]


def test_to_rows(module):
    x = torch.arange(24.0).view(2, 3, 4)
    rows = module.to_rows(x, 6)
    assert torch.equal(rows, torch.arange(24.0).view(4, 6))
    assert rows.data_ptr() == x.data_ptr()


def test_channels_first(module):
    image = torch.arange(5 * 7 * 3, dtype=torch.uint8).view(5, 7, 3)
    turned = module.channels_first(image)
    assert turned.shape == (3, 5, 7)
    assert turned.dtype == torch.uint8
    assert all(torch.equal(turned[c], image[:, :, c]) for c in range(3))


def test_split_heads(module):
    x = torch.randn(2, 5, 12, requires_grad=True)
    heads = module.split_heads(x, 3)
    assert heads.shape == (2, 3, 5, 4)
    assert all(torch.equal(heads[:, h], x[:, :, 4 * h : 4 * h + 4]) for h in range(3))
    assert heads.requires_grad


def test_merge_heads(module):
    heads = torch.randn(2, 3, 5, 4)
    merged = module.merge_heads(heads)
    assert merged.shape == (2, 5, 12)
    assert all(torch.equal(merged[:, :, 4 * h : 4 * h + 4], heads[:, h]) for h in range(3))


def test_drop_last_unit(module):
    assert module.drop_last_unit(torch.zeros(1, 3, 1)).shape == (1, 3)
    assert module.drop_last_unit(torch.zeros(1, 1, 4)).shape == (1, 1, 4)


def test_best_device(module):
    device = module.best_device()
    assert isinstance(device, torch.device)
    assert device.type == ("cuda" if torch.cuda.is_available() else "cpu")


def test_move_to(module):
    x = torch.ones(2, 3)
    assert module.move_to(x, "cpu") is x
    assert module.move_to(x, torch.device("meta")).device.type == "meta"
    assert x.device.type == "cpu"


def test_predict_shapes(module):
    x = torch.arange(24).reshape(2, 3, 4)
    results = (
        x.permute(2, 0, 1),
        x.transpose(1, 2).reshape(2, 12),
        x[:, 0:1],
        x[:, [0, 2]],
        x.squeeze(0),
        x.unsqueeze(1).expand(2, 5, 3, 4),
    )
    place = x.untyped_storage().data_ptr()
    right = [(tuple(y.shape), y.untyped_storage().data_ptr() == place) for y in results]
    assert module.predict_shapes() == right
