"""Hidden checks of unit 02: fresh numbers, ragged sizes, and tensors that belong to somebody else."""

import inspect
import math
import textwrap

import torch

from course.checks import (
    assert_number,
    assert_tensor,
    check,
    expect,
    fail,
    mistake,
)

from .descent import Line, descend, go_astray
from .test_visible import refuse_a_tuple

mistake(
    "grad-left-over",
    "Your leaf outlives the call, and backward() adds to its .grad: slopes of "
    "earlier calls are in there too. Make a new leaf in each call.",
)
mistake(
    "added-to-old-gradient",
    "You returned the old content of x.grad plus the new gradient. "
    "backward() adds; differentiate at a leaf of your own.",
)
mistake(
    "clone-is-no-leaf",
    "x requires grad, so its clone is part of x's graph and no leaf: the "
    "gradient went past it into x.grad, and its own .grad is None. Detach first.",
)
mistake(
    "wiped-the-callers-state",
    "You cleaned up more than was yours: x came in with "
    "requires_grad or a .grad, and you reset it. With a detached leaf there is nothing to clean.",
)
mistake(
    "lost-the-dtype",
    "float64 came in and float32 went out: on the way the numbers went through Python, or through a tensor that was "
    "made as float32, and seven digits are left. A detached x keeps its dtype, and so does arithmetic on what came in.",
)
mistake(
    "jacobian-times-v",
    "This is J times v (how the outputs move when the inputs move along "
    "v). Asked for is v transposed times J, which is what a backward pass gives.",
)
mistake(
    "multiplied-afterwards",
    "You multiplied the gradient of y.sum() by v afterwards. The "
    "weights belong to the outputs, so they have to go in before the outputs are summed.",
)
mistake(
    "one-parameter-cut-off",
    "Only one of w and b gets a gradient from this loss. The other has been turned into a plain number, or "
    "detached, on the way, or never used.",
)
mistake(
    "rebuilt-the-parameters",
    "The loss has a history, but it begins at new tensors with the values of w and b (a detached copy, torch.tensor, "
    "a Parameter), so w and b get no gradient. Compute with the tensors that came in.",
)
mistake(
    "one-at-a-time",
    "w and b do not move together: the second gradient was taken after the "
    "first parameter had moved. Both gradients belong to the values from before the update.",
)
mistake("ignored-lr", "Every step uses 0.01, whatever lr was passed in.")
mistake(
    "steps-off-by-one",
    "The parameters are right for one update more or one update fewer: each of "
    "the `steps` rounds notes one loss and makes one update.",
)
mistake("random-start", "Two runs on the same data differ. Start at w = 0 and b = 0.")
mistake(
    "jumped-to-the-solution",
    "From the first step on, w and b are the least-squares solution. "
    "Asked for are the steps of gradient descent, each from the last.",
)
mistake(
    "grad-mode-left-off",
    "After the call, autograd is off for the whole program. Use no_grad "
    "as `with torch.no_grad():`, so that the old state comes back.",
)
mistake(
    "graph-of-all-steps",
    "Each backward runs through the graphs of all earlier steps, so a step costs more than the one before. Usually "
    "a parameter was bound to a new tensor while autograd was watching, and retain_graph=True hid the error.",
)
mistake(
    "replaced-the-memory",
    "average shows the new values, but in new memory: a buffer of which "
    "it was a slice still holds the old ones. Write in place: mul_, add_, copy_, lerp_.",
)
mistake(
    "wrote-into-a-copy",
    "average is not contiguous here: reshape(), flatten() and contiguous() then give a copy, and you updated "
    "that. Write into average itself.",
)
mistake(
    "scaled-the-sum",
    "You multiplied by decay after adding, so the new value was scaled twice. Scale the old average first.",
)
mistake(
    "added-the-whole-value",
    "The new value comes in whole. Only its share 1 - decay may enter, or "
    "the average drifts away from the values it averages.",
)
mistake(
    "touched-the-value",
    "value does not come back as it was. Detach with `detach()`, scale "
    "a copy or use `alpha=`; operations with a trailing underscore write into value itself. Its .grad is its owner's.",
)
mistake(
    "conversion-keeps-the-leaf",
    "A tensor that was made with requires_grad=True and converted "
    "at once is not a leaf: the conversion is an operation, and it was recorded.",
)
mistake(
    "retained-means-leaf",
    "retain_grad() keeps the gradient of a tensor, but the tensor's history stays: it is no leaf.",
)
mistake(
    "every-parameter-has-grad",
    "You gave a .grad to a tensor that the loss does not depend on. "
    "backward() never gets there, so its .grad stays None.",
)
mistake(
    "forgot-retain-grad",
    "One tensor in the middle of the graph called retain_grad(), so it keeps its gradient.",
)


# slope


