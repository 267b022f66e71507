"""Checks of unit 02 that you can follow by hand."""

import contextlib

import torch

from course.checks import (
    StudentRaised,
    assert_number,
    assert_numbers,
    assert_tensor,
    check,
    expect,
    facts,
    fail,
    mistake,
    task,
)

task(
    "slope",
    hints=(
        "Make a one-element floating-point tensor that requires grad, run f on it, go backward.",
        "The derivative is in the `.grad` of the tensor you made. Take the number out with `.item()`.",
    ),
)
task(
    "gradient",
    hints=(
        "Do not differentiate at x itself: make a leaf of your own over x's values with `detach()`.",
        "`torch.autograd.grad(f(leaf), leaf)` returns a tuple and writes no `.grad` anywhere.",
    ),
)
task(
    "vector_jacobian",
    hints=(
        "It is `gradient` again, with one more thing to tell PyTorch: the weights of the outputs.",
        "Look at `grad_outputs=` of `torch.autograd.grad`, or take the gradient of `(y * v).sum()`.",
    ),
)
task(
    "line_loss",
    hints=(
        "Prediction minus target, squared, then the mean over all points.",
        "Stay with tensor operations to the end: `.item()`, `.detach()`, `torch.tensor` cut the graph.",
    ),
)
task(
    "line_gradients",
    hints=(
        "Write the error of one point, then ask how far it moves when w, or b, moves by one.",
        "Twice the error, times what the parameter is multiplied with; then the mean over all points.",
    ),
)
task(
    "fit_line",
    hints=(
        "Each round: loss, note its value, backward, update, clear the gradients. In this order.",
        "Update in place inside `torch.no_grad()`, so that w and b stay leaves that require grad.",
    ),
)
task(
    "update_average",
    hints=(
        "Operations that end in an underscore write into the memory that is there.",
        "First scale the average by decay, then add (1 - decay) * value, all inside `torch.no_grad()`.",
    ),
)
task(
    "predict_leaves",
    hints=(
        "A leaf has no recorded history: it was made directly, or it does not require grad at all.",
        "A `.grad` stays on leaves that require grad and that the loss used, and where retain_grad() "
        "asked for it.",
    ),
)

