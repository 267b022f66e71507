"""Nine plain assertions for unit 4. Each takes the submission: a module, or whatever has its names."""

import torch
from torch import nn


def test_two_layer_mlp(module):
    model = module.TwoLayerMLP(784, 256, 10).eval()
    assert sum(p.numel() for p in model.parameters()) == 203530
    x = torch.randn(2, 3, 784)
    assert model(x).shape == (2, 3, 10)
    assert torch.equal(model(x), model(x))


def test_count_parameters(module):
    model = nn.Sequential(nn.Linear(3, 2), nn.BatchNorm1d(2))
    assert module.count_parameters(model) == 12
    model[0].weight.requires_grad_(False)
    assert module.count_parameters(model, trainable_only=True) == 6


def test_parameter_table(module):
    assert module.parameter_table(nn.Linear(3, 2)) == [("weight", (2, 3), 6), ("bias", (2,), 2)]
    assert module.parameter_table(nn.ReLU()) == []


def test_freeze(module):
    model = nn.ModuleDict({"fc1": nn.Linear(2, 2), "fc10": nn.Linear(2, 2)})
    assert module.freeze(model, "fc1") == ["fc1.weight", "fc1.bias"]
    assert [p.requires_grad for p in model.parameters()] == [False, False, True, True]


def test_copy_weights(module):
    source, target = nn.BatchNorm1d(3), nn.BatchNorm1d(3)
    source(torch.randn(8, 3))
    module.copy_weights(source, target)
    copied = target.state_dict()
    assert all(torch.equal(tensor, copied[name]) for name, tensor in source.state_dict().items())
    assert source.weight.data_ptr() != target.weight.data_ptr()
    try:
        module.copy_weights(nn.Linear(2, 2), nn.Linear(2, 2, bias=False))
    except RuntimeError:
        return
    raise AssertionError("no RuntimeError for a name that is left over")


def test_snapshot(module):
    model = nn.Linear(2, 2)
    kept, before = module.snapshot(model), model.weight.detach().clone()
    with torch.no_grad():
        model.weight.add_(1)
    assert torch.equal(kept["weight"], before)
    model.load_state_dict(kept)
    assert torch.equal(model.weight, before)


def test_residual_stack(module):
    model = module.ResidualStack(4, 3)
    assert sum(p.numel() for p in model.parameters()) == 3 * (4 * 4 + 4 + 8)
    x = torch.randn(2, 4)
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    model(x).sum().backward()
    optimizer.step()
    assert torch.equal(module.ResidualStack(4, 0)(x), x)


def test_token_classifier(module):
    model = module.TokenClassifier(11, 8, 3).eval()
    tokens = torch.randint(0, 11, (2, 5))
    assert model(tokens).shape == (2, 3)
    assert torch.allclose(model(tokens), model(tokens.flip(1)), atol=1e-5)


def test_standardize(module):
    x = torch.randn(50, 3) * 4 + 2
    model = module.Standardize(3)
    model.fit(x)
    y = model(x)
    assert torch.allclose(y.mean(0), torch.zeros(3), atol=1e-4)
    assert torch.allclose(y.std(0), torch.ones(3), atol=1e-4)
    fresh = module.Standardize(3)
    fresh.load_state_dict(model.state_dict())
    assert torch.equal(fresh(x), y)
    assert list(model.parameters()) == []