@check(
    "slope",
    points=2,
    inputs="functions with sin, exp, division and a kink; positive and negative points, and zero",
)
def test_slopes_of_other_functions(student):
    """slopes of several functions at random points"""
    a = torch.rand(3).tolist()
    at = 0.3 + torch.rand(()).item()
    beside = 2.0**-40  # so near to the kink no difference is small enough, not even in float64
    functions = (
        ("a cubic", (at, -1.7 * at), lambda t: a[0] * t**3 - 2 * t + 1, lambda p: 3 * a[0] * p * p - 2),
        (
            "sin of a multiple",
            (at, -1.7 * at, 0.0),
            lambda t: torch.sin((1 + a[1]) * t),
            lambda p: (1 + a[1]) * math.cos((1 + a[1]) * p),
        ),
        (
            "a bell curve",
            (at, -1.7 * at),
            lambda t: torch.exp(-t * t),
            lambda p: -2 * p * math.exp(-p * p),
        ),
        (
            "a quotient",
            (at, -1.7 * at),
            lambda t: t / (1 + t * t),
            lambda p: (1 - p * p) / (1 + p * p) ** 2,
        ),
        (
            "a function beside its kink",
            (beside, -beside),
            lambda t: 0.5 * t + t.abs(),
            lambda p: 0.5 + math.copysign(1, p),
        ),
    )
    for name, points, f, slope in functions:
        for point in points:
            got = student.slope(f, point)
            expect(
                not isinstance(got, torch.Tensor),
                "slope should return a Python float, got a tensor",
                mistake="returned-a-tensor",
            )
            what = f"the slope of {name}"
            if isinstance(got, float) and not math.isclose(got, slope(point), rel_tol=2e-5, abs_tol=4e-6):
                asked = student.observe(points_asked, point)
                expect(
                    len(set(asked)) < 2,
                    f"{what} is not exact, and slope asks f at {len(set(asked))} different points",
                    mistake="finite-difference",
                )
            assert_number(
                got,
                slope(point),
                what=what,
                rtol=2e-5,
                atol=4e-6,
                mistakes={"value-instead-of-slope": f(torch.tensor(point)).item()} if point else {},
            )


@check(
    "slope",
    inputs="the same function at two points, one call after the other; a function that uses a parameter",
)
def test_calls_stand_alone(student):
    """each call gives its own slope, also for a function with a parameter inside"""
    factor = torch.tensor(1.0 + torch.rand(()).item(), requires_grad=True)
    k = factor.item()
    first, second, grad_enabled = student.observe(two_slopes, lambda t: factor * t * t, 1.25, -0.5)
    expect(
        not any(isinstance(got, torch.Tensor) for got in (first, second)),
        "slope should return a Python float, got a tensor",
        mistake="returned-a-tensor",
    )
    # A leaf that is used again holds all earlier slopes as well: the calls differ by the second one.
    if (
        isinstance(first, float)
        and isinstance(second, float)
        and math.isclose(second - first, -k, rel_tol=1e-3)
    ):
        fail("the slope in the second call is the sum of the slopes so far", mistake="grad-left-over")
    assert_number(
        first,
        2.5 * k,
        what="the slope in the first call",
        rtol=1e-4,
        mistakes={"value-instead-of-slope": 1.5625 * k},
    )
    assert_number(
        second,
        -k,
        what="the slope in the second call",
        rtol=1e-4,
        mistakes={"value-instead-of-slope": 0.25 * k},
    )
    expect(grad_enabled, "autograd was on before slope and is off after it", mistake="grad-mode-left-off")


# gradient


@check(
    "gradient", points=2, inputs="other shapes, float64, a transposed x; f returns shape (), (1,) or (1, 1)"
)
def test_shapes_and_dtypes(student):
    """the gradient has x's shape and dtype, whatever the shape of f's one element"""
    weight = torch.randn(3, 5)
    for what, x, shape in (
        ("the gradient for a float32 matrix", torch.randn(3, 5), ()),
        ("the gradient for a float64 matrix", torch.randn(3, 5, dtype=torch.float64), (1,)),
        ("the gradient for a transposed matrix", torch.randn(5, 3).t(), (1, 1)),
    ):
        got = student.gradient(weighted_cubes(weight.to(x.dtype), shape), x)
        want = 3 * weight.to(x.dtype) * x**2
        refuse_a_tuple(got, what)
        if isinstance(got, torch.Tensor) and got.dtype == torch.float32 != x.dtype:
            expect(
                got.shape != x.shape or not torch.allclose(got.to(x.dtype), want, rtol=1e-3),
                f"{what} should be {x.dtype}, got {got.dtype}",
                mistake="lost-the-dtype",
            )
        assert_tensor(got, want, what=what, graph=False)


@check(
    "gradient",
    points=2,
    inputs="an x that requires grad, an x with a filled .grad, an x in the middle of a graph",
)
def test_tracked_input_stays_as_it_was(student):
    """an x that belongs to somebody's graph gives the same gradient and is left alone"""
    values, old = torch.randn(4, 3), torch.randn(4, 3)
    for kind, what in (
        ("plain", "a plain x"),
        ("filled", "an x that requires grad and has a .grad"),
        ("leaf", "an x that requires grad"),
        ("middle", "an x in the middle of a graph"),
    ):
        seen = student.observe(gradient_at, values, old, kind)
        result, state = seen["result"], seen["state"]
        if result is None and kind != "plain":
            fail(f"for {what}, gradient returned None", mistake="clone-is-no-leaf")
        want = torch.cos(values)
        refuse_a_tuple(result, f"the gradient for {what}")
        assert_tensor(
            result, want, what=f"the gradient for {what}", mistakes={"added-to-old-gradient": want + old}
        )
        expect(not seen["has_graph"], f"the gradient for {what} carries a graph", mistake="kept-the-graph")
        judge_untouched(state, what, values, old)
        expect(
            seen["grad_enabled"],
            "autograd was on before gradient and is off after it",
            mistake="grad-mode-left-off",
        )