mistake(
    "returned-a-tensor",
    "You returned a tensor where a Python number is asked for. `.item()` "
    "takes the number out of a one-element tensor.",
)
mistake(
    "value-instead-of-slope",
    "You returned f(at), the value of the function. The derivative "
    "is what backward() leaves in the `.grad` of the input.",
)
mistake(
    "finite-difference",
    "You called f at neighbouring points and divided a difference. "
    "Rounding makes that inexact; autograd differentiates without a step size.",
)
mistake(
    "no-requires-grad",
    "Nothing asked for a gradient: no graph was recorded. The tensor that "
    "f gets must require grad before f runs.",
)
mistake(
    "marked-the-callers-tensor",
    "You switched on requires_grad, or left a .grad, on the "
    "caller's x itself. `x.detach()` gives a leaf of your own over the same values.",
)
mistake(
    "kept-the-graph",
    "The gradient still carries a graph, which keeps every activation behind "
    "it alive. create_graph=True does that, and so does a torch.func transform at a tracked x.",
)
mistake(
    "tuple-of-one",
    "You returned the whole tuple. torch.autograd.grad gives one gradient for each input, in a tuple even "
    "for a single input; the gradient is inside.",
)
mistake(
    "ignored-v",
    "You weighted all outputs with 1, as if v were ones: that is the gradient of "
    "y.sum(). The weights in v have to enter the backward pass.",
)
mistake(
    "backward-on-a-vector",
    "You went backward from a result of many elements without saying "
    "how much each of them counts. v is just that: pass it as the gradient of the result.",
)
mistake(
    "whole-jacobian",
    "You returned the whole Jacobian, one row per output. The product with v "
    "has the shape of x, and it takes a single backward pass.",
)
mistake(
    "item-cuts-the-graph",
    "You returned a Python number. It has the right value, but no way "
    "back to w and b: keep the loss as a tensor.",
)
mistake(
    "rebuilt-the-loss",
    "The loss is a new leaf without history: it requires grad, but going "
    "backward from it never reaches w and b. Return the tensor that was computed from them.",
)
mistake("absolute-error", "That is the mean of the absolute errors. Squared errors are asked for.")
mistake("root-of-the-mean", "You took the square root at the end. The mean squared error has none.")
mistake(
    "off-the-graph",
    "The loss does not require grad, though w and b do: detach(), .data or no_grad cut it off on the way.",
)
mistake(
    "broadcast-every-pair",
    "Predictions and targets have different shapes, and broadcasting "
    "compared every prediction with every target. Keep both in the shape of x.",
)
mistake(
    "sum-not-mean",
    "You added up over the points instead of averaging. Then the size of the "
    "step depends on how many points there are.",
)
mistake(
    "halved-the-loss",
    "That is half of the mean squared error, as in textbooks that want the 2 "
    "to cancel. Here there is no half in front.",
)
mistake(
    "forgot-the-two",
    "Just half of it: the derivative of e ** 2 is 2 * e, and there is no half in "
    "front of the mean squared error that would cancel the 2.",
)
mistake(
    "forgot-x",
    "In dw, each error must be multiplied by its x before averaging: an error at a "
    "large x moves more when w moves.",
)
mistake(
    "product-of-means",
    "The mean of error * x is not the mean of the errors times the mean of "
    "x. Multiply point by point, then average.",
)
mistake(
    "wrong-sign",
    "The sign is turned around: the error is prediction minus target, the "
    "gradient points uphill, and a step goes against it.",
)
mistake(
    "swapped-the-pair",
    "The two numbers are the right ones in the wrong order: what belongs "
    "to w comes first, what belongs to b second.",
)
mistake(
    "one-tensor-two-names",
    "w and b are one tensor with two names, as `w = b = ...` makes it: what is written to one is written to the "
    "other. Make two.",
)
mistake(
    "in-place-outside-no-grad",
    "You changed a parameter in place while autograd was watching. "
    "The update is no part of the model: put it inside `with torch.no_grad():`.",
)
mistake(
    "rebound-outside-no-grad",
    "`w = w - ...` binds w to a new tensor, a link in the old graph "
    "and no leaf, so it never gets a .grad. Change the parameter in place, inside no_grad.",
)
mistake(
    "rebound-in-no-grad",
    "`w = w - ...` inside no_grad binds w to a new tensor that does not "
    "require grad, so the next loss knows nothing of it. Write into the old one: `-=`.",
)
mistake(
    "no-leaf-to-begin-with",
    "A parameter is the result of an operation, so it is no leaf and never gets a .grad: a product, a conversion or "
    ".to() after requires_grad=True does that. Switch requires_grad on last.",
)
mistake(
    "update-never-written",
    "The gradients arrived and were used, but w and b stayed: the new values went into other tensors. Assigning to a "
    "loop variable, or to a copy, does not reach w and b; write into them in place.",
)
mistake(
    "no-zeroing",
    "backward() adds to .grad, and you never clear it, or only that of one of the two: each step also repeats "
    "all gradients before it. Clear both once per round.",
)
mistake(
    "zeroed-before-update",
    "The gradients are cleared between backward() and the update, so "
    "there is nothing left to step with. Update first, then clear (or clear before backward).",
)
mistake(
    "cleared-before-first-backward",
    "You cleared the gradients before the first backward(). Until then .grad is None and has no zero_().",
)
mistake(
    "loss-off-the-graph",
    "backward() ran but never reached the parameters: the loss had been "
    "cut from them before (.item(), detach(), torch.tensor or no_grad around the forward).",
)
mistake(
    "stale-graph",
    "You computed the loss once and went backward through the same graph again "
    "and again. Each round needs a new loss, from the new w and b.",
)
mistake(
    "loss-after-update",
    "Your losses are those after each update. Note the loss that the "
    "backward pass of that round started from.",
)
mistake(
    "kept-loss-tensors",
    "Your losses are tensors, and each keeps its whole graph alive. Note a number: `loss.item()`.",
)
mistake(
    "forgot-the-mean",
    "You returned one squared error per point. A loss is one number: take "
    "their mean, or backward() has no idea how much each of them counts.",
)
mistake(
    "rebound-the-average",
    "average itself did not change: you bound the name to a new tensor. "
    "In place means writing into the memory that the caller holds.",
)
mistake(
    "swapped-the-weights",
    "The weights are swapped: decay is the share of the *old* average "
    "that stays, and the new value comes in with 1 - decay.",
)
mistake(
    "graph-grows",
    "average has become part of value's graph, which will grow with every "
    "update and never be freed. Update inside no_grad, or use value.detach().",
)
mistake(
    "leaves-must-require-grad",
    "You left out the leaves that do not require grad. Whatever "
    "has no recorded history is a leaf, so every tensor that does not require grad is one.",
)
mistake(
    "everything-keeps-grad",
    "Results in the middle of the graph pass their gradient on and drop "
    "it. Only leaves keep it, and those that called retain_grad().",
)


