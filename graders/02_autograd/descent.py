"""Gradient descent on a line in float64, right and in the ways in which it is known to go wrong.

Everything here works from five sums over the data, so that a step costs the same for
any number of points: loss = E[(w x + b - y)^2], dw = 2 E[(w x + b - y) x], db = 2 E[w x + b - y].
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass

import torch


@dataclass(frozen=True)
class Line:
    """Data for a line, as means: of x, y, x*x, x*y and y*y."""

    x: float
    y: float
    xx: float
    xy: float
    yy: float
    count: int

    @classmethod
    def of(cls, x: torch.Tensor, y: torch.Tensor) -> Line:
        x, y = x.double(), y.double()
        means = [t.mean().item() for t in (x, y, x * x, x * y, y * y)]
        return cls(*means, count=x.numel())

    def loss(self, w: float, b: float) -> float:
        return w * w * self.xx + b * b + self.yy + 2 * (w * b * self.x - w * self.xy - b * self.y)

    def slope_gradient(self, w: float, b: float) -> float:
        return 2 * (w * self.xx + b * self.x - self.xy)

    def offset_gradient(self, w: float, b: float) -> float:
        return 2 * (w * self.x + b - self.y)

    def largest_lr(self) -> float:
        """The learning rate above which gradient descent diverges: 2 over the largest curvature."""
        # The Hessian is 2 * [[xx, x], [x, 1]].
        spread = math.sqrt((self.xx - 1) ** 2 + 4 * self.x**2)
        return 2 / (self.xx + 1 + spread)


@dataclass(frozen=True)
class Fit:
    """Where a descent ends, and the losses before each of its updates."""

    w: float
    b: float
    losses: tuple[float, ...]


def descend(line: Line, lr: float, steps: int) -> Fit:
    """Exact gradient descent from w = b = 0."""
    w = b = 0.0
    losses = []
    for _ in range(steps):
        losses.append(line.loss(w, b))
        dw, db = line.slope_gradient(w, b), line.offset_gradient(w, b)
        w, b = w - lr * dw, b - lr * db
    return Fit(w, b, tuple(losses))


def go_astray(line: Line, lr: float, steps: int) -> Iterator[tuple[str, float, float]]:
    """(mistake id, w, b): where each known mistake ends."""

    def walk(move):
        w = b = 0.0
        for step in range(steps):
            w, b = move(step, w, b)
        return w, b

    def scaled(factor):
        return lambda _, w, b: (
            w - lr * factor * line.slope_gradient(w, b),
            b - lr * factor * line.offset_gradient(w, b),
        )

    def every_pair(_, w, b):
        mean_error = w * line.x + b - line.y
        return (w - lr * 2 * (w * line.xx + b * line.x - line.y * line.x), b - lr * 2 * mean_error)

    def slope_first(_, w, b):
        w = w - lr * line.slope_gradient(w, b)
        return w, b - lr * line.offset_gradient(w, b)

    def offset_first(_, w, b):
        b = b - lr * line.offset_gradient(w, b)
        return w - lr * line.slope_gradient(w, b), b

    def slope_stays(step, w, b):
        moved = w - lr * line.slope_gradient(w, b) if step == 0 else w
        return moved, b - lr * line.offset_gradient(w, b)

    def offset_stays(step, w, b):
        moved = b - lr * line.offset_gradient(w, b) if step == 0 else b
        return w - lr * line.slope_gradient(w, b), moved

    def first_gradient(_, w, b):
        return w - lr * line.slope_gradient(0, 0), b - lr * line.offset_gradient(0, 0)

    def never_cleared(of_slope, of_offset):
        total = [0.0, 0.0]

        def move(_, w, b):
            total[0] = line.slope_gradient(w, b) + (total[0] if of_slope else 0)
            total[1] = line.offset_gradient(w, b) + (total[1] if of_offset else 0)
            return w - lr * total[0], b - lr * total[1]

        return move

    for mistake_id, move in (
        ("no-zeroing", never_cleared(True, True)),
        ("no-zeroing", never_cleared(True, False)),
        ("no-zeroing", never_cleared(False, True)),
        ("wrong-sign", scaled(-1)),
        ("forgot-the-two", scaled(0.5)),
        ("sum-not-mean", scaled(line.count)),
        ("broadcast-every-pair", every_pair),
        ("one-at-a-time", slope_first),
        ("one-at-a-time", offset_first),
        ("rebound-in-no-grad", slope_stays),
        ("rebound-in-no-grad", offset_stays),
        ("stale-graph", first_gradient),
        ("ignored-lr", scaled(0.01 / lr)),
    ):
        yield mistake_id, *walk(move)
    exact = descend(line, lr, steps)
    yield "swapped-the-pair", exact.b, exact.w
    for other in (steps - 1, steps + 1):
        near_miss = descend(line, lr, other)
        yield "steps-off-by-one", near_miss.w, near_miss.b