# vector_jacobian


@check("vector_jacobian", points=2, inputs="other sizes, as many outputs as inputs and fewer; float64")
def test_other_sizes(student):
    """v transposed times J for random functions"""
    # As many outputs as inputs: here v J and J v have the same shape.
    x, v, mix = torch.randn(4), torch.randn(4), torch.randn(4, 4)
    got = student.vector_jacobian(lambda t: torch.sin(mix @ t), x, v)
    jacobian = torch.cos(mix @ x)[:, None] * mix
    refuse_a_tuple(got, "v transposed times J")
    assert_tensor(
        got,
        v @ jacobian,
        what="v transposed times J for four outputs of four inputs",
        rtol=1e-4,
        atol=1e-5,
        graph=False,
        mistakes={
            "jacobian-times-v": jacobian @ v,
            "ignored-v": jacobian.sum(0),
            "multiplied-afterwards": v * jacobian.sum(0),
            "whole-jacobian": jacobian,
        },
    )
    x, v, mix = (torch.randn(size, dtype=torch.float64) for size in ((5,), (3,), (3, 5)))
    got = student.vector_jacobian(lambda t: (mix @ t) ** 2, x, v)
    jacobian = 2 * (mix @ x)[:, None] * mix
    assert_tensor(
        got,
        v @ jacobian,
        what="v transposed times J for three outputs of five inputs",
        graph=False,
        mistakes={"ignored-v": jacobian.sum(0), "whole-jacobian": jacobian},
    )


@check("vector_jacobian", inputs="matrices in and out")
def test_matrices(student):
    """x and y may be matrices of different shapes"""
    x, weight, v = torch.randn(2, 3), torch.randn(3, 5), torch.randn(2, 5)
    got = student.vector_jacobian(lambda t: t @ weight, x, v)
    refuse_a_tuple(got, "the product for a matrix x")
    assert_tensor(
        got,
        v @ weight.t(),
        what="the product for a matrix x",
        rtol=1e-4,
        atol=1e-5,
        mistakes={"ignored-v": torch.ones(2, 5) @ weight.t()},
    )


@check("vector_jacobian", inputs="an x that requires grad, with a filled .grad, or in the middle of a graph")
def test_tracked_input_is_left_alone(student):
    """an x that belongs to somebody's graph is left alone, and the result carries no graph"""
    values, old, v = torch.randn(2, 5), torch.randn(2, 5), torch.randn(5)
    for kind, what in (
        ("plain", "a plain x"),
        ("filled", "an x that requires grad and has a .grad"),
        ("middle", "an x in the middle of a graph"),
    ):
        seen = student.observe(product_at, values, old, kind, v)
        result, state = seen["result"], seen["state"]
        if result is None and kind != "plain":
            fail(f"for {what}, vector_jacobian returned None", mistake="clone-is-no-leaf")
        want = torch.cos(values) * v
        refuse_a_tuple(result, f"the product for {what}")
        assert_tensor(
            result,
            want,
            what=f"the product for {what}",
            mistakes={"added-to-old-gradient": want + old, "ignored-v": torch.cos(values)},
        )
        expect(not seen["has_graph"], f"the product for {what} carries a graph", mistake="kept-the-graph")
        judge_untouched(state, what, values, old)
        expect(
            seen["grad_enabled"],
            "autograd was on before vector_jacobian and is off after it",
            mistake="grad-mode-left-off",
        )


# line_loss


@check(
    "line_loss",
    inputs="other sizes, points in a column and in a matrix; w and b of shape () and (1,), also without grad",
)
def test_values_in_every_shape(student):
    """the loss is one number for points in a row, a column or a matrix"""
    for shape, parameter, tracked in (
        ((7,), (), True),
        ((5,), (1,), True),
        ((6, 1), (1,), True),
        ((3, 4), (), True),
        ((4, 2), (1,), False),
    ):
        w, b = (torch.randn(parameter, requires_grad=tracked) for _ in range(2))
        x, y = torch.randn(shape), torch.randn(shape)
        got = student.line_loss(w, b, x, y)
        expect(
            not isinstance(got, float),
            "line_loss should return a 0-d tensor, got a Python float",
            mistake="item-cuts-the-graph",
        )
        with torch.no_grad():
            error = w * x + b - y
            pairs = ((w * x + b).reshape(-1, 1) - y.reshape(1, -1)) ** 2
            assert_tensor(
                got,
                (error**2).sum() / error.numel(),
                what=f"the loss for points of shape {shape}",
                rtol=1e-4,
                atol=1e-5,
                mistakes={
                    "broadcast-every-pair": pairs.mean(),
                    "sum-not-mean": (error**2).sum(),
                    "absolute-error": error.abs().mean(),
                    "root-of-the-mean": (error**2).mean().sqrt(),
                    "halved-the-loss": (error**2).mean() / 2,
                    "forgot-the-mean": error**2,
                },
            )