# checks


@check("slope")
def test_slope_of_a_parabola(student):
    """the slope of x * x + x at 3 is 7"""
    with naming("no-requires-grad", "does not require grad"):
        got = student.slope(lambda x: x * x + x, 3.0)
    expect(
        not isinstance(got, torch.Tensor),
        "the slope should be a Python float, got a tensor",
        mistake="returned-a-tensor",
    )
    if isinstance(got, float) and abs(got - 7) > 7e-5 and got != 12:
        expect(
            len(set(student.observe(points_asked, 3.0))) < 2,
            f"the slope of x * x + x at 3 should be 7, got {got:.6g}, and slope asks f at several points",
            mistake="finite-difference",
        )
    assert_number(
        got, 7.0, what="the slope of x * x + x at 3", rtol=1e-5, mistakes={"value-instead-of-slope": 12.0}
    )


@check("gradient")
def test_gradient_of_squares(student):
    """the gradient of (x * x).sum() is 2 * x, and x stays as it was"""
    x = torch.tensor([[1.0, -2.0, 3.0]])
    outcome = student.call("gradient", lambda t: (t * t).sum(), x)
    refuse_a_tuple(outcome.value, "the gradient")
    assert_tensor(outcome.value, torch.tensor([[2.0, -4.0, 6.0]]), what="the gradient")
    after = outcome.args[1]
    expect(
        not facts(after).requires_grad,
        "x did not require grad when it came in, and it does after the call",
        mistake="marked-the-callers-tensor",
    )
    expect(
        facts(after).grad is None,
        "x has a .grad after the call, and had none before",
        mistake="marked-the-callers-tensor",
    )
    expect(torch.equal(after, x), "the values of x have changed")
    expect(
        not facts(outcome.value).requires_grad,
        "the gradient is right, but it requires grad itself",
        mistake="kept-the-graph",
    )


@check("vector_jacobian")
def test_three_outputs_of_two_inputs(student):
    """v transposed times J, for three outputs of two inputs"""
    x = torch.tensor([2.0, 5.0])
    v = torch.tensor([1.0, 10.0, 100.0])
    # y = (x0 * x1, 3 * x0, x1), so the rows of J are (5, 2), (3, 0), (0, 1)
    with naming("backward-on-a-vector", "only for scalar outputs"):
        got = student.vector_jacobian(lambda t: torch.stack((t[0] * t[1], 3 * t[0], t[1])), x, v)
    refuse_a_tuple(got, "v transposed times J")
    assert_tensor(
        got,
        torch.tensor([35.0, 102.0]),
        what="v transposed times J",
        mistakes={
            "ignored-v": torch.tensor([8.0, 3.0]),
            "whole-jacobian": torch.tensor([[5.0, 2.0], [3.0, 0.0], [0.0, 1.0]]),
        },
    )


