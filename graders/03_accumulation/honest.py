"""A small network, a probe that notes what each optimizer step saw, and an honest run to compare with.

`build` and `watch` run in the student's process: they count and copy, and know no answer. Everything else
runs here. An update is judged by the parameters that it leaves; the gradient that it used is the evidence
for what went wrong, since most mistakes of this unit leave a sum of known gradients.
"""

from itertools import pairwise
from typing import NamedTuple

import torch

from course.checks import assert_tensor, expect, fail

CLOSE = {"rtol": 1e-4, "atol": 1e-6}


def build(weights):
    """A tanh network with a copy of `weights`, [(weight, bias), ...]. It notes (rows, with a graph?) of each forward pass, and its first number."""
    import torch

    class Network(torch.nn.Module):
        def __init__(self):
            super().__init__()
            self.forwards = []
            self.firsts = []
            self.modes = []
            self.layers = torch.nn.ModuleList()
            for weight, bias in weights:
                layer = torch.nn.Linear(weight.shape[1], weight.shape[0])
                layer.weight = torch.nn.Parameter(weight.clone())
                layer.bias = torch.nn.Parameter(bias.clone())
                self.layers.append(layer)

        def forward(self, x):
            self.forwards.append((len(x), torch.is_grad_enabled()))
            self.firsts += x.detach().flatten()[:1].tolist()
            if torch.is_grad_enabled():
                self.modes.append(self.training)
            for layer in self.layers[:-1]:
                x = torch.tanh(layer(x))
            return self.layers[-1](x)

    return Network()


def watch(submission, task, weights, optimizer, loss, calls, lazy=False):
    """Call `task` with each of `calls` on one network; report each call, and each optimizer step within it.

    optimizer: (class, options), and a third entry where it gets its parameters in two groups.
    """
    import torch

    model = build(weights)
    parameters = list(model.parameters())
    groups = [{"params": parameters[:2]}, {"params": parameters[2:]}] if len(optimizer) > 2 else parameters
    optimizer = getattr(torch.optim, optimizer[0])(groups, **optimizer[1])
    steps, arrived = [], []
    for parameter in parameters:
        parameter.register_hook(lambda gradient: arrived.append(bool(gradient.any())))

    def tensors_in(value):
        if isinstance(value, torch.Tensor):
            return [value]
        return [t for part in value for t in tensors_in(part)] if isinstance(value, (list, tuple)) else []

    def after_step(*_):
        # Also seen from here: step(closure), and a step from a hook while other parameters have no gradient yet.
        used = [None if p.grad is None else (p.grad.detach().clone(), p.detach().clone()) for p in parameters]
        steps.append({"forwards": len(model.forwards), "used": used})

    optimizer.register_step_post_hook(after_step)
    reports = []
    for first, *rest in calls:
        handed = [(t, t.clone()) for t in tensors_in([first, *rest])]
        for notes in (steps, arrived, model.forwards, model.firsts, model.modes):
            notes.clear()
        if lazy:
            first = (batch for batch in first)
        try:
            value = getattr(submission, task)(model, optimizer, getattr(torch.nn, loss)(), first, *rest)
        except (TypeError, RuntimeError) as error:
            # A stream that is no list; a weight changed under the feet of backward: told with what came before.
            if not ((lazy and "generator" in str(error)) or (reports and "inplace operation" in str(error))):
                raise
            reports.append({"crash": f"{type(error).__name__}: {str(error)[:90]}"})
            break
        reports.append(
            {
                "value": value,
                "steps": list(steps),
                "forwards": list(model.forwards),
                "in_train_mode": all(model.modes),
                "firsts": list(model.firsts),
                "arrived": bool(arrived),
                "only_zeros": bool(arrived) and not any(arrived),
                "kept": all(torch.equal(t, old) and not t.requires_grad for t, old in handed),
                "left": [None if p.grad is None else p.grad.detach().clone() for p in parameters],
                "parameters": [p.detach().clone() for p in parameters],
            }
        )
    return reports


class Update(NamedTuple):
    """One optimizer step, all parameters laid end to end."""

    gradient: torch.Tensor  # that the step used
    parameters: torch.Tensor  # after the step
    loss: float | None = None  # before the step


def flat(tensors):
    return torch.cat([tensor.detach().flatten() for tensor in tensors])


def some_weights(*widths):
    return [(torch.randn(wide, narrow) * 0.6, torch.randn(wide) * 0.3) for narrow, wide in pairwise(widths)]


def unflatten(vector, like):
    """The inverse of `flat` for [(weight, bias), ...]."""
    pieces = iter(vector.split([tensor.numel() for pair in like for tensor in pair]))
    return [tuple(next(pieces).view_as(tensor) for tensor in pair) for pair in like]


def a_batch(rows, inputs, outputs):
    return torch.randn(rows, inputs), torch.randn(rows, outputs)


def a_labelled_batch(rows, inputs, classes):
    return torch.randn(rows, inputs), torch.randint(classes, (rows,))


def mean_gradient(weights, loss, batches):
    """The gradient of the mean of the batches' losses at `weights`, and that mean."""
    model = build(weights)
    mean = torch.stack([getattr(torch.nn, loss)()(model(x), y) for x, y in batches]).mean()
    return flat(torch.autograd.grad(mean, list(model.parameters()))), mean.item()