@check("line_loss", points=2, inputs="backward from the loss, other sizes")
def test_gradients_reach_both_parameters(student):
    """backward from the loss fills the .grad of w and of b"""
    for size, parameter in ((9, ()), (4, (1,))):
        w, b = torch.randn(parameter), torch.randn(parameter)
        x, y = torch.randn(size), torch.randn(size)
        seen = student.observe(gradients_through_loss, w, b, x, y)
        expect(
            seen["tensor"],
            "line_loss should return a 0-d tensor, not a Python number",
            mistake="item-cuts-the-graph",
        )
        expect(
            seen["numbers"] == 1,
            f"line_loss should return one number; for {size} points it returned {seen['numbers']}",
            mistake="forgot-the-mean" if seen["numbers"] == size else None,
        )
        expect(seen["requires_grad"], "w and b require grad, the loss does not", mistake="off-the-graph")
        missing = [name for name in ("w", "b") if seen[name] is None]
        expect(
            len(missing) < 2,
            "after backward from the loss, neither w nor b has a .grad",
            mistake="rebuilt-the-parameters" if seen["has_history"] else "rebuilt-the-loss",
        )
        expect(
            not missing,
            f"after backward from the loss, {' and '.join(missing)} has no .grad",
            mistake="one-parameter-cut-off",
        )
        error = w * x + b - y
        every_pair = 2 * (error.mean() * x.mean() + w * x.var(correction=0))
        for name, want, paired in (
            ("w", 2 * (error * x).mean(), every_pair),
            ("b", 2 * error.mean(), 2 * error.mean()),
        ):
            assert_tensor(
                seen[name],
                want.reshape(parameter),
                what=f"{name}.grad after backward from the loss",
                rtol=1e-4,
                atol=1e-5,
                mistakes={
                    "sum-not-mean": (want * size).reshape(parameter),
                    "halved-the-loss": (want / 2).reshape(parameter),
                    "broadcast-every-pair": paired.reshape(parameter),
                },
            )


# line_gradients


@check("line_gradients", points=2, inputs="other sizes, random points and parameters")
def test_random_points(student):
    """both gradients, at random parameters, for several numbers of points"""
    for size in (3, 8, 17):
        w, b = torch.randn(()), torch.randn(())
        x, y = torch.randn(size) + 1, 2 * torch.randn(size)
        judge_pair(student.line_gradients(w, b, x, y), w, b, x, y)


@check("line_gradients", inputs="float64, points that lie on the line and points that do not")
def test_minimum_and_precision(student):
    """zero at the exact line, and float64 stays float64"""
    w, b = (torch.randn((), dtype=torch.float64) for _ in range(2))
    x = torch.randn(6, dtype=torch.float64) - 2
    judge_pair(student.line_gradients(w, b, x, w * x + b), w, b, x, w * x + b)
    y = torch.randn(6, dtype=torch.float64)
    judge_pair(student.line_gradients(w, b, x, y), w, b, x, y)


# fit_line


@check(
    "fit_line",
    points=3,
    inputs="three random lines with noise, each with its own number of points, lr and steps",
)
def test_every_step_is_exact_gradient_descent(student):
    """w, b and all losses follow exact gradient descent, step by step"""
    for count, steps, share in ((5, 2, 0.2), (8, 7, 0.35), (13, 24, 0.6)):
        x = torch.randn(count) + 1.5
        y = torch.randn(()) * x + 3 * torch.randn(()) + 0.5 * torch.randn(count) + 1
        lr = share * Line.of(x, y).largest_lr()
        judge_fit(student.fit_line(x, y, lr=lr, steps=steps), x, y, lr, steps)


@check(
    "fit_line",
    points=2,
    inputs="other lines, other lr and steps, also passed by position; points off the line",
)
def test_other_lines_are_found(student):
    """it comes within 0.01 of other lines, along the exact path"""
    slope, offset = 1 + torch.rand(()).item(), -0.5 - torch.rand(()).item()
    x = torch.tensor([-2.0, -1.25, 0.0, 0.5, 1.75, 3.0])
    got = student.fit_line(x, slope * x + offset, 0.023, 450)
    judge_fit(got, x, slope * x + offset, 0.023, 450)
    judge_line(got, slope, offset, 450)
    got = student.fit_line(x - 1, offset * x + slope, lr=0.07, steps=300)
    judge_fit(got, x - 1, offset * x + slope, 0.07, 300)
    judge_line(got, offset, slope + offset, 300)
    x = torch.randn(11)
    y = slope * x + offset + torch.randn(11)
    judge_fit(student.fit_line(x, y, 0.003, 150), x, y, 0.003, 150)