@check("line_loss")
def test_loss_of_three_points(student):
    """the loss of the line 2x + 1 on three points, still on the graph"""
    w = torch.tensor(2.0, requires_grad=True)
    b = torch.tensor(1.0, requires_grad=True)
    x, y = torch.tensor([1.0, 2.0, 4.0]), torch.tensor([3.0, 8.0, 10.0])
    # predictions 3, 5, 9; errors 0, -3, -1; squares 0, 9, 1
    got = student.line_loss(w, b, x, y)
    expect(
        not isinstance(got, float),
        "the loss should be a 0-d tensor, got a Python float",
        mistake="item-cuts-the-graph",
    )
    assert_tensor(
        got,
        torch.tensor(10 / 3),
        what="the loss",
        mistakes={
            "sum-not-mean": torch.tensor(10.0),
            "halved-the-loss": torch.tensor(5 / 3),
            "forgot-the-mean": torch.tensor([0.0, 9.0, 1.0]),
            "broadcast-every-pair": torch.tensor(150 / 9),
            "absolute-error": torch.tensor(4 / 3),
            "root-of-the-mean": torch.tensor(10 / 3).sqrt(),
        },
    )
    expect(facts(got).requires_grad, "w and b require grad, the loss does not", mistake="off-the-graph")
    expect(
        facts(got).grad_fn is not None,
        "the loss requires grad, but has no grad_fn: nothing lies behind it",
        mistake="rebuilt-the-loss",
    )


@check("line_gradients")
def test_gradients_at_one_and_zero(student):
    """the two gradients of three points, at w = 1 and b = 0"""
    w, b = torch.tensor(1.0), torch.tensor(0.0)
    x, y = torch.tensor([1.0, 2.0, 6.0]), torch.tensor([3.0, 5.0, 7.0])
    # errors -2, -3, -1; times x: -2, -6, -6; means -2 and -14/3; doubled
    dw, db = torch.tensor(-28 / 3), torch.tensor(-4.0)
    got = student.line_gradients(w, b, x, y)
    expect(
        isinstance(got, (tuple, list)) and len(got) == 2,
        f"line_gradients should return the pair (dw, db), got a {type(got).__name__}",
    )
    expect(
        not (same(got[0], db) and same(got[1], dw)),
        "the first of the two is db, the second is dw",
        mistake="swapped-the-pair",
    )
    # the mean of the doubled errors is -4, that of x is 3
    only_dw = {"forgot-x": torch.tensor(-4.0), "product-of-means": torch.tensor(-12.0)}
    for name, mine, want, more in (("dw", got[0], dw, only_dw), ("db", got[1], db, {})):
        assert_tensor(
            mine,
            want,
            what=name,
            mistakes={"forgot-the-two": want / 2, "sum-not-mean": want * 3, "wrong-sign": -want, **more},
        )
        expect(
            not facts(mine).requires_grad, f"{name} is right, but carries a graph", mistake="kept-the-graph"
        )


@check("fit_line")
def test_first_three_steps(student):
    """the first steps on y = 2x + 1: w and b are 0.35 and 0.12 after one, 0.884 and 0.304 after three"""
    x, y = torch.tensor([1.0, 2.0, 3.0, 4.0]), torch.tensor([3.0, 5.0, 7.0, 9.0])
    # The first gradients are -35 and -12, so one step of 0.01 lands on 0.35 and 0.12.
    first = fit(student, x, y, steps=1)
    if (
        type(first[0]) is float
        and first[0] == first[1]
        and not any(abs(first[0] - right) < 1e-3 for right in (0.35, 0.12))
    ):
        fail("after one step, w and b are equal, and neither is right", mistake="one-tensor-two-names")
    assert_numbers(
        first[:2],
        [0.35, 0.12],
        what="[w, b] after one step",
        rtol=1e-4,
        mistakes={
            "wrong-sign": [-0.35, -0.12],
            "sum-not-mean": [1.4, 0.48],
            "forgot-the-two": [0.175, 0.06],
            "broadcast-every-pair": [0.3, 0.12],
            "swapped-the-pair": [0.12, 0.35],
        },
    )
    assert_numbers(
        first[2],
        [41.0],
        what="the list of losses of one step",
        rtol=1e-4,
        mistakes={"loss-after-update": [28.45315], "sum-not-mean": [164.0]},
    )
    third = fit(student, x, y, steps=3)
    assert_numbers(
        third[:2],
        [0.884270, 0.303623],
        what="[w, b] after three steps",
        rtol=1e-4,
        mistakes={
            "no-zeroing": [1.817270, 0.623823],
            "stale-graph": [1.05, 0.36],
            "rebound-in-no-grad": [0.35, 0.318198],
        },
    )
    assert_numbers(third[2], [41.0, 28.45315, 19.747131], what="the list of losses of three steps", rtol=1e-4)


