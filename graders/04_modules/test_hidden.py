"""Unit 4, the hidden checks: ragged sizes, fresh weights, and what only shows on the second look.

Models are built in the guest by probes. A probe lays fresh numbers into the parameters and
hands them back with the output; the formula is worked out here, from parameters found by
their shapes. Where two roles share a shape, every assignment is tried.
"""

from functools import partial
from itertools import permutations, product

import torch
from torch.nn import functional as F

from course.checks import assert_equal, assert_number, assert_tensor, check, expect, fail, mistake

from .test_visible import refuse_no_dictionary, refuse_other_numbers, refuse_other_types

mistake(
    "fixed-sizes", "The model always has the sizes of the lesson's example. Take them from the arguments."
)
mistake("relu-misplaced", "The ReLU comes after the second Linear instead of after the first.")
mistake(
    "log-softmax-on-output",
    "The output went through a log_softmax. CrossEntropyLoss does not mind (it would do the same again), "
    "but the model asked for ends with the Linear and returns raw scores.",
)
mistake(
    "flattened-input",
    "The input was flattened, which mixes the leading axes with the features or the batch. A Linear works "
    "on the last axis and leaves all others alone, so nothing needs reshaping.",
)
mistake("dropout-argument-ignored", "The share of dropped units does not follow the argument `dropout`.")
mistake(
    "keep-probability",
    "The share of dropped units is 1 - dropout. In PyTorch the number is the probability of "
    "dropping, not of keeping.",
)
mistake(
    "hooks-bypassed",
    "A layer's computation ran without its hooks. Call the layer itself, self.layer(x): going to "
    "self.layer.forward(x), or to F.linear with its weight, skips what __call__ adds.",
)
mistake(
    "call-overridden",
    "A hook on the model never fired. Define forward and leave __call__ to nn.Module, which runs the hooks around it.",
)
mistake(
    "counted-at-every-level",
    "You went through modules() and took all parameters() of each. parameters() already walks the whole tree, so what "
    "lies deep is counted once for every module around it.",
)
mistake("shared-counted-twice", "A tensor that two layers share was counted once for each of them.")
mistake(
    "buffers-counted",
    "The buffers were counted. state_dict() holds them beside the parameters; an optimizer never sees them.",
)
mistake(
    "judged-by-grad",
    "trainable_only looked at .grad, which is None until the first backward. Whether a parameter trains is said "
    "by requires_grad.",
)
mistake(
    "buffers-listed",
    "There are rows for buffers. state_dict() lists parameters and buffers, named_parameters() parameters only.",
)
mistake("sorted-by-name", "The rows are sorted by name. The order asked for is that of named_parameters().")
mistake(
    "shared-listed-twice",
    "A parameter that two layers share has two rows. named_parameters() gives it once, under its first name.",
)
mistake(
    "prefix-without-dot",
    'A layer whose name only begins with the same letters was frozen too: "fc10" begins with "fc1". '
    "Compare with the prefix and a dot.",
)
mistake(
    "substring-match",
    "A parameter was frozen that has the prefix in the middle of its name. Only the beginning counts.",
)
mistake(
    "already-frozen-left-out",
    "A parameter that was frozen before is missing in the list. It belongs to the prefix and is frozen, so it is named.",
)
mistake(
    "shared-named-twice",
    "A parameter that two layers share was named twice. named_parameters() gives it once, under its first name.",
)
mistake(
    "replaced-the-parameters",
    "New tensors stand in the place of the parameters. An optimizer goes on holding the old ones; set the flag on "
    "the parameter that is there.",
)
mistake(
    "thawed-others",
    "A parameter outside the prefix was frozen before the call and trains after it. freeze only ever freezes.",
)
mistake(
    "buffers-left-behind",
    "The parameters arrived, the buffers did not. BatchNorm's running statistics are state as much as its weights.",
)
mistake(
    "aliased",
    "source and target share memory after the copy: changing one changes the other. That is what assign=True, "
    "`p.data = q.data` and handing over the tensors themselves do.",
)
mistake(
    "not-strict",
    "A mismatch went through silently. A copy that skips what does not match leaves random weights in the "
    "target, and nobody notices; load_state_dict is strict unless told otherwise.",
)
mistake(
    "broadcast-into-place",
    "A smaller tensor was stretched over a larger one without an error. copy_ broadcasts; compare the shapes first.",
)
mistake(
    "copied-by-order",
    "The tensors were paired by their place in the list. Two modules may register the same names in another order: "
    "pair them by name.",
)
mistake(
    "buffers-left-out",
    "The snapshot lacks the buffers. A model restored from it would keep the later running statistics.",
)
mistake(
    "tied-name-left-out",
    "The snapshot lacks the second name of a tensor that two layers share. state_dict() holds it under both names, and "
    "load_state_dict wants both back.",
)
mistake(
    "scratch-buffers-saved",
    "The snapshot also holds buffers that were registered with persistent=False. They are no part of the state, and "
    "load_state_dict refuses them; named_buffers() lists them, state_dict() does not.",
)
mistake(
    "live-buffers",
    "The parameters in the snapshot stayed, the buffers in it changed with the model. Clone these as well.",
)
mistake("no-relu-in-branch", "The branch has no ReLU: x + relu(linear(layer_norm(x))).")
mistake(
    "relu-after-adding",
    "The ReLU was applied to the sum. It belongs to the branch: x + relu(...), so that x itself passes untouched.",
)
mistake(
    "norm-after-adding",
    'The LayerNorm was applied to the sum. Here it stands at the start of the branch ("pre-norm").',
)
mistake(
    "norm-after-linear",
    "The LayerNorm was applied to what the Linear gave. It stands in front of the Linear.",
)
mistake(
    "shortcut-cut-off",
    "The shortcut passes x on, but not the gradient on its way back: somewhere on it is .detach(), .data or no_grad. "
    "With that, a stack of any depth learns like its last block alone.",
)
mistake(
    "other-in-train-mode",
    "In train mode the same input gives other values. Nothing in this stack is random or looks at the batch: no "
    "dropout was asked for, and LayerNorm does the same in both modes.",
)
mistake(
    "branch-cut-off",
    "The branch gives its values, but no gradient goes back through it to x: somewhere in front of the LayerNorm or "
    "the Linear is .detach(), .data or no_grad. The blocks below are then trained as if this one were not there.",
)
mistake("one-skip-for-all", "There is a single shortcut around the whole stack. Every block has its own.")
mistake("input-changed", "x += ... writes into the caller's tensor. x = x + ... makes a new one.")
mistake(
    "sum-over-sequence",
    "The embeddings were summed. A LayerNorm hides that while the numbers are large (it divides the scale away), "
    "but next to its epsilon the scale shows, and it then depends on the length of the sequence.",
)
mistake("first-token-only", "Only the first token decides. All tokens of the sequence are averaged.")
mistake("last-token-only", "Only the last token decides. All tokens of the sequence are averaged.")
mistake("max-over-sequence", "The largest value over the sequence was taken instead of the mean.")
mistake(
    "padding-row",
    "The embedding of one token that was used got no gradient. padding_idx does this; here every token is a token.",
)
mistake(
    "scaled-by-frequency",
    "The gradient of a token that occurs several times was divided by how often it occurs. scale_grad_by_freq does "
    "this; a plain nn.Embedding adds the gradients up.",
)
mistake(
    "input-cut-off",
    "The output is right, but no gradient goes back to the model's input: forward cuts x off by .detach(), .data or "
    "the like. A layer in front of this model would learn nothing.",
)
mistake(
    "batch-statistics",
    "forward normalised by the mean and std of its own input. It should use those that fit(x) found.",
)
mistake(
    "plain-attribute",
    "The mean and std are ordinary attributes, so neither state_dict() nor .to() knows them. Register them as buffers.",
)
mistake(
    "not-persistent",
    "The buffers are registered with persistent=False, which keeps them out of state_dict().",
)
mistake(
    "buffers-born-in-fit",
    "A fresh Standardize has no place for the saved statistics: its buffers exist only after fit. "
    "Register them in __init__, with their full shape.",
)
mistake(
    "fitted-flag-not-saved",
    "After load_state_dict, forward gives x back unchanged, though the statistics arrived: something else that forward "
    "looks at was not saved.",
)
mistake(
    "stale-reference",
    "The buffers moved, but forward used older tensors that were kept on the side. .to() puts new tensors in the place "
    "of the buffers, so read self.name each time.",
)


# --- shared by the checks -------------------------------------------------------------


def shaped(parameter, shape):
    """The parameter in this shape, or None; a matrix may lie transposed, a vector may be a row or a column."""
    if tuple(parameter.shape) == shape:
        return parameter
    if len(shape) == 2 and tuple(parameter.shape) == shape[::-1]:
        return parameter.T
    if len(shape) == 1 and parameter.dim() == 2 and 1 in parameter.shape and parameter.numel() == shape[0]:
        return parameter.reshape(shape)
    return None


def parameter_matching(parameters, *shape):
    """The first parameter that has this shape; fails where there is none."""
    found = [fit for parameter in parameters if (fit := shaped(parameter, shape)) is not None]
    shapes = ", ".join(str(tuple(parameter.shape)) for parameter in parameters) or "none"
    expect(
        found, f"no parameter of shape {shape} was found. The shapes of the model's parameters are: {shapes}."
    )
    return found[0]


def assert_some(got, wants, *, what, mistakes=None, hint=None):
    """assert_tensor, where several assignments of the parameters to their roles are equally right."""

    def close(want):
        return (
            isinstance(got, torch.Tensor)
            and got.dtype == want.dtype
            and got.shape == want.shape
            and torch.allclose(got, want, rtol=1e-3, atol=1e-4)
        )

    def closest(tensors):
        first = None
        for tensor in tensors:
            if close(tensor):
                return tensor
            first = tensor if first is None else first
        return first

    slips = {name: partial(closest, tensors) for name, tensors in (mistakes or {}).items()}
    assert_tensor(got, closest(wants), what=what, mistakes=slips, rtol=1e-3, atol=1e-4, hint=hint)