def honest_run(weights, optimizer, loss, windows):
    """The updates of a plain loop: one for each window, by the mean of the losses of its batches."""
    model = build(weights)
    parameters = list(model.parameters())
    optimizer = getattr(torch.optim, optimizer[0])(parameters, **optimizer[1])
    updates = []
    for window in windows:
        mean = torch.stack([getattr(torch.nn, loss)()(model(x), y) for x, y in window]).mean()
        for parameter, gradient in zip(parameters, torch.autograd.grad(mean, parameters), strict=True):
            parameter.grad = gradient
        gradient = flat(parameter.grad for parameter in parameters)
        optimizer.step()
        updates.append(Update(gradient, flat(parameters), mean.item()))
    return updates


def no_gradient(report):
    """Why there was none: one came and was cleared, or none came at all. One of zeros tells nothing."""
    if report["only_zeros"]:
        return None
    return "cleared-before-step" if report["arrived"] else "gradient-never-came"


def expect_kept(report, when):
    """What was handed in is as it was."""
    expect(
        report.get("kept", True),
        f"{when}: inputs or targets are not as they were, in values or in requires_grad.",
        mistake="changed-its-input",
    )


def expect_train_mode(report, when):
    """The forward passes that train run in train mode."""
    expect(
        report["in_train_mode"],
        f"{when}: the model came in train mode, and a forward pass of the update ran in eval mode.",
        mistake="trained-in-eval-mode",
    )


def updates_of(report, when, wanted, chunks=True):
    """The `wanted` updates of one call, with `chunks` or without. A parameter is updated by a step that finds a gradient for it."""
    expect("crash" not in report, f"{when}: it raised {report.get('crash')}")
    columns = [
        [used for used in column if used is not None]
        for column in zip(*(step["used"] for step in report["steps"]), strict=True)
    ]
    counts = sorted({len(column) for column in columns})
    if wanted and not any(counts):
        expect(report["steps"], f"{when}: optimizer.step() was never called.", mistake="stepped-never")
        expect(
            report["forwards"],
            f"{when}: optimizer.step() was called, but no sample had gone through the model.",
        )
        expect(not report["only_zeros"], f"{when}: backward() brought a gradient of zero.")
        lying = any(gradient is not None and gradient.any() for gradient in report["left"])
        fail(
            f"{when}: optimizer.step() was called, but found no gradient.",
            mistake="stepped-before-backward" if lying else no_gradient(report),
        )
    if len(counts) > 1:
        fail(
            f"{when}: optimizer.step() updated some parameters {counts[-1]} times, others {counts[0]} times."
        )
    if sum(counts) != wanted:
        chunkwise = [step["forwards"] for step in report["steps"]] == list(
            range(1, len(report["forwards"]) + 1)
        )
        fail(
            f"{when}: optimizer.step() updated the parameters {sum(counts)} times; wanted is {wanted}.",
            mistake="stepped-every-chunk" if chunks and wanted == 1 and chunkwise else None,
        )
    return [
        Update(flat(gradient for gradient, _ in entries), flat(values for _, values in entries))
        for entries in zip(*columns, strict=True)
    ]


def judge_update(got, want, when, candidates):
    """The parameters decide. Where they are wrong, the gradient that the step used tells why.

    candidates: the gradients that known mistakes leave for the step, {mistake: [gradient, ...]}.
    """
    same_shape = got.gradient.shape == want.gradient.shape and got.parameters.shape == want.parameters.shape
    if same_shape and torch.allclose(got.parameters, want.parameters, **CLOSE):
        return
    wrong_gradient = same_shape and not torch.allclose(got.gradient, want.gradient, **CLOSE)
    if wrong_gradient and got.gradient.isfinite().all():
        named = None
        for name, guesses in candidates.items():
            telling = [guess for guess in guesses if not torch.allclose(guess, want.gradient, **CLOSE)]
            if named is None and any(torch.allclose(got.gradient, guess, **CLOSE) for guess in telling):
                named = name
        fail(
            f"{when}: optimizer.step() used a wrong gradient. {compare(got.gradient, want.gradient)}",
            mistake=named,
        )
    assert_tensor(
        got.gradient, want.gradient, what=f"the gradient that optimizer.step() used ({when})", **CLOSE
    )
    assert_tensor(got.parameters, want.parameters, what=f"the parameters after the step ({when})", **CLOSE)


def compare(got, want):
    """How a gradient differs, in length and direction."""
    if not got.any():
        return "All of it is zero."
    ratio = (got.norm() / want.norm()).item()
    cosine = torch.nn.functional.cosine_similarity(got, want, dim=0).clamp(-1, 1)
    degrees = torch.rad2deg(torch.acos(cosine)).item()
    length = f"It is {ratio:.2g} times as long as the right one"
    if degrees < 0.5 and abs(ratio - 1) < 0.05:
        apart = 100 * ((got - want).norm() / want.norm()).item()
        return f"It is nearly right: what it misses by has {apart:.2g} % of its length."
    if degrees < 0.5:
        return f"{length} and points the same way."
    return f"{length}, and {degrees:.0f} degrees stand between the two."