@check("fit_line")
def test_default_settings_find_the_line(student):
    """with the default lr and steps, it lands within 0.01 of y = 2x + 1, along the path of gradient descent"""
    x, y = torch.tensor([1.0, 2.0, 3.0, 4.0]), torch.tensor([3.0, 5.0, 7.0, 9.0])
    w, b, losses = three_parts(student.fit_line(x, y))
    assert_numbers([w, b], [2.0, 1.0], what="[w, b]", rtol=0, atol=0.01)
    expect(len(losses) == 2000, f"the default is 2000 steps, so 2000 losses; got {len(losses)}")
    assert_numbers(
        [losses[0], losses[99], losses[999]],
        [41.0, 0.00757656, 0.0000343192],
        what="the list of the losses of steps 1, 100 and 1000",
        rtol=1e-2,
    )


@check("update_average")
def test_a_quarter_of_the_way(student):
    """decay 0.75 moves [4, 8] a quarter of the way to [8, 0], in place"""
    average, value = torch.tensor([4.0, 8.0]), torch.tensor([8.0, 0.0], requires_grad=True)
    after = student.call("update_average", average, value, 0.75).args[0]
    expect(
        not torch.equal(after, average),
        "average still holds its old values after the call",
        mistake="rebound-the-average",
    )
    assert_tensor(
        after,
        torch.tensor([5.0, 6.0]),
        what="average after the update",
        mistakes={"swapped-the-weights": torch.tensor([7.0, 2.0])},
    )
    expect(
        not facts(after).requires_grad,
        "value requires grad, and after the update average does too",
        mistake="graph-grows",
    )


@check("predict_leaves")
def test_form_and_three_names(student):
    """two lists of names; data, scale and loss are in the right ones"""
    got = student.predict_leaves()
    expect(
        isinstance(got, dict) and set(got) == {"leaves", "with_grad"},
        'predict_leaves should return a dictionary with the keys "leaves" and "with_grad"',
    )
    names = {"data", "scale", "shift", "spare", "bias", "hidden", "frozen", "doubled", "mixed", "loss"}
    for key, members in got.items():
        expect(isinstance(members, (list, tuple, set)), f"{key} should be a list of names")
        odd = [name for name in members if name not in names]
        expect(not odd, f"{key} holds {odd[:1]}, which is no name of the program")
    leaves, with_grad = got["leaves"], got["with_grad"]
    expect(
        "data" in leaves and "data" not in with_grad,
        "data is made directly, so it is a leaf; it does not require grad, so it gets no .grad",
        mistake="leaves-must-require-grad" if "data" not in leaves else None,
    )
    expect(
        "scale" in leaves and "scale" in with_grad,
        "scale is made directly, requires grad, and the loss depends on it: a leaf with a .grad",
    )
    expect(
        "loss" not in leaves and "loss" not in with_grad,
        "loss is computed from tensors that require grad, so it is no leaf and keeps no .grad",
        mistake="everything-keeps-grad" if "loss" in with_grad else None,
    )


# how the checks judge


def refuse_a_tuple(got, what):
    """A gradient is a tensor; torch.autograd.grad hands it over in a tuple."""
    expect(
        not (isinstance(got, (tuple, list)) and len(got) == 1),
        f"{what} is a {type(got).__name__} with one entry, wanted a tensor",
        mistake="tuple-of-one",
    )


@contextlib.contextmanager
def naming(mistake_id, words):
    """Names the mistake behind one of PyTorch's own messages; other errors pass through."""
    try:
        yield
    except StudentRaised as raised:
        if words in raised.error.message:
            fail(what_stopped(raised.error), mistake=mistake_id)
        raise


def what_stopped(error):
    return f'{error.file}, line {error.line}, stopped with PyTorch\'s "{error.message[:110]}"'


def same(a, b):
    return isinstance(a, torch.Tensor) and a.shape == b.shape and torch.allclose(a, b)


