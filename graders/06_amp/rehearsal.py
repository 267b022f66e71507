"""What mixed-precision steps must do to the weights, worked out by hand on the host.

`rehearse` is an independent model of training two Linear layers: no module, no optimizer and no
scaler of PyTorch's, only autocast, `torch.autograd.grad` and arithmetic. With a `slip` it makes
one known mistake, so that the weights which that mistake yields can be recognised.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass, field

import torch
from torch.nn import functional

Weights = Sequence[torch.Tensor]


@dataclass(frozen=True)
class Setup:
    """How a run is set up; `scale` is None without a scaler. Plain data, for the guest too."""

    lr: float
    device: str = "cpu"
    scale: float | None = None
    growth_interval: int = 1000
    backoff: float = 0.5
    max_norm: float | None = None


@dataclass
class Run:
    """What happened, step by step: all weights in one flat tensor, the loss, the scale, whether it stepped."""

    weights: list[torch.Tensor] = field(default_factory=list)
    losses: list[float] = field(default_factory=list)
    scales: list[float] = field(default_factory=list)
    stepped: list[bool] = field(default_factory=list)


def fresh_weights(width: int, hidden: int, out: int) -> list[torch.Tensor]:
    """Weights and biases of two Linear layers."""
    return [
        torch.randn(hidden, width) / 2,
        torch.randn(hidden) / 5,
        torch.randn(out, hidden) / 2,
        torch.randn(out) / 5,
    ]


def flat(weights: Weights) -> torch.Tensor:
    """All weights in one vector, on the CPU."""
    return torch.cat([weight.detach().cpu().reshape(-1) for weight in weights])


def loss_of(weights: Weights, x: torch.Tensor, y: torch.Tensor, factor: float) -> torch.Tensor:
    """The loss of tanh between two Linear layers, times a factor."""
    hidden = functional.linear(x, weights[0], weights[1]).tanh()
    return functional.mse_loss(functional.linear(hidden, weights[2], weights[3]), y) * factor


def rehearse(
    start: Weights, inputs: Weights, targets: Weights, factors: Sequence[float], setup: Setup, dtype: torch.dtype,
    slip: str | None = None,
) -> Run:  # fmt: skip
    """Train for one step per batch; `factors` multiply the loss of each."""
    run, scale, good = Run(), setup.scale, 0
    weights = [weight.clone().to(setup.device).requires_grad_() for weight in start]
    left = [torch.zeros_like(weight) for weight in weights]  # what .grad holds when a step begins
    for x, y, factor in zip(inputs, targets, factors, strict=True):
        x, y = x.to(setup.device), y.to(setup.device)
        with torch.autocast(setup.device, dtype=dtype):
            loss = loss_of(weights, x, y, factor)
        scaled = (
            loss
            if scale is None or slip == "divided-too-often"
            else loss * torch.tensor(scale, device=setup.device)
        )
        grads = [a + b for a, b in zip(torch.autograd.grad(scaled, weights), left, strict=True)]
        if slip == "clipped-while-scaled":
            grads = clip(grads, setup.max_norm, None)
        if scale is not None and slip != "optimizer-step":
            grads = [grad / scale for grad in grads]
        finite = all(bool(grad.isfinite().all()) for grad in grads)
        if slip != "clipped-while-scaled":
            grads = clip(grads, setup.max_norm, slip)
        step = finite or scale is None or slip == "optimizer-step"
        if step:
            weights = [
                (w.detach() - setup.lr * g).requires_grad_() for w, g in zip(weights, grads, strict=True)
            ]
        left = grads if slip == "gradients-pile-up" else [torch.zeros_like(weight) for weight in weights]
        if scale is not None:
            good = good + 1 if finite else 0
            scale *= 1.0 if finite else setup.backoff
            if good == setup.growth_interval:
                scale, good = scale * 2, 0
        if slip == "loss-after-update":
            with torch.autocast(setup.device, dtype=dtype):
                loss = loss_of(weights, x, y, factor)
        run.weights.append(flat(weights))
        run.losses.append(loss.item())
        run.scales.append(scale or 0.0)
        run.stepped.append(step)
    return run


def clip(grads: list[torch.Tensor], max_norm: float | None, slip: str | None) -> list[torch.Tensor]:
    """Gradients clipped to a total norm, or with one of the ways to get that wrong."""
    if max_norm is None or slip == "never-clipped":
        return grads
    if slip == "clipped-by-value":
        return [grad.clamp(-max_norm, max_norm) for grad in grads]
    if slip == "clipped-one-by-one":
        return [grad * min(1.0, max_norm / grad.norm().item()) for grad in grads]
    norm = math.sqrt(sum(grad.double().square().sum().item() for grad in grads))
    ratio = max_norm / norm if math.isfinite(norm) else math.nan
    return [grad * (ratio if slip == "always-stretched" else min(1.0, ratio)) for grad in grads]


def largest_move(start: Weights, run: Run) -> float:
    """The largest change of any weight in any one step: the measure for tolerances."""
    before = [flat(start), *run.weights[:-1]]
    return max((b - a).abs().max().item() for a, b in zip(before, run.weights, strict=True))