def run(submission, name, sizes, x, noise, dropout=None, small=None, backward=True):
    """Fresh numbers in every parameter; two eval runs, the parameters, and which of them get a gradient.

    Parameters of the shape `small` get numbers that are a few thousandths.
    """
    import torch

    options = {} if dropout is None else {"dropout": dropout}
    model = getattr(submission, name)(*sizes, **options)
    model.eval()
    model(x.clone())  # lazy layers take their shapes at the first call
    taken = 0
    with torch.no_grad():
        for parameter in model.parameters():
            places = torch.arange(taken, taken + parameter.numel()) % noise.numel()
            parameter.copy_(noise[places].view(parameter.shape))
            if small is not None and sorted(parameter.shape) == sorted(small):
                parameter.mul_(4e-3)
            taken += parameter.numel()
    before, x, laid = x, x.clone(), [parameter.detach().clone() for parameter in model.parameters()]
    out = model(x)
    again = model(x)
    kept = torch.equal(x, before)
    parameters = [parameter.detach().clone() for parameter in model.parameters()]
    gradients = []
    if backward and kept and torch.is_tensor(out) and out.requires_grad:
        (out * torch.linspace(1, 2, out.numel()).view(out.shape)).sum().backward()
        for parameter in model.parameters():
            g = parameter.grad
            gradients.append(None if g is None else (g.to_dense() if g.is_sparse else g).abs().clone())
    model.train()
    with torch.no_grad():
        trained = model(before)
    return {
        "out": out.detach() if torch.is_tensor(out) else out,
        "repeats": not torch.is_tensor(out) or torch.equal(out, again),
        "input_kept": kept,
        "parameters_kept": all(torch.equal(p, q) for p, q in zip(parameters, laid, strict=True)),
        "in_train_mode": trained,
        "parameters": parameters,
        "gradients": gradients,
    }


def idle_parameters(found):
    """How many parameters backward did not reach."""
    return sum(1 for g in found["gradients"] if g is None or not bool((g > 0).any()))


def expect_gradients(found):
    """Every parameter takes part in learning."""
    idle = idle_parameters(found)
    expect(
        bool(found["gradients"]),
        "the output carries no graph, so backward cannot reach the parameters.",
        hint="Leave out no_grad, detach and .data in forward.",
    )
    expect(idle == 0, f"{idle} of {len(found['gradients'])} parameters got no gradient from backward.")


def drop(submission, name, sizes, dropout, x, laid):
    """Lays given values into the parameters of their size; three runs in train mode, two in eval mode."""
    import torch

    model = (
        getattr(submission, name)(*sizes)
        if dropout is None
        else getattr(submission, name)(*sizes, dropout=dropout)
    )
    model(x)
    strangers, used = 0, set()
    with torch.no_grad():
        for parameter in model.parameters():
            fits = [n for n, values in enumerate(laid) if values.numel() == parameter.numel()]
            if not fits:
                strangers += 1
                continue
            used.add(fits[0])
            values = laid[fits[0]]
            turned = values.dim() == 2 and parameter.shape == values.T.shape
            parameter.copy_(values.T if turned else values.reshape(parameter.shape))
        model.train()
        trained, *others = [model(x) for _ in range(3)]
        model.eval()
        return {
            "train": trained,
            "others": others,
            "eval": model(x),
            "again": model(x),
            "strangers": strangers,
            "used": len(used),
        }


def judge_dropout(student, name, sizes, x, laid, level):
    """The first five scores show five hidden units at `level`, the last two are constant at 3.

    With 2,000 rows of five units, the share of dropped ones is within 0.03 of its
    probability in all but one run of a hundred million.
    """

    def observed(dropout):
        found = student.observe(drop, name, sizes, dropout, x, laid)
        for mode, out in (("eval", found["eval"]), ("eval", found["again"]), ("train", found["train"])):
            expect(
                isinstance(out, torch.Tensor)
                and tuple(out.shape) == (len(x), sizes[-1])
                and out.dtype == torch.float32,
                f"in {mode} mode: got {tuple(out.shape) if isinstance(out, torch.Tensor) else type(out).__name__}, "
                f"wanted a float32 tensor of shape {(len(x), sizes[-1])}.",
            )
        expect(
            found["strangers"] == 0 and found["used"] == len(laid),
            "the shapes of the model's parameters are not those that the docstring asks for, so its dropout cannot be looked at.",
        )
        expect(
            torch.equal(found["eval"], found["again"]),
            "two calls in eval mode on the same input gave different outputs.",
            mistake="dropout-in-eval",
        )
        want = torch.tensor([level] * 5 + [3.0] * 2).expand(len(x), 7)
        assert_tensor(found["eval"], want, what="the output in eval mode", rtol=1e-4)
        for trained in (found["train"], *found["others"]):
            dropped = trained[:, :5] == 0
            alike = bool((dropped == dropped[0]).all()) and 0 < int(dropped[0].sum()) < 5
            expect(
                not alike,
                "in train mode, all rows of a batch lose the same units; each row should draw its own.",
            )
        return found["train"]

    def share(out):
        return float((out[:, :5] == 0).float().mean())

    shares = {p: share(observed(p)) for p in (0.3, 0.0)}
    out = observed(0.3)
    expect(
        bool((out[:, 5:] == 3.0).all()), "in train mode, scores were dropped.", mistake="dropout-on-output"
    )
    expect(
        max(shares.values()) > 0, "in train mode with dropout=0.3, no unit is dropped.", mistake="no-dropout"
    )
    if abs(shares[0.3] - 0.7) < 0.03:
        fail(
            "in train mode with dropout=0.3, about 70 % of the units are dropped.", mistake="keep-probability"
        )
    if abs(shares[0.3] - shares[0.0]) < 0.03:
        fail(
            f"in train mode, {shares[0.3]:.0%} of the units are dropped with dropout=0.3 and {shares[0.0]:.0%} with dropout=0.0.",
            mistake="dropout-argument-ignored",
        )
    expect(
        abs(shares[0.3] - 0.3) < 0.03 and shares[0.0] == 0.0,
        f"in train mode, {shares[0.3]:.0%} of the units are dropped with dropout=0.3 and {shares[0.0]:.0%} with dropout=0.0.",
    )
    kept = out[:, :5][out[:, :5] != 0]
    expect(
        not torch.allclose(kept, torch.full_like(kept, level), rtol=1e-4),
        "in train mode, the units that stay are not scaled up.",
        mistake="no-rescaling",
    )
    assert_tensor(
        kept,
        torch.full_like(kept, level / 0.7),
        what="the part that survives dropout=0.3 in train mode",
        rtol=1e-4,
    )
    whole = float((out[:, :5] == 0).all(dim=1).float().mean())
    expect(whole < 0.1, "in train mode, whole rows are dropped; each unit should have its own chance.")
    default = share(observed(None))
    expect(
        abs(default - 0.1) < 0.03,
        f"in train mode without the argument dropout, {default:.0%} of the units are dropped.",
        hint="dropout=0.1 is the default.",
    )


def ragged(*choices):
    """One size from each (low, high) range; the ranges do not overlap, so the sizes differ."""
    return [int(torch.randint(low, high + 1, ())) for low, high in choices]


# --- TwoLayerMLP ----------------------------------------------------------------------


def count_unrun(submission, sizes):
    """The parameters of a model that was never called; lazy layers have none yet."""
    from torch.nn.parameter import is_lazy

    return sum(p.numel() for p in submission.TwoLayerMLP(*sizes).parameters() if not is_lazy(p))


def gradient_and_float64(submission, sizes, x):
    """The gradient that comes back to the input, and what the model gives in float64."""
    import torch

    model = submission.TwoLayerMLP(*sizes)
    model.eval()
    leaf = x.clone().requires_grad_()
    out = model(leaf)
    if out.requires_grad:
        out.sum().backward()
    try:
        wide = str(model.to(torch.float64)(x.double()).dtype)
    except RuntimeError as error:
        wide = f"{type(error).__name__}: {str(error).splitlines()[0]}"
    return {"gradient": leaf.grad, "float64": wide}


@check(
    "TwoLayerMLP",
    points=2,
    hint="The order is Linear, ReLU, Dropout, Linear; nothing comes after the last one.",
    inputs="other sizes, fresh weights, eval mode",
)
def test_relu_between_two_linears(student):
    """in eval mode the output is linear(relu(linear(x))), and every parameter learns"""
    d_in, d_hidden, d_out = ragged((4, 5), (8, 9), (6, 7))
    x = torch.randn(13, d_in)
    unrun = student.observe(count_unrun, (d_in, d_hidden, d_out))
    expect(
        unrun != 203_530,
        f"the model has {unrun:,} parameters at {(d_in, d_hidden, d_out)}.",
        mistake="fixed-sizes",
    )
    found = student.observe(run, "TwoLayerMLP", (d_in, d_hidden, d_out), x, torch.randn(600), 0.4)
    parameters = found["parameters"]
    first, first_bias = (
        parameter_matching(parameters, d_hidden, d_in),
        parameter_matching(parameters, d_hidden),
    )
    second, second_bias = (
        parameter_matching(parameters, d_out, d_hidden),
        parameter_matching(parameters, d_out),
    )
    expect(
        len(parameters) == 4, f"the model has {len(parameters)} parameters (weights and biases), wanted four."
    )
    expect(found["input_kept"], "calling the model changed its input tensor.", mistake="changed-its-input")
    expect(
        found["repeats"],
        "two calls in eval mode on the same input gave different outputs.",
        mistake="dropout-in-eval",
    )
    hidden = x @ first.T + first_bias
    want = hidden.relu() @ second.T + second_bias
    straight = hidden @ second.T + second_bias
    assert_tensor(
        found["out"],
        want,
        what="the output in eval mode",
        mistakes={
            "no-relu": straight,
            "relu-misplaced": straight.relu(),
            "relu-on-output": want.relu(),
            "softmax-on-output": want.softmax(-1),
            "log-softmax-on-output": want.log_softmax(-1),
        },
        rtol=1e-4,
        atol=1e-4,
    )
    expect_gradients(found)
    found = student.observe(gradient_and_float64, (d_in, d_hidden, d_out), x)
    gradient = found["gradient"]
    expect(
        gradient is not None and bool(gradient.any()),
        "the parameters get their gradients, the model's input gets none.",
        mistake="input-cut-off",
    )
    expect(
        found["float64"] == "torch.float64",
        f"after .to(torch.float64), a float64 input gave {found['float64']}.",
        hint="Layers work in the dtype of their parameters. Leave out .float() in forward.",
    )