@check(
    "fit_line",
    inputs="the same line twice, then another one, in the same program; graphs are measured, too",
)
def test_runs_do_not_influence_each_other(student):
    """every call starts from zero and leaves autograd switched on, and no step drags earlier ones along"""
    x, y, lr = torch.randn(6) + 1, torch.randn(6) - 2, 0.017
    seen = student.observe(fit_three_times, x, y, lr)
    first, again, other = seen["fits"]
    expect(
        seen["grad_enabled"],
        "autograd was on before fit_line and is off after it",
        mistake="grad-mode-left-off",
    )
    expect(
        torch.equal(seen["x"], x) and torch.equal(seen["y"], y),
        "fit_line has changed the points that it was given",
        mistake="changed-its-input",
    )
    expect(
        repr(plain(first)) == repr(plain(again)),  # tensors in it would not compare
        "fit_line gives two different answers for the same data",
        mistake="random-start",
    )
    judge_fit(first, x, y, lr, 9)
    judge_fit(other, y, x, lr, 4)
    graphs = student.observe(graphs_of_a_fit, x, y, lr, 12)
    expect(
        not graphs or graphs[-1] <= 3 * graphs[0],
        "the graph that backward() walks through grows: "
        f"{graphs[0] if graphs else 0} records in the first of 12 steps, {graphs[-1] if graphs else 0} in the last",
        mistake="graph-of-all-steps",
        hint="What does backward() walk through in the tenth round? Only the loss of that round is wanted.",
    )


# update_average


@check(
    "update_average",
    points=2,
    inputs="other shapes, slices along and across a larger buffer; decay 0, 1 and between",
)
def test_writes_into_the_same_memory(student):
    """average is updated in the memory where it lies, and value is left alone"""
    for shape, decay, axis in (
        ((3, 4), 0.9, 0),
        ((5,), 0.25, 0),
        ((2, 3), 0.0, 0),
        ((7,), 1.0, 0),
        ((4, 5), 0.7, 1),  # a slice whose rows lie apart in memory
    ):
        buffer, value = torch.randn(6, *shape).movedim(0, axis).contiguous(), torch.randn(shape)
        seen = student.observe(update_a_slice, buffer, value, decay, axis)
        old = buffer.select(axis, 2).clone()
        want = decay * old + (1 - decay) * value
        if decay != 1.0:
            expect(
                not torch.equal(seen["average"], old),
                f"average{', a slice whose rows lie apart,' if axis else ''} still holds its old values after the call",
                mistake="wrote-into-a-copy" if axis else "rebound-the-average",
            )
        assert_tensor(
            seen["average"],
            want,
            what=f"average after an update with decay {decay}",
            rtol=1e-5,
            atol=1e-6,
            mistakes={
                "swapped-the-weights": (1 - decay) * old + decay * value,
                "scaled-the-sum": decay * (old + (1 - decay) * value),
                "added-the-whole-value": decay * old + value,
            },
        )
        whole = buffer.clone()
        whole.select(axis, 2).copy_(want)
        assert_tensor(
            seen["buffer"],
            whole,
            what="the buffer of which average is a slice",
            rtol=1e-5,
            atol=1e-6,
            mistakes={"replaced-the-memory": buffer},
        )
        expect(
            torch.equal(seen["value"], value),
            "value has other numbers after the call",
            mistake="touched-the-value",
        )
        expect(
            seen["returned"] in ("None", "average"), "update_average should return None, or average itself"
        )


@check(
    "update_average",
    points=2,
    inputs="a value that requires grad, a value in the middle of a graph, four updates in a row",
)
def test_no_graph_grows(student):
    """after many updates average has no history, and value's own graph is intact"""
    average, weight = torch.randn(4, 3), torch.randn(4, 3)
    seen = student.observe(update_from_a_graph, average, weight, 0.8)
    expect(
        seen["grad_enabled"],
        "autograd was on before update_average and is off after it",
        mistake="grad-mode-left-off",
    )
    expect(
        not seen["average_tracked"],
        "value requires grad, and after the updates average does too",
        mistake="graph-grows",
    )
    expect(
        seen["weight_requires_grad"] and seen["value_requires_grad"],
        "value required grad before the call and does not afterwards",
        mistake="touched-the-value",
    )
    expect(
        seen["grad_kept"],
        "value came in with a .grad, and after the call it is gone or another",
        mistake="touched-the-value",
    )
    want = average
    for turn in range(1, 5):
        want = 0.8 * want + 0.2 * (turn * weight if turn % 2 else weight)
    expect(
        not torch.equal(seen["average"], average),
        "average still holds its old values after the calls",
        mistake="rebound-the-average",
    )
    assert_tensor(seen["average"], want, what="average after four updates", rtol=1e-5, atol=1e-6)
    assert_tensor(
        seen["weight_grad"], torch.full((4, 3), 4.0), what="the gradient that still flows through value"
    )


# predict_leaves