def three_parts(got):
    """w, b and the losses, if they are of the right kind."""
    expect(
        isinstance(got, (tuple, list)) and len(got) == 3,
        f"fit_line should return (w, b, losses), got a {type(got).__name__}",
    )
    w, b, losses = got
    expect(
        not isinstance(w, torch.Tensor) and not isinstance(b, torch.Tensor),
        "w and b should be Python floats, got tensors",
        mistake="returned-a-tensor",
    )
    expect(isinstance(losses, list), f"losses should be a list, got a {type(losses).__name__}")
    expect(
        not any(isinstance(loss, torch.Tensor) for loss in losses),
        "losses should hold Python floats, got tensors",
        mistake="kept-loss-tensors",
    )
    return w, b, losses


def fit(student, x, y, steps):
    """A short fit; if PyTorch refuses, or nothing moves, it says what is behind that."""
    try:
        w, b, losses = three_parts(student.fit_line(x, y, lr=0.01, steps=steps))
    except StudentRaised as raised:
        seen = student.observe(watch_fit, x, y, steps)
        named = loose_end(raised.error.message, seen, steps)
        if named is None:
            raise
        fail(f"fit_line with steps={steps}: {what_stopped(raised.error)}", mistake=named)
    if w == 0 and b == 0:
        seen = student.observe(watch_fit, x, y, steps)
        if seen["read_grad_of_non_leaf"] and not seen["read_a_gradient"]:
            named = "no-leaf-to-begin-with"
        elif seen["used_a_gradient"]:
            named = "update-never-written"
        else:
            named = "zeroed-before-update" if seen["cleared"] else "loss-off-the-graph"
        fail("w and b are still exactly 0 after the update", mistake=named if seen["backward"] else None)
    return [w, b, losses]


def loose_end(said, seen, steps):
    """Which mistake makes PyTorch say this, given what had happened until then."""
    if "leaf Variable that requires grad" in said:
        return "in-place-outside-no-grad"
    if "backward through the graph a second time" in said:
        return "stale-graph"
    if "NoneType" not in said and "does not require grad" not in said:
        return None
    if seen["read_grad_of_non_leaf"]:
        return "rebound-outside-no-grad" if seen["read_a_gradient"] else "no-leaf-to-begin-with"
    if "zero_" in said:
        return "rebound-in-no-grad" if seen["backward"] else "cleared-before-first-backward"
    if steps > 1:  # a single step worked, so it is what that step left behind
        return "rebound-in-no-grad"
    if "NoneType" in said and seen["cleared"]:
        return "zeroed-before-update"
    return "loss-off-the-graph" if seen["backward"] else None


def points_asked(submission, at):
    """Runs beside the student's code: the points at which slope evaluates its function."""
    points = []

    def recorder(t):
        points.extend(t.detach().flatten().tolist())
        return t * t

    submission.slope(recorder, at)
    return points


def watch_fit(submission, x, y, steps):
    """Runs beside the student's code: what happens in fit_line, as far as it gets."""
    import contextlib
    import warnings

    from torch.overrides import TorchFunctionMode

    seen = dict.fromkeys(("backward", "cleared", "read_a_gradient", "used_a_gradient"), False)
    gradients = []

    class Watch(TorchFunctionMode):
        def __torch_function__(self, function, types, args=(), kwargs=None):
            name = getattr(function, "__name__", "")
            attribute = getattr(getattr(function, "__self__", None), "__name__", "")
            if name == "backward":
                seen["backward"] = True
            if name in ("zero_", "_foreach_zero_") or (name, attribute) == ("__set__", "grad"):
                seen["cleared"] = seen["backward"]
            arithmetic = any(word in name for word in ("mul", "sub", "add", "div", "lerp", "copy_"))
            if arithmetic and any(arg is g and bool((g != 0).any()) for arg in args for g in gradients):
                seen["used_a_gradient"] = True
            result = function(*args, **(kwargs or {}))
            if (name, attribute) == ("__get__", "grad") and result is not None:
                seen["read_a_gradient"] = True
                gradients.append(result)
            return result

    with warnings.catch_warnings(record=True) as caught, Watch():
        warnings.simplefilter("always")
        with contextlib.suppress(Exception):  # known already; only the events before it count
            submission.fit_line(x, y, lr=0.01, steps=steps)
    seen["read_grad_of_non_leaf"] = any("not a leaf" in str(warning.message) for warning in caught)
    return seen