def leading_axes(submission, sizes, inputs):
    model = submission.TwoLayerMLP(*sizes, dropout=0.0)
    model.eval()
    model(inputs[0])
    outs = []
    for x in inputs:
        try:
            outs.append(model(x))
        except NotImplementedError:
            raise
        except (RuntimeError, ValueError, TypeError, IndexError) as error:
            outs.append(f"{type(error).__name__}: {str(error).splitlines()[0]}")
    return outs


@check(
    "TwoLayerMLP",
    hint="A Linear works on the last axis and keeps all others. No view, reshape or flatten is needed.",
    inputs="inputs of one, two and three axes",
)
def test_any_leading_axes(student):
    """only the last axis is touched: (batch, seq, input_dim) and (input_dim,) work too"""
    sizes = (5, 9, 3)
    x = torch.randn(2, 4, 5)
    flat, deep, single = student.observe(leading_axes, sizes, [x.reshape(8, 5), x, x[1, 2]])
    expect(
        isinstance(flat, torch.Tensor) and tuple(flat.shape) == (8, 3),
        "an (8, 5) input did not give an (8, 3) tensor.",
    )
    if isinstance(deep, torch.Tensor) and tuple(deep.shape) == (8, 3):
        fail("a (2, 4, 5) input gave (8, 3), wanted (2, 4, 3).", mistake="flattened-input")
    if isinstance(deep, str) and "2x20" in deep:
        fail("a (2, 4, 5) input was made (2, 20), which fits no layer.", mistake="flattened-input")
    for shape, output in (("(2, 4, 5)", deep), ("(5,)", single)):
        if isinstance(output, str):
            fail(f"a {shape} input raised {output}")
    assert_tensor(deep, flat.reshape(2, 4, 3), what="the output for a (2, 4, 5) input", rtol=1e-4, atol=1e-5)
    assert_tensor(single, flat[6], what="the output for a (5,) input", rtol=1e-4, atol=1e-5)


@check(
    "TwoLayerMLP",
    points=2,
    hint="One Dropout, between the ReLU and the last Linear, made in __init__ with the p that was passed in.",
    inputs="train and eval mode, several values of dropout",
)
def test_dropout_only_in_training(student):
    """hidden units are dropped with probability `dropout` in train mode, none in eval mode"""
    # five hidden units at 1 + 2 + 4 + 1 = 8, shown by the first five of seven scores
    x = torch.tensor([[1.0, 2.0, 4.0]]).repeat(2000, 1)
    laid = [torch.ones(5, 3), torch.ones(5), torch.eye(7, 5), torch.tensor([0.0] * 5 + [3.0] * 2)]
    judge_dropout(student, "TwoLayerMLP", (3, 5, 7), x, laid, level=8.0)


def watch_hooks(submission, sizes, x):
    import torch

    model = submission.TwoLayerMLP(*sizes)
    fired = []
    handles = [
        module.register_forward_hook(lambda module, inputs, output, name=name: fired.append(name))
        for name, module in model.named_modules()
    ]
    model.eval()
    model(x)
    for handle in handles:
        handle.remove()
    layers = [
        name
        for name, module in model.named_modules()
        if name
        and not list(module.children())
        and list(module.parameters(recurse=False))
        and type(module).forward is not torch.nn.Module.forward
    ]
    return {"fired": fired, "layers": layers, "parameters": sum(p.numel() for p in model.parameters())}


@check(
    "TwoLayerMLP",
    hint="Call modules, never their forward: self.layer(x). Define forward, not __call__.",
    inputs="forward hooks on the model and its layers",
)
def test_hooks_fire(student):
    """a forward hook on the model fires, and one on each of its layers"""
    found = student.observe(watch_hooks, (6, 5, 4), torch.randn(3, 6))
    expect(
        found["parameters"] > 0,
        "the model has no parameters, so there is no layer to watch.",
        mistake="nothing-registered",
    )
    expect("" in found["fired"], "a forward hook on the model did not fire.", mistake="call-overridden")
    silent = [name for name in found["layers"] if name not in found["fired"]]
    expect(
        not silent,
        f"a forward hook did not fire on {len(silent)} of {len(found['layers'])} layers: {', '.join(silent)}.",
        mistake="hooks-bypassed",
    )
    expect(
        found["fired"].count("") == 1,
        f"one call of the model fired its forward hook {found['fired'].count('')} times.",
    )


# --- count_parameters -----------------------------------------------------------------


def counted(what, got):
    """Names the number that came back; the wanted one stays hidden."""
    return f"{what}, {got:,}," if type(got) is int else what


def tied_model(submission, vocab, dim, trainable_only):
    """An embedding whose table is also the output weight, with a BatchNorm between; the norm is frozen."""
    from torch import nn

    model = nn.Module()
    model.table = nn.Embedding(vocab, dim)
    model.norm = nn.BatchNorm1d(dim)
    model.head = nn.Linear(dim, vocab)
    model.head.weight = model.table.weight
    for parameter in model.norm.parameters():
        parameter.requires_grad_(False)
    if trainable_only is None:
        return submission.count_parameters(model)
    model.head.bias.grad = model.head.bias.detach().clone()
    return submission.count_parameters(model, trainable_only=trainable_only)


@check(
    "count_parameters",
    hint="module.parameters() leaves buffers out and gives a shared tensor once; state_dict() does neither.",
    inputs="tied weights and a BatchNorm",
)
def test_shared_once_buffers_never(student):
    """a tied weight counts once, running statistics do not count"""
    vocab, dim = ragged((23, 29), (5, 9))
    got = student.observe(tied_model, vocab, dim, None)
    right = vocab * dim + vocab + 2 * dim
    buffers = 2 * dim + 1
    layers = 2 * vocab * dim + vocab + 2 * dim  # one by one
    if got == right + buffers + vocab * dim:
        fail("the count is that of all tensors in the state dict.", mistake="buffers-counted")
    assert_number(
        got,
        right,
        kind=int,
        rtol=0,
        atol=0,
        what=counted("the count", got),
        mistakes={
            "shared-counted-twice": layers,
            "counted-at-every-level": right + layers,
            "buffers-counted": right + buffers,
            "counted-tensors": 4,
            "frozen-left-out": right - 2 * dim,
            "trainable-left-out": 2 * dim,
        },
        hint="named_parameters() and parameters() give a shared tensor once; state_dict() gives it under each of its names.",
    )


@check(
    "count_parameters",
    hint="Filter by requires_grad, a flag of each parameter. It has nothing to do with .grad.",
    inputs="a partly frozen model with tied weights",
)
def test_trainable_only(student):
    """trainable_only leaves the frozen ones out, whether or not there are gradients yet"""
    vocab, dim = ragged((23, 29), (5, 9))
    right = vocab * dim + vocab
    got = student.observe(tied_model, vocab, dim, True)
    assert_number(
        got,
        right,
        kind=int,
        rtol=0,
        atol=0,
        what=counted("the trainable count", got),
        mistakes={
            "trainable-only-ignored": right + 2 * dim,
            "counted-frozen": 2 * dim,
            "shared-counted-twice": right + vocab * dim,
            "judged-by-grad": vocab,
        },
    )
    assert_number(
        student.observe(tied_model, vocab, dim, False),
        right + 2 * dim,
        kind=int,
        rtol=0,
        atol=0,
        what="the count with trainable_only=False",
        mistakes={
            "shared-counted-twice": right + 2 * dim + vocab * dim,
            "buffers-counted": right + 4 * dim + 1,
        },
    )


def without_data(submission, rows, columns):
    import torch
    from torch import nn

    class Scaled(nn.Module):
        def __init__(self):
            super().__init__()
            self.scale = nn.Parameter(torch.tensor(2.0))
            self.inner = nn.Sequential(nn.ReLU(), nn.Conv2d(2, rows, 3, bias=False))

    return {
        "meta": submission.count_parameters(
            nn.Sequential(
                nn.Embedding(rows * 1_000_000, columns, device="meta"), nn.Linear(columns, 7, device="meta")
            )
        ),
        "scaled": submission.count_parameters(Scaled()),
        "empty": submission.count_parameters(nn.ReLU()),
    }