@check("predict_leaves", inputs="the program in the docstring")
def test_leaves(student, reference):
    """which tensors of the program are leaves"""
    leaves, _ = run_the_program(reference.predict_leaves)
    got = set(answer_of(student)["leaves"])
    if got == leaves:
        return
    if {"scale", "shift", "spare"} <= got and not got & {"data", "frozen", "doubled"}:
        named = "leaves-must-require-grad"
    elif got == leaves | {"bias"}:
        named = "conversion-keeps-the-leaf"
    elif got == leaves | {"hidden"}:
        named = "retained-means-leaf"
    else:
        named = None
    fail(
        f'{len(got ^ leaves)} of the ten tensors are on the wrong side in "leaves"',
        mistake=named,
        hint="Take each name by itself: does it have a grad_fn? Without one, it is a leaf.",
    )


@check("predict_leaves", inputs="the program in the docstring")
def test_gradients_that_stay(student, reference):
    """which tensors of the program have a .grad afterwards"""
    _, with_grad = run_the_program(reference.predict_leaves)
    got = set(answer_of(student)["with_grad"])
    if got == with_grad:
        return
    if got == with_grad | {"spare"}:
        named = "every-parameter-has-grad"
    elif got >= with_grad | {"mixed", "bias"}:
        named = "everything-keeps-grad"
    elif got == with_grad - {"hidden"}:
        named = "forgot-retain-grad"
    elif got == with_grad | {"bias"}:
        named = "conversion-keeps-the-leaf"
    else:
        named = None
    fail(
        f'{len(got ^ with_grad)} of the ten tensors are on the wrong side in "with_grad"',
        mistake=named,
        hint="Take each name by itself: does it require grad, does the loss depend on it, is it a "
        "leaf or did it call retain_grad()?",
    )


# What the student's code is given


def weighted_cubes(weight, shape):
    """A function of a tensor, with one element of the given shape."""
    return lambda t: (weight * t**3).sum().reshape(shape)


# Probes: these run beside the student's code, in its process, and only report.


def points_asked(submission, at):
    """The points at which slope evaluates its function."""
    points = []

    def recorder(t):
        points.extend(t.detach().flatten().tolist())
        return t * t

    submission.slope(recorder, at)
    return points


def two_slopes(submission, f, first, second):
    import torch

    slopes, enabled = [], True
    for point in (first, second):
        slopes.append(submission.slope(f, point))
        enabled = enabled and torch.is_grad_enabled()
        torch.set_grad_enabled(True)
    return *slopes, enabled


def caller_owned(values, old, kind):
    """A tensor as its owner may hold it: plain, a leaf, a leaf with a .grad, in a graph."""
    x = values.clone()
    if kind == "middle":
        root = x.requires_grad_()
        return root, root * 1.0
    if kind in ("leaf", "filled"):
        x.requires_grad_()
    if kind == "filled":
        x.grad = old.clone()
    return x, x


def state_of(root, x, kind):
    return {
        "kind": kind,
        "requires_grad": x.requires_grad,
        "values": x.detach().clone(),
        "grad": None if root.grad is None else root.grad.clone(),
        "in_graph": x.grad_fn is not None,
    }


def gradient_at(submission, values, old, kind):
    import torch

    root, x = caller_owned(values, old, kind)
    result = submission.gradient(lambda t: torch.sin(t).sum(), x)
    enabled = torch.is_grad_enabled()
    torch.set_grad_enabled(True)
    return {
        "result": result,
        "state": state_of(root, x, kind),
        "has_graph": bool(getattr(result, "requires_grad", False)),
        "grad_enabled": enabled,
    }


def product_at(submission, values, old, kind, v):
    import torch

    root, x = caller_owned(values, old, kind)
    result = submission.vector_jacobian(torch.sin, x, v.expand_as(x).clone())
    enabled = torch.is_grad_enabled()
    torch.set_grad_enabled(True)
    return {
        "result": result,
        "state": state_of(root, x, kind),
        "has_graph": bool(getattr(result, "requires_grad", False)),
        "grad_enabled": enabled,
    }


def gradients_through_loss(submission, w, b, x, y):
    import torch

    w, b = w.clone().requires_grad_(), b.clone().requires_grad_()
    loss = submission.line_loss(w, b, x, y)
    if not isinstance(loss, torch.Tensor):
        return {"tensor": False}
    if loss.requires_grad and loss.numel() == 1:
        loss.backward()
    return {
        "tensor": True,
        "numbers": loss.numel(),
        "requires_grad": loss.requires_grad,
        "has_history": loss.grad_fn is not None,
        "w": w.grad,
        "b": b.grad,
    }


def fit_three_times(submission, x, y, lr):
    import torch

    fits = [
        submission.fit_line(x, y, lr=lr, steps=9),
        submission.fit_line(x, y, lr=lr, steps=9),
        submission.fit_line(y, x, lr=lr, steps=4),
    ]
    enabled = torch.is_grad_enabled()
    torch.set_grad_enabled(True)
    return {"fits": fits, "grad_enabled": enabled, "x": x, "y": y}