@check(
    "count_parameters",
    hint="numel() needs no data. The sum over no parameters is 0.",
    inputs="a model on the meta device, a scalar parameter, a module without parameters",
)
def test_no_data_needed(student):
    """counts from shapes alone: billions on the meta device, a scalar as one, a ReLU as none"""
    rows, columns = ragged((3, 4), (1000, 1100))
    found = student.observe(without_data, rows, columns)
    assert_number(
        found["meta"],
        (rows * 1_000_000 + 7) * columns + 7,
        kind=int,
        rtol=0,
        atol=0,
        what="the count of an embedding and a Linear on the meta device",
    )
    assert_number(
        found["scaled"],
        1 + 18 * rows,
        kind=int,
        rtol=0,
        atol=0,
        what="the count of a scalar and a convolution without bias",
        mistakes={"counted-tensors": 2},
    )
    assert_number(found["empty"], 0, kind=int, rtol=0, atol=0, what="the count of a ReLU")


# --- parameter_table ------------------------------------------------------------------


def judge_table(table, want, mistakes):
    refuse_other_types(table, "the table")
    expect(
        all(isinstance(row, tuple) and len(row) == 3 for row in table),
        "each row is a tuple of three things: name, shape, number of elements.",
    )
    expect(
        not any(isinstance(row[1], list) for row in table), "a shape came as a list.", mistake="shape-as-list"
    )
    rows = [
        (name, tuple(shape) if isinstance(shape, tuple) else shape, count) for name, shape, count in table
    ]
    names = [row[0] for row in rows]
    for name, evidence in mistakes.items():
        if evidence(names):
            fail("the rows are not those of named_parameters().", mistake=name)
    missing = sum(row[0] not in names for row in want)
    expect(missing == 0, f"{missing} of {len(want)} parameters have no row under their dotted name.")
    expect(len(rows) == len(want), f"the table has {len(rows)} rows, wanted {len(want)}.")
    assert_equal(names, [row[0] for row in want], what="the order of the names")
    assert_equal([row[1] for row in rows], [row[1] for row in want], what="the column of shapes")
    refuse_other_numbers(rows)
    assert_equal([row[2] for row in rows], [row[2] for row in want], what="the column of element counts")


def nested_table(submission, a, b, c):
    import torch
    from torch import nn

    class Tower(nn.Module):
        def __init__(self):
            super().__init__()
            self.trunk = nn.Sequential(nn.Linear(a, b), nn.Sequential(nn.ReLU(), nn.Linear(b, c, bias=False)))
            self.attic = nn.Linear(c, a)
            self.temperature = nn.Parameter(torch.tensor(1.0))
            self.attic.bias.requires_grad_(False)

    return submission.parameter_table(Tower())


@check(
    "parameter_table",
    hint="named_parameters() goes through the whole tree and gives full dotted names, in the order that is wanted.",
    inputs="nested modules, a scalar parameter, a frozen one",
)
def test_nested_modules(student):
    """nested names with their dots, in registration order; a scalar has shape () and one element"""
    a, b, c = ragged((3, 4), (5, 7), (8, 9))
    want = [
        ("temperature", (), 1),
        ("trunk.0.weight", (b, a), a * b),
        ("trunk.0.bias", (b,), b),
        ("trunk.1.1.weight", (c, b), b * c),
        ("attic.weight", (a, c), a * c),
        ("attic.bias", (a,), a),
    ]
    judge_table(
        student.observe(nested_table, a, b, c),
        want,
        {"sorted-by-name": lambda names: names == sorted(names) and len(names) == len(want)},
    )


def tied_table(submission, vocab, dim):
    from torch import nn

    model = nn.Sequential(
        nn.Embedding(vocab, dim), nn.BatchNorm1d(dim), nn.Linear(dim, vocab, bias=False), nn.Linear(dim, 2)
    )
    model[2].weight = model[0].weight
    return {"table": submission.parameter_table(model), "none": submission.parameter_table(nn.ReLU())}


@check(
    "parameter_table",
    hint="named_parameters() gives parameters only, a shared one under its first name.",
    inputs="tied weights, buffers, a module without parameters",
)
def test_shared_once_and_no_buffers(student):
    """a shared parameter has one row, buffers have none, a ReLU gives an empty list"""
    vocab, dim = ragged((11, 13), (5, 7))
    want = [
        ("0.weight", (vocab, dim), vocab * dim),
        ("1.weight", (dim,), dim),
        ("1.bias", (dim,), dim),
        ("3.weight", (2, dim), 2 * dim),
        ("3.bias", (2,), 2),
    ]
    found = student.observe(tied_table, vocab, dim)
    judge_table(
        found["table"],
        want,
        {
            "buffers-listed": lambda names: "1.running_mean" in names,
            "shared-listed-twice": lambda names: "2.weight" in names,
        },
    )
    assert_equal(found["none"], [], what="the table of a ReLU")


# --- freeze ---------------------------------------------------------------------------


def freeze_in(submission, prefixes, frozen_before=()):
    """Calls freeze for each prefix in turn; the names it gave, what trains afterwards, and what else it did."""
    import torch
    from torch import nn

    model = nn.Module()
    model.fc1 = nn.Linear(3, 4)
    model.fc10 = nn.Linear(4, 5)
    model.fc1_norm = nn.LayerNorm(5)
    model.blocks_1 = nn.Linear(2, 3, bias=False)
    model.blocks = nn.ModuleList([nn.Linear(2, 2, bias=n % 2 == 0) for n in range(12)])
    model.tail = nn.ModuleDict({"fc1": nn.Linear(5, 2), "norm": nn.BatchNorm1d(2), "tied": nn.Linear(5, 2)})
    model.tail["tied"].weight = model.tail["fc1"].weight
    for name in frozen_before:
        model.get_parameter(name).requires_grad_(False)
    model.blocks.eval()
    held, state = (
        dict(model.named_parameters()),
        {n: t.detach().clone() for n, t in model.state_dict().items()},
    )
    modes = [module.training for module in model.modules()]
    names = [submission.freeze(model, prefix) for prefix in prefixes]
    after = model.state_dict()
    return {
        "names": names,
        "frozen": [name for name, p in model.named_parameters() if not p.requires_grad],
        "replaced": [name for name, p in model.named_parameters() if p is not held.get(name)],
        "changed": [n for n in state if n not in after or not torch.equal(state[n], after[n])],
        "modes_kept": modes == [module.training for module in model.modules()],
    }


def refuse_side_effects(found):
    """freeze sets a flag, and nothing else."""
    expect(
        not found["changed"],
        f"{len(found['changed'])} tensors of the model have other values after freeze.",
        mistake="changed-its-input",
    )
    expect(
        not found["replaced"],
        f"{len(found['replaced'])} parameters of the model are other objects after freeze.",
        mistake="replaced-the-parameters",
    )
    expect(
        found["modes_kept"],
        "freeze changed the mode (train or eval) of a module; only requires_grad is to change.",
        mistake="changed-its-input",
    )


@check(
    "freeze",
    hint="A name belongs to the prefix if it is the prefix, or begins with the prefix and a dot.",
    inputs="names that begin alike, names inside other modules",
)
def test_whole_names_only(student):
    """ "fc1" leaves "fc10" and "tail.fc1" alone, "blocks.1" leaves "blocks.10" and "blocks.11" alone"""
    found = student.observe(freeze_in, ["fc1", "blocks.1"])
    want = ["fc1.weight", "fc1.bias", "blocks.1.weight"]
    expect(
        "tail.fc1.weight" not in found["frozen"],
        'freezing "fc1" froze "tail.fc1.weight".',
        mistake="substring-match",
    )
    strangers = [name for name in ("fc10.weight", "fc1_norm.weight") if name in found["frozen"]]
    expect(not strangers, f'freezing "fc1" froze {strangers}.', mistake="prefix-without-dot")
    for got in found["names"]:
        refuse_other_types(got, "what freeze returned")
    names = [list(n) for n in found["names"]]
    expect(
        not (found["frozen"] == [] and names == [want[:2], want[2:]]),
        "nothing is frozen, although the names were returned.",
        mistake="flag-not-set",
    )
    assert_equal(found["frozen"], want, what="the list of frozen parameters")
    assert_equal(found["names"], [want[:2], want[2:]], what="the list of returned names")
    refuse_side_effects(found)


@check(
    "freeze",
    hint="Two ways to belong: the name equals the prefix, or begins with it and a dot. If none does, the list is empty.",
    inputs="exact parameter names, prefixes that match nothing",
)
def test_exact_names_and_no_match(student):
    """a parameter's full name freezes it alone; a prefix that fits nothing gives an empty list"""
    found = student.observe(freeze_in, ["tail.fc1.bias", "fc", "missing", "tail.norm"])
    names = found["names"]
    for got in names:
        refuse_other_types(got, "what freeze returned")
    expect(names[0] != [], 'freezing "tail.fc1.bias" matched nothing.', mistake="dot-only")
    expect(
        not any(name.startswith("fc") for name in found["frozen"]),
        'freezing "fc" froze something, and no part has this name.',
        mistake="prefix-without-dot",
    )
    assert_equal(
        names,
        [["tail.fc1.bias"], [], [], ["tail.norm.weight", "tail.norm.bias"]],
        what="the list of returned names",
    )
    assert_equal(
        found["frozen"],
        ["tail.fc1.bias", "tail.norm.weight", "tail.norm.bias"],
        what="the list of frozen parameters",
    )


@check(
    "freeze",
    hint="Which names belong is decided by the name alone; requires_grad is only ever set to False.",
    inputs="a model that is partly frozen already, with a weight that two layers share",
)
def test_frozen_before(student):
    """parameters that are frozen already are named if they match, and stay frozen if they do not"""
    found = student.observe(freeze_in, ["tail"], ["tail.fc1.bias", "fc1.weight"])
    names = found["names"][0]
    refuse_other_types(names, "what freeze returned")
    want = ["tail.fc1.weight", "tail.fc1.bias", "tail.norm.weight", "tail.norm.bias", "tail.tied.bias"]
    expect(
        "fc1.weight" in found["frozen"],
        '"fc1.weight" was frozen before and trains now.',
        mistake="thawed-others",
    )
    assert_equal(
        names,
        want,
        what="the list of returned names",
        mistakes={
            "already-frozen-left-out": [name for name in want if name != "tail.fc1.bias"],
            "shared-named-twice": [*want[:4], "tail.tied.weight", want[4]],
        },
    )
    assert_equal(found["frozen"], ["fc1.weight", *want], what="the list of frozen parameters")


# --- copy_weights ---------------------------------------------------------------------


def copy_norms(submission, noise):
    """Two models with BatchNorm, everything in the source random; their states around the copy."""
    import torch
    from torch import nn

    def states(*models):
        return [{name: t.detach().clone() for name, t in model.state_dict().items()} for model in models]

    def build(shift):
        model = nn.Sequential(nn.Linear(3, 5), nn.BatchNorm1d(5), nn.Linear(5, 2))
        taken = shift
        with torch.no_grad():
            for tensor in model.state_dict().values():
                if tensor.is_floating_point():
                    tensor.copy_(noise[taken : taken + tensor.numel()].view(tensor.shape))
                    taken += tensor.numel()
                else:
                    tensor.fill_(7 + shift)
        return model

    source, target = build(0), build(100)
    source_before, target_before = states(source, target)
    source[2].bias.requires_grad_(False)
    held = [parameter.detach().clone() for parameter in source.parameters()]
    for parameter, gradient in zip(source.parameters(), held, strict=True):
        parameter.grad = gradient.clone()
    submission.copy_weights(source, target)
    flags = [parameter.requires_grad for parameter in source.parameters()]
    modes = [module.training for module in source.modules()]
    lost = sum(
        parameter.grad is None or not torch.equal(parameter.grad, gradient)
        for parameter, gradient in zip(source.parameters(), held, strict=True)
    )
    source_after, target_after = states(source, target)
    with torch.no_grad():
        for tensor in source.state_dict().values():
            tensor.add_(1)
    (target_later,) = states(target)
    return {
        "flags": flags,
        "modes": modes,
        "gradients_lost": lost,
        "source_before": source_before,
        "target_before": target_before,
        "source_after": source_after,
        "target_after": target_after,
        "target_later": target_later,
        "parameters": [name for name, _ in target.named_parameters()],
    }


def same(a, b, names):
    return all(torch.equal(a[name], b[name]) for name in names)


@check(
    "copy_weights",
    hint="state_dict() holds the buffers beside the parameters.",
    inputs="a model with BatchNorm, everything random",
)
def test_parameters_and_buffers(student):
    """weights, running statistics and counters arrive, the source stays as it was"""
    found = student.observe(copy_norms, torch.randn(200))
    want, got = found["source_before"], found["target_after"]
    buffers = [name for name in want if name not in found["parameters"]]
    assert_equal(
        sorted(found["parameters"]),
        sorted(set(want) - {n for n in want if "running" in n or "num" in n}),
        what="the names of the target's parameters",
    )
    expect(not same(got, found["target_before"], got), "target was not changed.", mistake="target-unchanged")
    expect(
        not (same(got, want, found["parameters"]) and same(got, found["target_before"], buffers)),
        f"the target's parameters are the source's, its {len(buffers)} buffers are still its own.",
        mistake="buffers-left-behind",
    )
    for name in want:
        assert_tensor(got[name], want[name], what=f'"{name}" in the target')
        assert_tensor(found["source_after"][name], want[name], what=f'"{name}" in the source afterwards')
    expect(
        found["flags"] == [True] * 5 + [False],
        "requires_grad of a parameter in the source is not as it was.",
        hint="source is only read.",
    )
    expect(
        all(found["modes"]),
        "source came in train mode and is in eval mode now.",
        mistake="changed-its-input",
        hint="source is only read.",
    )
    expect(
        found["gradients_lost"] == 0,
        f"the .grad of {found['gradients_lost']} of {len(found['flags'])} parameters in the source is not as it was.",
        mistake="changed-its-input",
        hint="source is only read.",
    )


@check(
    "copy_weights",
    hint="load_state_dict copies values into the tensors that the target has, unless it is told to assign.",
    inputs="the source changes after the copy",
)
def test_no_aliasing(student):
    """changing the source afterwards leaves the target alone"""
    found = student.observe(copy_norms, torch.randn(200))
    after, later = found["target_after"], found["target_later"]
    expect(
        not same(after, found["target_before"], after), "target was not changed.", mistake="target-unchanged"
    )
    shared = [name for name in after if not torch.equal(after[name], later[name])]
    expect(
        not shared,
        f"after the copy the source was changed, and {len(shared)} of {len(after)} tensors of the target changed along.",
        mistake="aliased",
    )
    expect(
        same(after, found["source_before"], found["parameters"]),
        "the parameters that arrived are not those of the source.",
    )


def copy_mismatched(submission):
    """One pair that fits, then pairs that do not: what each call did."""
    from torch import nn

    fine = nn.Linear(3, 2), nn.Linear(3, 2)
    pairs = {
        "fits": fine,
        "missing": (nn.Sequential(nn.Linear(3, 2)), nn.Sequential(nn.Linear(3, 2), nn.Linear(2, 4))),
        "extra": (nn.Sequential(nn.Linear(3, 2), nn.Linear(2, 4)), nn.Sequential(nn.Linear(3, 2))),
        "buffer": (nn.BatchNorm1d(3, track_running_stats=False), nn.BatchNorm1d(3)),
        "names": (nn.ModuleDict({"a": nn.Linear(3, 2)}), nn.ModuleDict({"b": nn.Linear(3, 2)})),
        "shape": (nn.Linear(3, 4), nn.Linear(3, 2)),
        "stretch": (nn.Linear(3, 1), nn.Linear(3, 2)),
        "turned": (nn.Linear(3, 2, bias=False), nn.Linear(2, 3, bias=False)),
    }
    did = {}
    for name, (source, target) in pairs.items():
        try:
            submission.copy_weights(source, target)
            did[name] = "went through"
        except NotImplementedError:
            raise
        except Exception as error:
            if name == "fits":
                raise
            did[name] = "RuntimeError" if isinstance(error, RuntimeError) else type(error).__name__
    did["fits"] = bool((fine[0].weight == fine[1].weight).all())
    return did


@check(
    "copy_weights",
    hint="load_state_dict raises RuntimeError for each of these by itself, if it stays strict.",
    inputs="pairs of modules that do not fit",
)
def test_mismatch_raises(student):
    """tensors missing, left over, named or shaped differently raise RuntimeError"""
    did = student.observe(copy_mismatched)
    expect(did["fits"], "two Linears of one size: the weight did not arrive in the target.")
    cases = {
        "missing": ("a target with a layer that the source lacks", "not-strict"),
        "extra": ("a source with a layer that the target lacks", "not-strict"),
        "buffer": ("a target with buffers that the source lacks", None),
        "shape": ("a source whose Linear has another shape", None),
        "stretch": ("a source with one output for a target with two", "broadcast-into-place"),
        "turned": ("a source whose weight has as many elements in another shape", None),
        "names": ("a source whose layer has another name", "copied-by-order"),
    }
    for case, (says, slip) in cases.items():
        expect(
            did[case] != "went through", f"{says}: no error was raised, wanted RuntimeError.", mistake=slip
        )
        expect(did[case] == "RuntimeError", f"{says}: {did[case]} was raised, wanted RuntimeError.")


def copy_other_order(submission, first, second):
    import torch
    from torch import nn

    source = nn.ModuleDict({"query": nn.Linear(3, 3), "key": nn.Linear(3, 3)})
    target = nn.ModuleDict({"key": nn.Linear(3, 3), "query": nn.Linear(3, 3)})
    with torch.no_grad():
        source["query"].weight.copy_(first)
        source["key"].weight.copy_(second)
    submission.copy_weights(source, target)
    return {"query": target["query"].weight.detach().clone(), "key": target["key"].weight.detach().clone()}


@check(
    "copy_weights",
    hint="A state dict is a dictionary: look tensors up by name.",
    inputs="the same names, registered in another order",
)
def test_by_name_not_by_place(student):
    """a layer goes to the layer of its name, wherever that is registered"""
    first, second = torch.randn(3, 3), torch.randn(3, 3)
    found = student.observe(copy_other_order, first, second)
    assert_tensor(found["query"], first, what='the weight of "query"', mistakes={"copied-by-order": second})
    assert_tensor(found["key"], second, what='the weight of "key"', mistakes={"copied-by-order": first})


# --- snapshot -------------------------------------------------------------------------