def graphs_of_a_fit(submission, x, y, lr, steps):
    """How many records each backward pass of fit_line begins with; none where it takes another road."""
    from unittest.mock import patch

    import torch

    sizes = []

    def measured(go):
        def measure(*args, **kwargs):
            roots = args[0] if args else kwargs.get("tensors", kwargs.get("outputs"))
            roots = [roots] if isinstance(roots, torch.Tensor) else list(roots)
            seen, waiting = set(), [root.grad_fn for root in roots]
            while waiting:
                record = waiting.pop()
                if record is not None and record not in seen:
                    seen.add(record)
                    waiting += [following for following, _ in record.next_functions]
            sizes.append(len(seen))
            return go(*args, **kwargs)

        return measure

    with (
        patch.object(torch.autograd, "backward", measured(torch.autograd.backward)),
        patch.object(torch.autograd, "grad", measured(torch.autograd.grad)),
    ):
        submission.fit_line(x, y, lr=lr, steps=steps)
    torch.set_grad_enabled(True)
    return sizes


def update_a_slice(submission, buffer, value, decay, axis):
    import torch

    average = buffer.select(axis, 2)
    returned = submission.update_average(average, value, decay)
    kind = "None" if returned is None else type(returned).__name__
    if isinstance(returned, torch.Tensor) and returned.data_ptr() == average.data_ptr():
        kind = "average"
    return {
        "average": average.detach().clone(),
        "buffer": buffer.detach().clone(),
        "value": value,
        "returned": kind,
    }


def update_from_a_graph(submission, average, weight, decay):
    import torch

    weight = weight.clone().requires_grad_()
    weight.grad = average.clone()
    old_grad, still = average.clone(), True
    values = []
    for turn in range(1, 5):
        value = weight * turn if turn % 2 else weight
        submission.update_average(average, value, decay)
        still = still and value.requires_grad
        values.append(value)
    enabled = torch.is_grad_enabled()
    torch.set_grad_enabled(True)
    grad_kept = weight.grad is not None and torch.equal(weight.grad, old_grad)
    weight.grad = None
    if values[2].requires_grad and weight.requires_grad:
        (values[0] + values[2]).sum().backward()
    return {
        "average": average.detach().clone(),
        "average_tracked": average.requires_grad,
        "weight_requires_grad": weight.requires_grad,
        "value_requires_grad": still,
        "weight_grad": weight.grad,
        "grad_kept": grad_kept,
        "grad_enabled": enabled,
    }


# Judging, on this side.


def judge_untouched(state, what, values, old):
    """x came back with the requires_grad, the .grad and the values that it had."""
    kind = state["kind"]
    had = kind != "plain"
    if state["requires_grad"] and not had:
        fail(f"{what} requires grad after the call", mistake="marked-the-callers-tensor")
    if had and not state["requires_grad"]:
        fail(f"{what} does not require grad any more", mistake="wiped-the-callers-state")
    grad = state["grad"]
    if kind == "filled":
        expect(grad is not None, f"{what} has lost its .grad", mistake="wiped-the-callers-state")
        expect(
            torch.equal(grad, old),
            f"the .grad of {what} has changed",
            mistake="marked-the-callers-tensor" if grad.any() else "wiped-the-callers-state",
        )
    else:
        where = "the leaf behind it" if kind == "middle" else "it"
        expect(
            grad is None,
            f"{what} came in without a .grad, and afterwards {where} has one",
            mistake="marked-the-callers-tensor",
        )
    expect(
        state["in_graph"] == (kind == "middle"),
        f"{what} is not where it was in its graph",
        mistake="wiped-the-callers-state",
    )
    expect(torch.equal(state["values"], values), f"the values of {what} have changed")


def judge_pair(got, w, b, x, y):
    expect(
        isinstance(got, (tuple, list)) and len(got) == 2,
        f"line_gradients should return the pair (dw, db), got {type(got).__name__}",
    )
    error = w * x + b - y
    size, both = error.numel(), (2 * (error * x).mean(), 2 * error.mean())
    if close(got[0], both[1]) and close(got[1], both[0]) and not close(got[0], both[0]):
        fail("dw and db are exchanged", mistake="swapped-the-pair")
    for name, mine, want in zip(("dw", "db"), got, both, strict=True):
        mistakes = {}
        if abs(want) > 1e-3:  # at the minimum all mistakes give nearly the same
            mistakes = {"forgot-the-two": want / 2, "sum-not-mean": want * size, "wrong-sign": -want}
            if name == "dw":
                mistakes |= {"forgot-x": both[1], "product-of-means": both[1] * x.mean()}
        expect(not isinstance(mine, float), f"{name} should be a 0-d tensor, got a Python float")
        if isinstance(mine, torch.Tensor) and mine.dtype == torch.float32 != want.dtype:
            expect(
                mine.shape != want.shape
                or not torch.allclose(mine.to(want.dtype), want, rtol=1e-3, atol=1e-5),
                f"{name} should be {want.dtype}, got {mine.dtype}",
                mistake="lost-the-dtype",
            )
        assert_tensor(mine, want, what=name, rtol=1e-4, atol=1e-5, graph=False, mistakes=mistakes)