def train_after_snapshot(submission, noise):
    """A snapshot, a training step, a second snapshot, then back to the first."""
    from collections.abc import Mapping

    import torch
    from torch import nn

    model = nn.Sequential(
        nn.Linear(4, 6), nn.BatchNorm1d(6), nn.Linear(6, 6), nn.Linear(6, 6), nn.Linear(6, 3)
    )
    model[3].weight = model[2].weight
    model.register_buffer("scratch", torch.ones(2), persistent=False)
    x, probe_x = noise[:44].view(11, 4), noise[44:56].view(3, 4)

    def out():
        model.eval()
        with torch.no_grad():
            result = model(probe_x)
        model.train()
        return result

    def copies(state):
        return {name: value.detach().clone() for name, value in state.items()}

    def step():
        model(x).square().mean().backward()
        with torch.no_grad():
            for parameter in model.parameters():
                parameter -= 0.1 * parameter.grad
                parameter.grad = None

    step()
    model(x).square().mean().backward()
    gradients = [parameter.grad.clone() for parameter in model.parameters()]
    state, before = copies(model.state_dict()), out()
    saved = submission.snapshot(model)
    if not isinstance(saved, Mapping):
        return {"type": type(saved).__name__}
    manners = {
        "modes_kept": all(module.training for module in model.modules()),
        "gradients_lost": sum(
            parameter.grad is None or not torch.equal(parameter.grad, gradient)
            for parameter, gradient in zip(model.parameters(), gradients, strict=True)
        ),
    }
    model.train()
    model.zero_grad()
    strange = [type(value).__name__ for value in saved.values() if not isinstance(value, torch.Tensor)]
    if strange:
        return {"type": f"dict with values of type {strange[0]}"}
    taken = copies(saved)
    step()
    moved = copies(model.state_dict())
    second = copies(submission.snapshot(model))
    later = copies(saved)
    try:
        model.load_state_dict(saved)
        restored = out()
    except (RuntimeError, TypeError) as error:
        restored = f"{type(error).__name__}: {str(error).splitlines()[0]}"
    return {
        "type": "dict",
        "state": state,
        "taken": taken,
        "moved": moved,
        "second": second,
        "later": later,
        "before": before,
        "restored": restored,
        "parameters": [name for name, _ in model.named_parameters()],
        "buffers": [name for name, _ in model.named_buffers() if name in state],
        **manners,
    }


@check(
    "snapshot",
    hint="Clone each tensor of the state dict, or deepcopy the whole of it.",
    inputs="a model with BatchNorm that trains on",
)
def test_training_does_not_change_it(student):
    """neither a weight nor a running statistic in the snapshot moves when training goes on"""
    found = student.observe(train_after_snapshot, torch.randn(60))
    refuse_no_dictionary(found)
    taken, later = found["taken"], found["later"]
    changed = [name for name in taken if not torch.equal(taken[name], later[name])]
    weights = [name for name in changed if name in found["parameters"]]
    expect(
        not weights,
        f"{len(changed)} of {len(taken)} tensors in the snapshot changed.",
        mistake="live-snapshot",
    )
    expect(
        not changed,
        f"{len(changed)} of {len(taken)} tensors in the snapshot changed.",
        mistake="live-buffers",
    )
    expect(
        set(taken) >= set(found["parameters"]), "the snapshot does not hold all parameters under their names."
    )
    for name in found["parameters"]:
        assert_tensor(taken[name], found["state"][name], what=f'"{name}" in the snapshot')
        assert_tensor(
            found["second"].get(name),
            found["moved"][name],
            what=f'"{name}" in a second snapshot, one step later',
        )
    expect(
        found["modes_kept"],
        "the model came in train mode and is in eval mode after snapshot.",
        mistake="changed-its-input",
    )
    expect(
        found["gradients_lost"] == 0,
        f"the .grad of {found['gradients_lost']} of {len(found['parameters'])} parameters is not as it was before snapshot.",
        mistake="changed-its-input",
    )


@check(
    "snapshot",
    hint="Start from state_dict(), which has everything that load_state_dict wants back.",
    inputs="a model with BatchNorm and a weight that two layers share, restored after a step",
)
def test_restores_the_whole_state(student):
    """loading the snapshot brings back weights, running statistics and the output"""
    found = student.observe(train_after_snapshot, torch.randn(60))
    refuse_no_dictionary(found)
    extra = [name for name in found["taken"] if name not in found["state"]]
    expect(
        not extra,
        f"the snapshot has {len(extra)} names that state_dict() has not.",
        mistake="scratch-buffers-saved" if extra == ["scratch"] else None,
    )
    missing = [name for name in found["state"] if name not in found["taken"]]
    slip = "buffers-left-out" if set(found["buffers"]) <= set(missing) else None
    expect(
        not missing,
        f"the snapshot lacks {len(missing)} of {len(found['state'])} names.",
        mistake="tied-name-left-out" if missing == ["3.weight"] else slip,
    )
    for name, value in found["state"].items():
        assert_tensor(found["taken"][name], value, what=f'"{name}" in the snapshot')
    if isinstance(found["restored"], str):
        fail(
            f"load_state_dict(snapshot) raised {found['restored']}",
            hint="The snapshot has the names and the shapes of state_dict(), no more and no less.",
        )
    expect(
        torch.allclose(found["restored"], found["before"]),
        "after load_state_dict(snapshot) the model's output is not what it was when the snapshot was taken.",
        mistake="live-snapshot"
        if any(not torch.equal(found["taken"][n], found["later"][n]) for n in found["parameters"])
        else None,
    )


# --- ResidualStack --------------------------------------------------------------------


def stack_tensors(parameters, dim, depth):
    """The weights and the vectors of a stack, one by one; stacked tensors of raw parameters are taken apart."""
    weights, vectors = [], []
    for parameter in parameters:
        if parameter.numel() == dim * dim or tuple(parameter.shape) == (depth, dim, dim):
            weights += parameter.reshape(-1, dim, dim)
        elif parameter.numel() % dim == 0:
            vectors += parameter.reshape(-1, dim)
        else:
            fail(
                f"the stack has a parameter of shape {tuple(parameter.shape)}, which fits neither Linear nor LayerNorm."
            )
    return weights, vectors


def roles(depth):
    """The orders in which scale, shift and bias of `depth` blocks can come: block by block, or kind by kind."""
    for pair in (["scale", "shift"], ["shift", "scale"]):
        yield [*pair, "bias"] * depth
        yield pair * depth + ["bias"] * depth
        yield ["bias"] * depth + pair * depth
    for order in permutations(("scale", "shift", "bias")):
        yield list(order) * depth
        yield [role for role in order for _ in range(depth)]


def stack_outputs(block, x, weights, vectors, depth):
    """The output under every assignment of the vectors to their roles, both layouts of the weights, and both directions."""
    for direction, order, turned in product((1, -1), roles(depth), (False, True)):
        by_role = {
            role: [v for v, r in zip(vectors, order, strict=True) if r == role]
            for role in ("scale", "shift", "bias")
        }
        out = x
        for n in range(depth)[::direction]:
            weight = weights[n].T if turned else weights[n]
            out = block(out, weight, by_role["bias"][n], by_role["scale"][n], by_role["shift"][n])
        yield out


def norm(x, scale, shift):
    return F.layer_norm(x, x.shape[-1:], scale, shift)


STACK_SLIPS = {
    "no-norm": lambda x, w, b, s, t: x + F.linear(x, w, b).relu(),
    "no-residual": lambda x, w, b, s, t: F.linear(norm(x, s, t), w, b).relu(),
    "no-relu-in-branch": lambda x, w, b, s, t: x + F.linear(norm(x, s, t), w, b),
    "relu-after-adding": lambda x, w, b, s, t: (x + F.linear(norm(x, s, t), w, b)).relu(),
    "norm-after-adding": lambda x, w, b, s, t: norm(x + F.linear(x, w, b).relu(), s, t),
    "norm-after-linear": lambda x, w, b, s, t: x + norm(F.linear(x, w, b), s, t).relu(),
    "residual-from-norm": lambda x, w, b, s, t: norm(x, s, t) + F.linear(norm(x, s, t), w, b).relu(),
}


def gradients_of_the_input(submission, sizes, x, weights):
    """With every parameter at zero only the shortcut is left: the output and the gradient of x, and that at random ones."""
    import torch

    model = submission.ResidualStack(*sizes)
    model(x.clone())  # lazy layers take their shapes at the first call
    outs, gradients = [], []
    for scale in (0.0, 0.5):
        with torch.no_grad():
            for parameter in model.parameters():
                parameter.normal_().mul_(scale)
        leaf = x.clone().requires_grad_()
        out = model(leaf)
        if out.requires_grad:
            (out * weights).sum().backward()
        outs.append(out.detach())
        gradients.append(leaf.grad)
    return outs[0], *gradients


def pre_norm(x, weight, bias, scale, shift):
    return x + F.linear(norm(x, scale, shift), weight, bias).relu()


def judge_stack(found, x, dim, depth):
    expect(found["input_kept"], "calling the model changed its input tensor.", mistake="input-changed")
    weights, vectors = stack_tensors(found["parameters"], dim, depth)
    if len(weights) == 1 < depth and len(vectors) == 3:
        fail("the stack has the parameters of a single block.", mistake="block-repeated")
    if len(weights) == 1 < depth and len(vectors) in (2 * depth + 1, 3 * depth):
        fail("the stack has a single weight matrix.", mistake="linear-shared")
    if len(weights) == depth > 1 and len(vectors) == 2 + depth:
        fail("the stack has a single LayerNorm.", mistake="norm-shared")
    if len(weights) == depth and len(vectors) == 3 * depth + 2:
        fail("the stack has one LayerNorm more than it has blocks.", mistake="final-norm")
    expect(
        found["parameters"] != [] or depth == 0, "the stack has no parameters.", mistake="nothing-registered"
    )
    expect(
        len(weights) == depth and len(vectors) == 3 * depth,
        f"the stack has {len(weights)} weights of shape {(dim, dim)} and {len(vectors)} vectors of {dim}, "
        f"wanted {depth} and {3 * depth} (scale, shift and bias of each block).",
    )
    slips = {name: stack_outputs(block, x, weights, vectors, depth) for name, block in STACK_SLIPS.items()}
    if depth > 1:
        no_residual = STACK_SLIPS["no-residual"]
        slips["one-skip-for-all"] = (
            x + out for out in stack_outputs(no_residual, x, weights, vectors, depth)
        )
    assert_some(
        found["out"],
        stack_outputs(pre_norm, x, weights, vectors, depth),
        what=f"the output of {depth} block{'s' * (depth != 1)}",
        mistakes=slips,
    )


@check(
    "ResidualStack",
    points=2,
    hint="In each block: normalise x, then Linear, then ReLU, then add the x from before the LayerNorm.",
    inputs="other widths and depths, three axes, fresh weights",
)
def test_each_block_adds_its_branch(student):
    """every block gives x + relu(linear(layer_norm(x))), with parameters of its own"""
    dim, depth = ragged((5, 7), (3, 4))
    x = torch.randn(2, 9, dim)
    for _ in range(4):  # one block in a thousand has a ReLU that is zero everywhere; four in a row have not
        found = student.observe(run, "ResidualStack", (dim, depth), x, torch.randn(900))
        judge_stack(found, x, dim, depth)
        if not idle_parameters(found):
            break
    expect_gradients(found)
    trained = found["in_train_mode"]
    expect(
        isinstance(trained, torch.Tensor)
        and trained.shape == found["out"].shape
        and torch.allclose(trained, found["out"], rtol=1e-3, atol=1e-4),
        "the output in train mode is another one than in eval mode.",
        mistake="other-in-train-mode",
    )
    weights = torch.randn(2, 9, dim)
    out, gradient, as_made = student.observe(gradients_of_the_input, (dim, depth), x, weights)
    assert_tensor(out, x, what="the output of blocks whose parameters are all zero", rtol=1e-4, atol=1e-5)
    expect(
        gradient is not None and bool(gradient.any()),
        "with all parameters at zero, no gradient comes back to x.",
        mistake="shortcut-cut-off",
    )
    assert_tensor(gradient, weights, what="the gradient of x through blocks of zeros", rtol=1e-4, atol=1e-5)
    expect(
        as_made is not None and not torch.allclose(as_made, weights, rtol=1e-4, atol=1e-5),
        "with random parameters, the gradient of x is that of the shortcut alone.",
        mistake="branch-cut-off",
    )


@check(
    "ResidualStack",
    hint="With no blocks, the loop in forward runs zero times.",
    inputs="depth 0 and depth 1",
)
def test_no_block_and_one_block(student):
    """depth 0 gives x back and has no parameters; depth 1 is a single block"""
    dim = 6
    x = torch.randn(11, dim)
    one = student.observe(run, "ResidualStack", (dim, 1), x, torch.randn(200))
    judge_stack(one, x, dim, 1)
    none = student.observe(run, "ResidualStack", (dim, 0), x, torch.randn(200))
    assert_number(
        sum(p.numel() for p in none["parameters"]),
        0,
        kind=int,
        rtol=0,
        atol=0,
        what="the number of parameters at depth 0",
    )
    assert_tensor(none["out"], x, what="the output at depth 0")


@check(
    "ResidualStack",
    hint="x = x + ... makes a new tensor, x += ... writes into the one that was passed in.",
    inputs="the input is looked at afterwards",
)
def test_input_stays(student):
    """the caller's x is not written to, and the rows do not mix"""
    dim, depth = 5, 3
    x = torch.randn(8, dim)
    noise = torch.randn(500)
    whole = student.observe(run, "ResidualStack", (dim, depth), x, noise, None, None, False)
    expect(whole["input_kept"], "calling the model changed its input tensor.", mistake="input-changed")
    part = student.observe(run, "ResidualStack", (dim, depth), x[2:5], noise, None, None, False)
    count = sum(p.numel() for p in whole["parameters"])
    expect(count > 0, "the stack has no parameters.", mistake="nothing-registered")
    expect(not torch.allclose(whole["out"], x), "three blocks with random weights gave the input back.")
    assert_tensor(
        part["out"],
        whole["out"][2:5],
        what="the output for three of eight rows, against the same rows in the batch of eight",
        rtol=1e-3,
        atol=1e-4,
        hint="A LayerNorm looks at one row at a time, over the last axis.",
    )


# --- TokenClassifier ------------------------------------------------------------------


def classifier_outputs(reduce, tokens, parameters, vocab, dim, classes):
    """The scores under both assignments of the two vectors of the LayerNorm."""
    table = parameter_matching(parameters, vocab, dim)
    head, bias = parameter_matching(parameters, classes, dim), parameter_matching(parameters, classes)
    vectors = [p.reshape(-1) for p in parameters if p.numel() == dim]
    expect(
        len(vectors) == 2,
        f"the model has {len(vectors)} vectors of {dim}, wanted two: the scale and the shift of one LayerNorm.",
    )
    for scale, shift in (vectors, vectors[::-1]):
        yield reduce(table[tokens], scale, shift) @ head.T + bias


def mean_then_norm(e, scale, shift):
    return norm(e.mean(1), scale, shift)


CLASSIFIER_SLIPS = {
    "norm-before-mean": lambda e, s, t: norm(e, s, t).mean(1),
    "no-norm": lambda e, s, t: e.mean(1),
    "first-token-only": lambda e, s, t: norm(e[:, 0], s, t),
    "last-token-only": lambda e, s, t: norm(e[:, -1], s, t),
    "max-over-sequence": lambda e, s, t: norm(e.amax(1), s, t),
}


def judge_scores(found, tokens, sizes, extra):
    parameters = found["parameters"]
    expect(bool(parameters), "the model has no parameters.", mistake="nothing-registered")
    expect(
        found["repeats"],
        "two calls in eval mode on the same tokens gave different scores.",
        hint="In eval mode nothing is random.",
    )
    out, shape = found["out"], (tokens.shape[1], sizes[2])
    if isinstance(out, torch.Tensor) and tuple(out.shape) == shape:
        fail(
            f"tokens of shape {tuple(tokens.shape)} gave scores of shape {shape}.", mistake="mean-over-batch"
        )
    if isinstance(out, torch.Tensor) and tuple(out.shape) == (*tokens.shape, sizes[2]):
        fail(
            f"tokens of shape {tuple(tokens.shape)} gave scores of shape {tuple(out.shape)}.",
            mistake="not-averaged",
        )
    expect(
        found["parameters_kept"],
        "calling the model in eval mode changed its parameters.",
        hint="max_norm of nn.Embedding rewrites the rows that it looks up. A plain nn.Embedding only reads.",
    )
    want = list(
        classifier_outputs(mean_then_norm, tokens, parameters, *sizes)
    )  # one for each way to read the vectors
    slips = {
        name: classifier_outputs(reduce, tokens, parameters, *sizes)
        for name, reduce in {**CLASSIFIER_SLIPS, **extra}.items()
    }
    slips["softmax-on-output"] = [w.softmax(-1) for w in want]
    slips["log-softmax-on-output"] = [w.log_softmax(-1) for w in want]
    assert_some(out, want, what="the output in eval mode", mistakes=slips)


@check(
    "TokenClassifier",
    hint="Look up, average over axis 1, normalise, drop, then one Linear. Nothing comes after it.",
    inputs="other sizes, fresh weights, int64 tokens",
)
def test_mean_norm_linear(student):
    """in eval mode the scores are linear(layer_norm(mean of the embeddings))"""
    vocab, dim, classes, batch, seq = ragged((17, 19), (6, 7), (3, 4), (8, 9), (10, 12))
    tokens = torch.randint(0, vocab, (batch, seq))
    found = student.observe(run, "TokenClassifier", (vocab, dim, classes), tokens, torch.randn(900))
    judge_scores(found, tokens, (vocab, dim, classes), {})
    short = tokens[:, :2].contiguous()
    found = student.observe(run, "TokenClassifier", (vocab, dim, classes), short, torch.randn(900))
    judge_scores(found, short, (vocab, dim, classes), {})


@check(
    "TokenClassifier",
    hint="The mean over the sequence is taken before the LayerNorm.",
    inputs="very small embeddings",
)
def test_mean_not_sum(student):
    """the embeddings are averaged, whatever the length of the sequence"""
    vocab, dim, classes = 17, 6, 4
    tokens = torch.randint(0, vocab, (3, 8))
    # next to the epsilon of the LayerNorm the scale of its input shows, and with it a sum
    found = student.observe(
        run, "TokenClassifier", (vocab, dim, classes), tokens, torch.randn(900), None, (vocab, dim)
    )
    judge_scores(
        found, tokens, (vocab, dim, classes), {"sum-over-sequence": lambda e, s, t: norm(e.sum(1), s, t)}
    )


@check(
    "TokenClassifier",
    hint="One Dropout, between the LayerNorm and the Linear, made in __init__ with the p that was passed in.",
    inputs="train and eval mode, several values of dropout",
)
def test_dropout_before_the_head(student):
    """the normalised mean is dropped with probability `dropout` in train mode, not at all in eval mode"""
    # embeddings of zero normalise to zero, so a shift of 8 stands in each of the five places
    tokens = torch.randint(0, 11, (2000, 3))
    laid = [torch.zeros(11, 5), torch.full((5,), 8.0), torch.eye(7, 5), torch.tensor([0.0] * 5 + [3.0] * 2)]
    judge_dropout(student, "TokenClassifier", (11, 5, 7), tokens, laid, level=8.0)