def judge_fit(got, x, y, lr, steps):
    """Compares a fit with exact gradient descent: w, b and every loss."""
    expect(
        isinstance(got, (tuple, list)) and len(got) == 3,
        f"fit_line should return (w, b, losses), got {type(got).__name__}",
    )
    w, b, losses = got
    for name, number in (("w", w), ("b", b)):
        expect(
            not isinstance(number, torch.Tensor),
            f"{name} should be a Python float, got a tensor",
            mistake="returned-a-tensor",
        )
        expect(isinstance(number, float), f"{name} should be a Python float, got {type(number).__name__}")
    expect(isinstance(losses, list), f"losses should be a list, got {type(losses).__name__}")
    expect(
        not any(isinstance(loss, torch.Tensor) for loss in losses),
        "losses should hold Python floats, got tensors",
        mistake="kept-loss-tensors",
    )
    expect(all(isinstance(loss, float) for loss in losses), "losses should hold Python floats only")
    expect(len(losses) == steps, f"{steps} steps should give {steps} losses, got {len(losses)}")
    line = Line.of(x, y)
    exact = descend(line, lr, steps)
    if not (near(w, exact.w) and near(b, exact.b)):
        explain_the_path(w, b, line, lr, steps)
    scale = exact.losses[0]
    wrong = [
        step
        for step, (mine, want) in enumerate(zip(losses, exact.losses, strict=True))
        if not abs(mine - want) <= 1e-4 * want + 1e-5 * scale
    ]
    if wrong:
        after = descend(line, lr, steps + 1).losses[1:]
        shifted = all(
            abs(mine - want) <= 1e-4 * want + 1e-5 * scale for mine, want in zip(losses, after, strict=True)
        )
        expect(
            not shifted,
            "w and b are right, but each loss is that of one step later",
            mistake="loss-after-update",
        )
        summed = all(
            abs(mine - line.count * want) <= 1e-3 * line.count * want + 1e-5 * scale
            for mine, want in zip(losses, exact.losses, strict=True)
        )
        expect(
            not summed,
            f"w and b are right, but each loss is {line.count} times too large",
            mistake="sum-not-mean",
        )
        fail(
            f"w and b are right, but {len(wrong)} of {steps} losses are not the mean squared error "
            f"before the update, the first of them in step {wrong[0] + 1}"
        )


def judge_line(got, slope, offset, steps):
    assert_number(got[0], slope, what=f"w after {steps} steps", rtol=0, atol=0.01)
    assert_number(got[1], offset, what=f"b after {steps} steps", rtol=0, atol=0.01)


def explain_the_path(w, b, line, lr, steps):
    """Says which known mistake ends where this fit ended, if one does."""
    what = f"after {steps} steps on {line.count} points, [w, b] is not where gradient descent leads"
    if w == 0 and b == 0:
        fail(
            f"{what}: both are still exactly 0",
            hint="Either the gradients are cleared before the update uses them, or they never reach the "
            "parameters, or the update is written into another tensor.",
        )
    if not (math.isfinite(w) and math.isfinite(b)):
        fail(
            f"{what}: the numbers are not even finite",
            hint="Each step overshoots further than the one "
            "before. Is the gradient larger than it should be, or its sign turned around?",
        )
    exact = descend(line, lr, steps)
    if w == b and not near(w, exact.w) and not near(b, exact.b):
        fail(f"{what}: the two are equal", mistake="one-tensor-two-names")
    # Two mistakes may end close to each other: the closer one it is.
    ends = [
        (abs(w - wrong_w) / (1 + abs(wrong_w)) + abs(b - wrong_b) / (1 + abs(wrong_b)), mistake_id)
        for mistake_id, wrong_w, wrong_b in go_astray(line, lr, steps)
        if near(w, wrong_w) and near(b, wrong_b)
    ]
    if ends:
        fail(what, mistake=min(ends)[1])
    best_w = (line.xy - line.x * line.y) / (line.xx - line.x**2)
    if near(w, best_w, 1e-3) and near(b, line.y - best_w * line.x, 1e-3):
        fail(what, mistake="jumped-to-the-solution")
    fail(what, hint="Do one step by hand on two points, and compare the two gradients with yours.")


def run_the_program(task):
    """The truth of a predict task: runs the program in its docstring."""
    text = inspect.getdoc(task)
    program = "\n".join(line for line in text.splitlines() if line.startswith("    "))
    names = {"torch": torch}
    exec(textwrap.dedent(program), names)  # our own reference's docstring, not the student's
    tensors = {name: t for name, t in names.items() if isinstance(t, torch.Tensor)}
    leaves = {name for name, t in tensors.items() if t.is_leaf}
    kept = {name for name, t in tensors.items() if (t.is_leaf or t.retains_grad) and t.grad is not None}
    return leaves, kept


def answer_of(student):
    got = student.predict_leaves()
    expect(
        isinstance(got, dict)
        and {"leaves", "with_grad"} <= set(got)
        and all(isinstance(members, (list, tuple, set)) for members in got.values()),
        'predict_leaves should return {"leaves": [...], "with_grad": [...]}',
    )
    return got


def plain(fit):
    return [fit[0], fit[1], list(fit[2])] if isinstance(fit, (tuple, list)) and len(fit) == 3 else fit


def close(a, b):
    return isinstance(a, torch.Tensor) and a.shape == b.shape and torch.allclose(a.to(b.dtype), b, rtol=1e-4)


def near(a, b, tolerance=1e-4):
    return abs(a - b) <= tolerance * (1 + abs(b))