@check(
    "TokenClassifier",
    hint="A plain nn.Embedding trains every row that is looked up.",
    inputs="every token of the vocabulary once",
)
def test_every_token_learns(student):
    """each token that occurs gets a gradient in its row of the embedding, and only those"""
    vocab, dim, classes = 13, 6, 4
    order = torch.randperm(vocab - 1)
    order = order + (order >= vocab - 4).long()  # one token stays unused, not the first and not the last
    tokens = order.view(3, 4)
    found = student.observe(run, "TokenClassifier", (vocab, dim, classes), tokens, torch.randn(900))
    expect_gradients(found)
    rows = [g if g.shape[0] == vocab else g.T for g in found["gradients"] if sorted(g.shape) == [dim, vocab]]
    expect(len(rows) == 1, f"no embedding of shape {(vocab, dim)} was found among the parameters.")
    learns = (rows[0] > 0).any(dim=1)
    used = torch.zeros(vocab, dtype=torch.bool)
    used[tokens.reshape(-1)] = True
    idle = int((used & ~learns).sum())
    expect(
        idle != 1, f"{idle} of {int(used.sum())} tokens that occur got no gradient.", mistake="padding-row"
    )
    expect(idle == 0, f"{idle} of {int(used.sum())} tokens that occur got no gradient.")
    expect(not bool((learns & ~used).any()), "a token that does not occur got a gradient.")
    often = torch.cat(
        [tokens, tokens[:, :1], tokens[:, :1]], dim=1
    )  # the first token of each row occurs three times
    found = student.observe(run, "TokenClassifier", (vocab, dim, classes), often, torch.randn(900))
    rows = [g if g.shape[0] == vocab else g.T for g in found["gradients"] if sorted(g.shape) == [dim, vocab]]
    if len(rows) == 1 and sum(p.numel() == dim for p in found["parameters"]) == 2:
        # Only this one slip is judged here: what the scores are is judged by another check.
        table = parameter_matching(found["parameters"], vocab, dim).clone().requires_grad_()
        laid = [table if sorted(p.shape) == [dim, vocab] else p for p in found["parameters"]]
        weights = torch.linspace(1, 2, len(often) * classes).view(-1, classes)
        counts = torch.bincount(often.flatten(), minlength=vocab).clamp(min=1)[:, None]
        for out in classifier_outputs(mean_then_norm, often, laid, vocab, dim, classes):
            (gradient,) = torch.autograd.grad((out * weights).sum(), table)
            expect(
                not torch.allclose(rows[0], gradient.abs() / counts, rtol=1e-3, atol=1e-5),
                "the gradient of a token that occurs three times is a third of what it should be.",
                mistake="scaled-by-frequency",
            )


# --- Standardize ----------------------------------------------------------------------


def fit_and_apply(submission, first, data, x):
    kept = data.clone(), x.clone()
    module = submission.Standardize(data.shape[1])
    module.fit(first)
    module.fit(data)
    out = module(x)
    other = submission.Standardize(data.shape[1])
    other.fit(first)
    return {
        "out": out,
        "again": module(x),
        "kept": bool((data == kept[0]).all() and (x == kept[1]).all()),
        "parameters": len(list(module.parameters())),
    }


@check(
    "Standardize",
    hint="fit stores mean and std of each column; forward only reads them.",
    inputs="other data than it was fitted on, a second fit, two instances",
)
def test_uses_the_fitted_statistics(student):
    """forward uses the statistics of the last fit, also for a batch of other rows"""
    dim = ragged((4, 6))[0]
    data = torch.randn(37, dim) * torch.linspace(0.5, 3, dim) + torch.linspace(-4, 5, dim)
    first, x = torch.randn(12, dim), torch.randn(7, dim) * 2 - 1
    found = student.observe(fit_and_apply, first, data, x)
    expect(
        found["parameters"] == 0,
        "the module has parameters, wanted none.",
        mistake="statistics-as-parameters",
    )
    expect(found["kept"], "fit or forward changed the tensor it was given.", mistake="changed-its-input")

    def by(mean, std):
        return (x - mean) / std

    slips = {
        "batch-statistics": by(x.mean(0), x.std(0)),
        "not-fitted": x,
        "biased-std": by(data.mean(0), data.std(0, correction=0)),
        "variance-instead": by(data.mean(0), data.var(0)),
        "global-statistics": by(data.mean(), data.std()),
    }
    for moment in ("out", "again"):
        assert_tensor(
            found[moment],
            by(data.mean(0), data.std(0)),
            what="the standardised batch"
            if moment == "out"
            else "the same batch after another module was fitted",
            mistakes=slips,
            rtol=1e-3,
            atol=1e-4,
        )


def through_state_dict(submission, data, x):
    import io

    import torch

    fitted = submission.Standardize(data.shape[1])
    fitted.fit(data)
    state = fitted.state_dict()
    report = {
        "fitted": fitted(x.clone()),
        "entries": len(state),
        "buffers": len(list(fitted.buffers())),
        "parameters": len(list(fitted.parameters())),
    }
    file = io.BytesIO()
    torch.save(state, file)
    file.seek(0)
    fresh = submission.Standardize(data.shape[1])
    report["places"] = len(fresh.state_dict())
    try:
        fresh.load_state_dict(torch.load(file, weights_only=True))
    except RuntimeError as error:
        return {**report, "raised": str(error).splitlines()[-1].strip(), "out": None}
    arrived = fresh.state_dict()
    report["arrived"] = all(torch.equal(arrived[name], value) for name, value in state.items())
    return {**report, "raised": None, "out": fresh(x)}


@check(
    "Standardize",
    hint="Register the buffers in __init__, with their final shape.",
    inputs="a fresh module that loads a saved state",
)
def test_travels_in_the_state_dict(student):
    """a fresh module that loads the saved state normalises as the fitted one did"""
    dim = ragged((4, 6))[0]
    data, x = torch.randn(23, dim) * 3 + 2, torch.randn(5, dim)
    found = student.observe(through_state_dict, data, x)
    expect(
        found["parameters"] == 0,
        "the module has parameters, wanted none.",
        mistake="statistics-as-parameters",
    )
    if found["entries"] == 0:
        fail(
            "the state dict of a fitted module is empty.",
            mistake="not-persistent" if found["buffers"] else "plain-attribute",
        )
    if found["raised"]:
        fail(
            f"load_state_dict into a fresh module raised: {found['raised']}",
            mistake="buffers-born-in-fit" if found["places"] < found["entries"] else None,
        )
    fitted = found["fitted"]
    lost = isinstance(fitted, torch.Tensor) and fitted.shape == x.shape and not torch.allclose(fitted, x)
    assert_tensor(
        found["out"],
        (x - data.mean(0)) / data.std(0),
        what="the batch standardised by the restored module",
        mistakes={"fitted-flag-not-saved" if lost and found["arrived"] else "not-fitted": x},
        rtol=1e-3,
        atol=1e-4,
    )


def after_moves(submission, data, x):
    """The fitted module in float64, bfloat16 and on meta, the CPU's stand-in for another device."""
    import torch

    report = {}
    for name, to in (("float64", torch.float64), ("bfloat16", torch.bfloat16)):
        module = submission.Standardize(data.shape[1])
        module.fit(data)
        report["float32"] = module(x.clone())
        module.to(to)
        out = report[name] = module(x.to(to))
    report["follows"] = []
    for buffer in module.buffers():
        if buffer.is_floating_point():  # does forward look at it?
            with torch.no_grad():
                buffer.mul_(2).add_(1)
            before, out = out, module(x.to(to))
            report["follows"].append(torch.is_tensor(out) and not torch.equal(out, before))
    report["buffers"] = sum(b.numel() for b in module.buffers())
    report["parameters"] = len(list(module.parameters()))
    module = submission.Standardize(data.shape[1])
    module.fit(data)
    module.to("meta")
    report["left"] = [b.device.type for b in module.buffers() if b.device.type != "meta"]
    try:
        report["device"] = module(x.to("meta")).device.type
    except RuntimeError as error:
        # a look at a value ("is it fitted?") fails on meta for want of data, and says nothing about the device
        mixed = "expected device" in str(error) or "same device" in str(error)
        report["device"] = "mixed" if mixed else "no data"
    return report


@check(
    "Standardize",
    hint="What is registered as a buffer moves along. Read it as self.name inside forward.",
    inputs="float64, bfloat16, another device",
)
def test_moves_with_the_module(student):
    """.to(dtype) and .to(device) take the statistics along"""
    dim = ragged((4, 6))[0]
    data, x = torch.randn(23, dim) * 3 + 2, torch.randn(5, dim)
    found = student.observe(after_moves, data, x)
    expect(
        found["parameters"] == 0,
        "the module has parameters, wanted none.",
        mistake="statistics-as-parameters",
    )
    want = ((x - data.mean(0)) / data.std(0)).double()
    cause = "stale-reference" if found["buffers"] >= 2 * dim else "plain-attribute"
    assert_tensor(
        found["float32"],
        want.float(),
        what="the standardised batch, before any .to()",
        mistakes={"not-fitted": x, "biased-std": (x - data.mean(0)) / data.std(0, correction=0)},
        rtol=1e-3,
        atol=1e-4,
    )
    follows = found["follows"]
    for dtype, tolerance in ((torch.float64, 1e-3), (torch.bfloat16, 0.1)):
        got, name = found[str(dtype).removeprefix("torch.")], str(dtype).removeprefix("torch.")
        expect(isinstance(got, torch.Tensor), f"the output after .to({dtype}) is no tensor.")
        said = f"after .to({dtype}), {name} in gave {got.dtype} out"
        if got.dtype == torch.float32 and (dtype == torch.float64 or (follows and all(follows))):
            fail(f"{said}: the result was computed in float32. Is x cast inside?")
        if got.dtype == torch.float32 and any(follows):
            fail(f"{said}: x was cast inside, or one of the statistics is an older tensor.")
        expect(got.dtype == dtype, f"{said}.", mistake=cause if got.dtype == torch.float32 else None)
        expect(
            got.shape == want.shape and torch.allclose(got.double(), want, rtol=tolerance, atol=tolerance),
            f"after .to({dtype}) the values are no longer those of the fitted statistics.",
        )
    expect(found["left"] == [], "after .to(another device), a buffer was left behind.")
    expect(
        found["device"] != "mixed",
        "after .to(another device), forward mixed tensors of two devices.",
        mistake=cause,
    )
    expect(
        found["device"] != "cpu", "after .to(another device), the output is still on the CPU.", mistake=cause
    )
