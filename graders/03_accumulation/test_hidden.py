"""Unit 3, the checks that stay here. Most of them follow an optimizer step by step beside an honest run (honest.py)."""

import inspect
import re

import torch

from course.checks import assert_number, assert_tensor, check, expect, fail, mistake

from .honest import (
    CLOSE,
    a_batch,
    a_labelled_batch,
    expect_kept,
    expect_train_mode,
    flat,
    honest_run,
    judge_update,
    mean_gradient,
    no_gradient,
    some_weights,
    unflatten,
    updates_of,
    watch,
)

mistake(
    "two-forwards-per-step",
    "A second forward pass costs as much as the first, moves BatchNorm's statistics again and draws another dropout mask. "
    "The loss that you need is the one of the pass that made the update.",
)
mistake(
    "step-clears",
    "You let step() empty the gradient. step() reads it and leaves it as it is; clearing is a call of its own.",
)
mistake(
    "x-never-moved",
    "You went on with the old x. step() has moved it, and the next derivative is taken where x is now.",
)
mistake(
    "zero-grad-leaves-zero",
    "You expected a number after optimizer.zero_grad(). By default it drops the gradient tensor, and "
    "x.grad is None.",
)
mistake(
    "divided-after-backward",
    "You let the division reach back into x.grad. It came after backward(), which had already added the "
    "derivative of the undivided loss.",
)
mistake(
    "needs-a-gradient",
    "A parameter that no backward has reached has `.grad` equal to None, and None has no methods. Ask first.",
)
mistake(
    "stopped-at-a-none",
    "At the first parameter without a gradient you stopped, and the ones behind it were not looked at. Skip that "
    "one and go on: continue, not break or return.",
)
mistake(
    "multiplied-by-zero",
    "An infinite or undefined number times zero, or minus itself, is undefined (nan): it stays for ever. Write zeros, do not "
    "compute them.",
)
mistake(
    "frozen-kept-its-gradient",
    "A parameter that does not require grad any more may still hold a gradient from before it was frozen. Ask whether "
    "there is a .grad, not whether it trains.",
)
mistake(
    "trained-in-eval-mode",
    "The model was put in eval mode for its own training step: dropout would be off, and BatchNorm would use and not update "
    "its running statistics. Leave the mode alone, or call train().",
)
mistake(
    "made-a-gradient",
    "A parameter without a gradient got one. None means 'no backward came here', and optimizers skip such a "
    "parameter; zeros they would not skip.",
)
mistake(
    "walked-twice",
    "With a generator something went wrong that goes right with a list. A generator can be walked once only, and "
    "has neither length nor index.",
)
mistake(
    "dropped-the-last-chunk",
    "The samples after the last full chunk never took part. The last chunk may be smaller, but it counts.",
)
mistake(
    "whole-batch-at-once",
    "All samples went through the model in one forward pass. The update is right, but so is the memory bill "
    "of the whole batch; run at most micro_batch samples at a time.",
)
mistake(
    "micro-batch-as-count",
    "You cut the batch into micro_batch pieces. micro_batch is the number of samples in a piece: tensor.split, "
    "not tensor.chunk.",
)
mistake(
    "changed-the-gradients",
    "Measuring changed the gradients. clip_grad_norm_ returns the norm, but also scales every gradient down "
    "to its limit.",
)


def follow(student, task, weights, optimizer, loss, calls, first_candidates=None):
    """Judge calls that make one update each, by the loss over all samples of the call."""
    honest = honest_run(weights, optimizer, loss, [[(x, y)] for x, y, *_ in calls])
    reports = student.observe(watch, task, weights, optimizer, loss, calls)
    before = None
    for number, ((x, _, *micro_batch), report, want) in enumerate(
        zip(calls, reports, honest, strict=True), start=1
    ):
        when = f"call {number} of {len(calls)} ({len(x)} samples{''.join(f', micro_batch={size}' for size in micro_batch)})"
        expect_kept(report, when)
        (got,) = updates_of(report, when, 1, chunks=task != "train_step")
        expect(
            got.gradient.any() or not report["only_zeros"], f"{when}: backward() brought a gradient of zero."
        )
        candidates = {no_gradient(report): [torch.zeros_like(want.gradient)]}
        if before is not None:
            candidates["gradients-leak"] = [before + want.gradient]
        elif first_candidates:
            candidates |= first_candidates(want, report["value"])
        judge_update(got, want, when, candidates)
        assert_tensor(
            flat(report["parameters"]), want.parameters, what=f"the parameters at the end of {when}", **CLOSE
        )
        expect_train_mode(report, when)
        passes = sum(1 for _, with_graph in report["forwards"] if with_graph)
        expect(
            task != "train_step" or passes <= 1,
            f"{when}: the batch went through the model {passes} times, with a graph each time.",
            mistake="two-forwards-per-step",
        )
        before = want.gradient if before is None else before + want.gradient


def assert_loss(value, want, what, mistakes):
    expect(
        not isinstance(value, torch.Tensor),
        f"{what} came as a tensor; wanted is a Python float.",
        mistake="returned-a-tensor",
    )
    assert_number(value, want, what=what, mistakes=mistakes, rtol=1e-4, atol=1e-6)


# predict_gradients


def run_the_program(docstring):
    """x.grad after each numbered line of the program that the docstring prints."""
    paragraphs = inspect.cleandoc(docstring).split("\n\n")
    names, seen = {"torch": torch}, []
    for line in "\n".join(text for text in paragraphs if text.startswith("    ")).splitlines():
        exec(line.strip(), names)
        if re.search(r"# \d+$", line):
            gradient = names["x"].grad
            seen.append(None if gradient is None else gradient.item())
    return seen


def judge_lines(student, reference, lines, beliefs):
    """Compare some lines; `beliefs` maps (line, entry) to the mistake that this entry gives away."""
    truth = run_the_program(reference.predict_gradients.__doc__)
    answer = student.predict_gradients()
    expect(
        isinstance(answer, (list, tuple)) and len(answer) == len(truth),
        f"The answer has to be a list of {len(truth)} entries, one for each numbered line.",
    )
    for line in lines:
        entry, right = answer[line - 1], truth[line - 1]
        expect(
            entry is None or (isinstance(entry, (int, float)) and not isinstance(entry, bool)),
            f"Entry {line} is of type {type(entry).__name__}; wanted is a number, or None where x.grad is None.",
        )
        if entry is None or right is None:
            is_right = entry is right
        else:
            is_right = abs(entry - right) < 1e-6
        if not is_right:
            fail(
                f"Line {line}: x.grad is not {entry} there.",
                mistake=next(
                    (name for name, (where, guess) in beliefs if where == line and guess == entry), None
                ),
            )
    return truth


@check(
    "predict_gradients",
    points=2,
    inputs="lines 3 to 7: clearing and stepping",
    hint="Ask of each line: does it write to x, to x.grad, or to neither?",
)
def test_clearing_and_stepping(student, reference):
    """lines 3 to 7: what clears, and what does not"""
    # Line 6 adds 3 * x ** 2, with the x that step() made, to what line 5 left.
    judge_lines(
        student,
        reference,
        range(3, 8),
        [
            ("step-clears", (5, 0)),
            ("step-clears", (5, None)),
            ("x-never-moved", (6, 7)),
            ("backward-overwrites", (6, 12)),
            ("zero-grad-leaves-zero", (7, 0)),
        ],
    )


@check(
    "predict_gradients",
    points=2,
    inputs="lines 8 to 10: a division on either side of backward",
    hint="What does backward() differentiate: the loss as it is at that moment, or as it will be later?",
)
def test_dividing_before_and_after(student, reference):
    """lines 8 to 10: a division on either side of backward"""
    judge_lines(
        student,
        reference,
        range(8, 11),
        [
            ("x-never-moved", (8, -6)),
            ("divided-after-backward", (9, -10)),
            ("divided-after-backward", (9, -2)),
            ("backward-overwrites", (9, 6)),
            ("backward-overwrites", (10, 2)),
        ],
    )


# clear_gradients


def clear(submission, values, gradients, how, kind, frozen):
    """Clear parameters with these values and gradients, handed over as a list or as a generator."""
    import torch

    parameters = [torch.nn.Parameter(value.clone()) for value in values]
    for parameter, gradient in zip(parameters, gradients, strict=True):
        parameter.grad = None if gradient is None else gradient.clone()
    if frozen is not None:
        parameters[frozen].requires_grad_(False)  # since its last backward
    handed, crash = parameters if kind == "list" else (p for p in parameters), None
    try:
        submission.clear_gradients(handed, **how)
    except (AttributeError, TypeError) as error:
        if not any(word in str(error) for word in ("NoneType", "generator")):
            raise
        crash = f"{type(error).__name__}: {error}"
    flags = [p.requires_grad for p in parameters]
    return crash, [p.detach().clone() for p in parameters], [p.grad for p in parameters], flags


def clears_all(student, values, gradients, how):
    """Whether nothing is left where no gradient is None."""
    crash, _, left, _ = student.observe(clear, values, gradients, how, "list", None)
    return not crash and not any(gradient is not None and gradient.any() for gradient in left)


def judge_cleared(student, how, kind="list", holes=True, overflown=False):
    """Some parameters, of which the second and the last have no gradient where there are `holes`.

    Where there are no holes in a list, the third is frozen by now; `overflown` lays an inf and a nan into the first gradient.
    """
    # the first one's rows do not lie one behind the other; the last one is a single number
    values = [
        torch.randn(5, 3).t(),
        torch.randn(2),
        torch.randn(4, 1, 2, dtype=torch.float64),
        torch.randn(()),
    ]
    gradients = whole = [torch.rand_like(value) + 1 for value in values]
    if overflown:
        gradients[0][1, 0], gradients[0][2, 0] = float("inf"), float("nan")
    if holes:
        gradients = [whole[0], None, whole[2], None]
    frozen = 2 if kind == "list" and not holes else None
    crash, after, left, flags = student.observe(clear, values, gradients, how, kind, frozen)
    call = f"clear_gradients(a {kind} of parameters{''.join(f', {name}={value}' for name, value in how.items())})"
    if crash:
        fail(
            f"{call} raised {crash}",
            mistake="needs-a-gradient"
            if "NoneType" in crash and holes
            else "walked-twice"
            if kind == "generator" and "generator" in crash
            else None,
        )
    to_none = how.get("set_to_none", True)
    same = [
        g is not None and g.dtype == old.dtype and torch.allclose(g, old, rtol=0, atol=0, equal_nan=True)
        for g, old in zip(left, gradients, strict=True)
        if old is not None
    ]
    walked = kind == "generator" and any(same)
    for number, (value, now, old, gradient) in enumerate(
        zip(values, after, gradients, left, strict=True), start=1
    ):
        where = f"parameter {number} of {len(values)}"
        expect(
            torch.equal(value, now),
            f"{call} changed the values of {where}.",
            mistake="zeroed-the-parameter" if not now.any() else None,
        )
        if old is None:
            expect(
                gradient is None,
                f"{call}: {where} had no gradient and now has one.",
                mistake="made-a-gradient",
            )
            continue
        if all(same):
            slip = "walked-twice" if walked else "gradient-untouched"
        elif frozen is not None and [place for place, kept in enumerate(same) if kept] == [frozen]:
            slip = "frozen-kept-its-gradient"
        elif walked:
            slip = "walked-twice"
        elif holes and not same[0] and all(same[1:]) and clears_all(student, values, whole, how):
            slip = "stopped-at-a-none"
        else:
            slip = None
        expect(
            not same[sum(o is not None for o in gradients[: number - 1])],
            f"{call}: the gradient of {where} is as it was.",
            mistake=slip,
        )
        if to_none:
            expect(
                gradient is None,
                f"{call}: the gradient of {where} is a tensor; wanted is None.",
                mistake="always-zeros" if gradient is not None and not gradient.any() else None,
            )
        else:
            expect(
                gradient is not None,
                f"{call}: the gradient of {where} is None; wanted are zeros.",
                mistake="always-none",
            )
            expect(
                old.isfinite().all() or gradient.isfinite().all(),
                f"{call}: the gradient of {where} held an inf and a nan, and it is not all zeros now.",
                mistake="multiplied-by-zero",
            )
            assert_tensor(gradient, torch.zeros_like(old), what=f"the gradient of {where} after {call}")
    expect(
        flags == [number != frozen for number in range(4)],
        f"{call} changed requires_grad of a parameter.",
        hint="Forgetting a gradient and freezing a parameter are two things.",
    )


@check(
    "clear_gradients",
    inputs="four parameters of different shapes and dtypes, with and without a gradient, one frozen",
)
def test_none_is_the_default(student):
    """set_to_none=True, and that is the default"""
    judge_cleared(student, {})
    judge_cleared(student, {"set_to_none": True}, holes=False)


@check(
    "clear_gradients",
    points=2,
    inputs="four parameters of different shapes and dtypes, with and without a gradient; an inf and a nan",
    hint="Fill the gradient that is there; where there is none, there is nothing to fill.",
)
def test_zeros_keep_shape_and_dtype(student):
    """set_to_none=False gives zeros of the same shape and dtype, and leaves None alone"""
    judge_cleared(student, {"set_to_none": False}, holes=False)
    judge_cleared(student, {"set_to_none": False})
    judge_cleared(student, {"set_to_none": False}, holes=False, overflown=True)


@check(
    "clear_gradients",
    inputs="a generator of parameters, both ways",
    hint="Write one loop over the parameters, and do everything for a parameter while it is in your hand.",
)
def test_a_generator_is_walked_once(student):
    """a generator of parameters is as good as a list"""
    for how in ({"set_to_none": True}, {"set_to_none": False}):
        judge_cleared(student, how, kind="list", holes=False)
        judge_cleared(student, how, kind="generator", holes=False)


# train_step


@check("train_step", points=3, inputs="four batches of different sizes, SGD with momentum and weight decay")
def test_follows_the_honest_run(student):
    """after each of four calls the parameters are where one correct step puts them"""
    weights, optimizer = some_weights(3, 5, 1), ("SGD", {"lr": 0.2, "momentum": 0.9, "weight_decay": 0.02})
    follow(
        student, "train_step", weights, optimizer, "MSELoss", [a_batch(rows, 3, 1) for rows in (6, 4, 7, 5)]
    )


@check(
    "train_step",
    inputs="a classifier with cross entropy, AdamW with two groups of parameters",
    hint="Use loss_fn and optimizer as they come in, and nothing about their kind.",
)
def test_any_loss_and_any_optimizer(student):
    """the loss function and the optimizer are those that were handed in"""
    weights, optimizer = some_weights(4, 6, 3), ("AdamW", {"lr": 0.05, "eps": 1e-3}, "two groups")
    follow(
        student,
        "train_step",
        weights,
        optimizer,
        "CrossEntropyLoss",
        [a_labelled_batch(rows, 4, 3) for rows in (5, 7, 2)],
    )


@check(
    "train_step",
    points=2,
    inputs="three fresh networks, one call each",
    hint="Which loss did you call backward() on? That one, as a number.",
)
def test_returns_the_loss_of_its_own_forward(student):
    """returns the loss that made the update, as a float"""
    for rows in (3, 8, 5):
        weights, optimizer, batch = some_weights(2, 4, 3), ("SGD", {"lr": 0.3}), a_batch(rows, 2, 3)
        (report,) = student.observe(watch, "train_step", weights, optimizer, "SmoothL1Loss", [batch])
        expect_kept(report, f"a batch of {rows}")
        again = honest_run(weights, optimizer, "SmoothL1Loss", [[batch], [batch]])
        assert_loss(
            report["value"],
            again[0].loss,
            f"the loss of a batch of {rows}",
            {"loss-after-the-update": again[1].loss},
        )


# accumulated_step


def chunks_of(inputs, targets, micro_batch):
    return list(zip(inputs.split(micro_batch), targets.split(micro_batch), strict=True))


def wrong_accumulations(weights, loss, call, full, value):
    """The gradients that known mistakes leave for the step, by mistake."""
    inputs, _, micro_batch = call
    chunks = chunks_of(*call)
    parts = [mean_gradient(weights, loss, [chunk]) for chunk in chunks]
    gradients, losses = [gradient for gradient, _ in parts], [number for _, number in parts]
    shares = [len(x) / len(inputs) for x, _ in chunks]
    total, last = sum(gradients), gradients[-1]
    averages = (full.loss, sum(losses) / len(chunks))
    is_average = isinstance(value, float) and any(
        abs(value - average) < 1e-4 * abs(average) for average in averages
    )
    return {
        "averaged-only-the-number" if is_average else "no-division": [total],
        "equal-chunk-weights": [total / len(chunks), total * micro_batch / len(inputs)],
        "zeroed-inside-the-loop": [last, last / len(chunks), last * shares[-1]],
        "divided-by-the-micro-batch": [total / micro_batch],
        "dropped-the-last-chunk": [
            sum(g * share for g, share in zip(gradients[:-1], shares[:-1], strict=True)),
            sum(gradients[:-1]) / (len(chunks) - 1),
            sum(gradients[:-1]) / len(chunks),
        ],
    }


@check(
    "accumulated_step",
    points=3,
    inputs="ragged batches whose last chunk is smaller, SGD with momentum and weight decay",
)
def test_equals_the_full_batch_update(student):
    """the update is the one that the whole batch would have made"""
    weights, optimizer = some_weights(3, 5, 2), ("SGD", {"lr": 0.2, "momentum": 0.9, "weight_decay": 0.02})
    calls = [(*a_batch(rows, 3, 2), micro_batch) for rows, micro_batch in ((11, 4), (7, 3), (13, 5))]
    follow(
        student,
        "accumulated_step",
        weights,
        optimizer,
        "MSELoss",
        calls,
        lambda want, value: wrong_accumulations(weights, "MSELoss", calls[0], want, value),
    )


@check(
    "accumulated_step",
    points=2,
    inputs="other batch and chunk sizes; steps and forward passes are counted",
    hint="tensor.split(micro_batch) cuts rows; one step() stands after the loop.",
)
def test_one_step_in_small_chunks(student):
    """one step, and never more than micro_batch samples in a forward pass"""
    weights, optimizer = some_weights(2, 4, 3), ("SGD", {"lr": 0.1})
    for rows, micro_batch in ((13, 5), (10, 4), (9, 2)):
        when = f"{rows} samples, micro_batch={micro_batch}"
        (report,) = student.observe(
            watch, "accumulated_step", weights, optimizer, "MSELoss", [(*a_batch(rows, 2, 3), micro_batch)]
        )
        updates_of(report, when, 1)
        # Forward passes without a graph keep no activations; they are not judged.
        sizes = [size for size, with_graph in report["forwards"] if with_graph]
        pieces = [len(piece) for piece in torch.arange(rows).chunk(micro_batch)]
        known = {
            (rows,): "whole-batch-at-once",
            tuple(pieces): "micro-batch-as-count",
            (micro_batch,) * (rows // micro_batch): "dropped-the-last-chunk",
        }.get(tuple(sizes))
        expect(
            sum(sizes) == rows, f"{when}: the forward passes saw {sum(sizes)} samples in all.", mistake=known
        )
        expect(
            max(sizes) <= micro_batch and len(sizes) == -(-rows // micro_batch),
            f"{when}: the forward passes had {sizes} samples; wanted are chunks of {micro_batch}, the last may be smaller.",
            mistake=known,
        )


@check(
    "accumulated_step",
    points=2,
    inputs="a classifier with cross entropy, ragged chunks",
    hint="The same shares that weigh the gradients weigh the losses.",
)
def test_returns_the_mean_over_the_whole_batch(student):
    """returns the mean loss of the whole batch before the update, as a float"""
    for rows, micro_batch in ((11, 3), (8, 5)):
        weights, optimizer, batch = some_weights(4, 3), ("SGD", {"lr": 0.5}), a_labelled_batch(rows, 4, 3)
        (report,) = student.observe(
            watch, "accumulated_step", weights, optimizer, "CrossEntropyLoss", [(*batch, micro_batch)]
        )
        expect_kept(report, f"{rows} samples, micro_batch={micro_batch}")
        again = honest_run(weights, optimizer, "CrossEntropyLoss", [[batch], [batch]])
        losses = [
            mean_gradient(weights, "CrossEntropyLoss", [chunk])[1] for chunk in chunks_of(*batch, micro_batch)
        ]
        assert_loss(
            report["value"],
            again[0].loss,
            f"the loss of {rows} samples with micro_batch={micro_batch}",
            {
                "equal-chunk-weights": sum(losses) / len(losses),
                "loss-of-the-last-chunk": losses[-1],
                "summed-the-losses": sum(losses),
                "loss-after-the-update": again[1].loss,
            },
        )


@check(
    "accumulated_step",
    inputs="chunks of one, chunks that come out even, a chunk larger than the batch",
    hint="Check your weights of the chunks with one chunk, and with chunks of one sample: what do they add up to?",
)
def test_every_chunk_size(student):
    """chunks of one, chunks that come out even, a chunk larger than the batch"""
    weights, optimizer = some_weights(3, 4, 2), ("SGD", {"lr": 0.3, "momentum": 0.5})
    calls = [(*a_batch(rows, 3, 2), micro_batch) for rows, micro_batch in ((12, 4), (5, 1), (6, 20))]
    follow(
        student,
        "accumulated_step",
        weights,
        optimizer,
        "SmoothL1Loss",
        calls,
        lambda want, value: wrong_accumulations(weights, "SmoothL1Loss", calls[0], want, value),
    )


# train_accumulating


def windows_of(batches, every):
    return [batches[start : start + every] for start in range(0, len(batches), every)]


def judge_rhythm(report, batches, every, when):
    """Name the mistake where steps came after the wrong batches. Steps of another route are not judged here."""
    count = len(batches)
    seen, full = [step["forwards"] for step in report["steps"]], count // every
    if every > 1 and seen[:2] == [1, 1 + every]:
        fail(
            f"{when}: the first two steps came after {seen[0]} and {seen[1]} batches.",
            mistake="index-off-by-one",
        )
    if every > 1 and len(seen) > 1 and seen == list(range(1, count + 1)):
        fail(f"{when}: there were {count} steps.", mistake="stepped-every-batch")
    starts = [inputs.flatten()[0].item() in report.get("firsts", ()) for inputs, _ in batches]
    if starts[:2] == [False, True] and len(report["forwards"]) == count - 1:
        fail(f"{when}: the first batch never reached the model.")
    if count % every and seen and seen == [every * number for number in range(1, full + 1)]:
        fail(f"{when}: the last step came after {every * full} batches.", mistake="tail-dropped")


def follow_windows(student, batches, every):
    """Judge the updates of one call against the honest run over the same windows."""
    weights, optimizer = some_weights(3, 4, 2), ("SGD", {"lr": 0.2, "momentum": 0.8})
    windows = windows_of(batches, every)
    honest = honest_run(weights, optimizer, "MSELoss", windows)
    (report,) = student.observe(
        watch, "train_accumulating", weights, optimizer, "MSELoss", [(batches, every)]
    )
    when = f"{len(batches)} batches, every={every}"
    expect_kept(report, when)
    judge_rhythm(report, batches, every, when)
    start, before = weights, None
    for number, (window, got, want) in enumerate(
        zip(windows, updates_of(report, when, len(windows)), honest, strict=True), start=1
    ):
        parts, candidates = [mean_gradient(start, "MSELoss", [batch])[0] for batch in window], {}
        if before is not None:
            candidates["gradients-leak"] = [before + want.gradient]
        if len(window) < every:
            candidates["tail-divided-by-every"] = [want.gradient * len(window) / every]
        if len(window) > 1:
            candidates |= {
                "no-division": [sum(parts)],
                "zeroed-inside-the-loop": [parts[-1], parts[-1] / every],
            }
        judge_update(got, want, f"{when}, window {number} of {len(windows)}", candidates)
        before = want.gradient if before is None else before + want.gradient
        start = unflatten(want.parameters, weights)
    assert_tensor(
        flat(report["parameters"]), honest[-1].parameters, what=f"the parameters at the end ({when})", **CLOSE
    )
    expect_train_mode(report, when)


@check("train_accumulating", points=3, inputs="six batches in windows of three, SGD with momentum")
def test_each_window_is_averaged(student):
    """one step per full window, by the mean of its batches"""
    follow_windows(student, [a_batch(rows, 3, 2) for rows in (4, 4, 4, 6, 6, 6)], every=3)


@check(
    "train_accumulating",
    points=2,
    inputs="numbers of batches that `every` does not divide",
    hint="After the loop: is anything still waiting in .grad, and of how many batches?",
)
def test_the_tail_gets_a_step_of_its_own(student):
    """the batches after the last full window make a step, averaged over how many they are"""
    follow_windows(student, [a_batch(rows, 3, 2) for rows in (5, 5, 5, 4, 4, 4, 7, 7)], every=3)
    follow_windows(student, [a_batch(3, 3, 2) for _ in range(5)], every=4)


@check(
    "train_accumulating",
    points=2,
    inputs="generators: windows that come out even and not, windows of one, one window larger than the stream, an empty stream",
    hint="Walk the stream once, from front to back; count where you call step().",
)
def test_counts_the_steps_over_any_stream(student):
    """any iterable will do, and the number of steps comes back"""
    weights, optimizer = some_weights(2, 3, 4), ("SGD", {"lr": 0.1})
    calls = [
        ([a_batch(5, 2, 4) for _ in range(count)], every)
        for count, every in ((6, 3), (7, 3), (3, 1), (2, 6), (0, 2))
    ]
    for batches, every in calls:
        when = f"a generator of {len(batches)} batches, every={every}"
        (report,) = student.observe(
            watch, "train_accumulating", weights, optimizer, "MSELoss", [(batches, every)], lazy=True
        )
        expect(
            "crash" not in report,
            f"{when}: train_accumulating raised {report.get('crash')}",
            mistake="walked-twice",
        )
        expect(
            report["forwards"] or not batches, f"{when}: no batch reached the model.", mistake="walked-twice"
        )
        steps = -(-len(batches) // every)
        judge_rhythm(report, batches, every, when)
        updates_of(report, when, steps)
        assert_number(
            report["value"],
            steps,
            kind=int,
            what=f"the number of steps you return ({when})",
            mistakes={}
            if steps == len(batches)
            else {"counted-the-batches": len(batches), "counted-full-windows": len(batches) // every},
        )


@check(
    "train_accumulating",
    inputs="with and without a shorter window at the end",
    hint="What does .grad hold at the moment when your function returns?",
)
def test_leaves_no_gradient(student):
    """afterwards every .grad is None or zeros"""
    weights, optimizer = some_weights(2, 5, 3), ("SGD", {"lr": 0.1})
    for count, every in ((6, 2), (5, 3)):
        when, batches = f"{count} batches, every={every}", [a_batch(4, 2, 3) for _ in range(count)]
        (report,) = student.observe(
            watch, "train_accumulating", weights, optimizer, "MSELoss", [(batches, every)]
        )
        expect(
            any(used is not None for step in report["steps"] for used in step["used"]),
            f"{when}: no parameter was ever updated.",
        )
        full = sum(gradient is not None and bool((gradient != 0).any()) for gradient in report["left"])
        expect(
            not full,
            f"{when}: {full} of {len(report['left'])} parameters still hold a gradient.",
            mistake="left-a-gradient",
        )


# gradient_norm


def measure(submission, values, gradients, kind, frozen):
    """The norm of parameters with these values and gradients, and the gradients afterwards."""
    import torch

    parameters = [torch.nn.Parameter(value.clone()) for value in values]
    for parameter, gradient in zip(parameters, gradients, strict=True):
        parameter.grad = None if gradient is None else gradient.clone()
    if frozen is not None:
        parameters[frozen].requires_grad_(False)  # since its last backward
    norm = crash = None
    try:
        norm = submission.gradient_norm(parameters if kind == "list" else (p for p in parameters))
    except (AttributeError, TypeError) as error:
        if not any(word in str(error) for word in ("NoneType", "generator")):
            raise
        crash = f"{type(error).__name__}: {error}"
    return norm, crash, [p.grad for p in parameters]


def judge_norm(student, shapes, holes=(), kind="list", scale=1.0, frozen=None):
    """Gradients of these shapes (none at the places in `holes`); returns them before and after."""
    # a matrix's rows do not lie one behind the other
    values = [torch.randn(shape[::-1]).t() if len(shape) == 2 else torch.randn(shape) for shape in shapes]
    gradients = [
        None if place in holes else torch.randn_like(value) * scale for place, value in enumerate(values)
    ]
    norm, crash, left = student.observe(measure, values, gradients, kind, frozen)
    there = [gradient.double() for gradient in gradients if gradient is not None]
    what = (
        f"the norm of {len(there)} gradients"
        + (f" ({len(holes)} more are None)" if holes else "")
        + (", from a generator" if kind == "generator" else "")
    )
    if crash:
        fail(
            f"{what}: gradient_norm raised {crash}",
            mistake="needs-a-gradient"
            if "NoneType" in crash and holes
            else "walked-twice"
            if kind == "generator" and "generator" in crash
            else None,
        )
    expect(
        not isinstance(norm, torch.Tensor),
        f"{what} came as a tensor; wanted is a Python float.",
        mistake="returned-a-tensor",
    )
    squares = sum((gradient**2).sum().item() for gradient in there)
    norms = [gradient.norm().item() for gradient in there]

    def nearest(*guesses):
        return min(guesses, key=lambda guess: abs(guess - norm) if isinstance(norm, float) else 0)

    known = (
        {}
        if len(there) < 2
        else {
            "sum-of-norms": sum(norms),
            "forgot-the-root": squares,
            "one-norm": sum(gradient.abs().sum().item() for gradient in there),
            "norm-of-the-values": sum((value.double() ** 2).sum().item() for value in values) ** 0.5,
            "largest-gradient-only": nearest(max(norms), norms[0], norms[-1]),
        }
    )
    if holes and len(there) > 1:
        known["stopped-at-a-none"] = sum(norm**2 for norm in norms[: holes[0]]) ** 0.5
    if frozen is not None:
        known = {"frozen-kept-its-gradient": (squares - norms[frozen] ** 2) ** 0.5} | known
    if kind == "generator":  # the first look has taken one parameter away, or all of them
        known = {"walked-twice": nearest(0.0, (squares - norms[0] ** 2) ** 0.5)}
    assert_number(norm, squares**0.5, what=what, mistakes=known, rtol=1e-4, atol=1e-6)
    return gradients, left


@check("gradient_norm", points=2, inputs="gradients of many shapes, negative numbers too")
def test_all_gradients_together(student):
    """one norm over all gradients, whatever their shapes"""
    judge_norm(student, [(3, 5), (5,), (2, 4, 3), ()])
    judge_norm(student, [(6, 2), (7,)], scale=0.01)


@check(
    "gradient_norm",
    inputs="some gradients are None, all are None, a parameter is frozen by now, a generator",
    hint="Ask of each parameter whether it has a gradient, in the one walk that a generator allows.",
)
def test_skips_what_has_no_gradient(student):
    """None is skipped, a generator will do, and without gradients the norm is 0.0"""
    judge_norm(student, [(4, 3), (2,), (5,)])
    judge_norm(student, [(4, 3), (2,), (5,)], frozen=1)
    judge_norm(student, [(4, 3), (2,), (5,), (3, 2)], holes=(2,))
    judge_norm(student, [(2, 6), (3,), (4,)], kind="generator")
    judge_norm(student, [(4, 3), (2,)], holes=(0, 1))
    judge_norm(student, [])


@check(
    "gradient_norm",
    inputs="large and very large gradients, compared before and after",
    hint="Read the gradients, write to none of them.",
)
def test_changes_no_gradient(student):
    """measuring leaves the gradients as they are"""
    for scale in (20.0, 3e8):
        gradients, left = judge_norm(student, [(3, 4), (6,), (2, 5)], scale=scale)
        for number, (before, after) in enumerate(zip(gradients, left, strict=True), start=1):
            expect(
                after is not None and torch.equal(before, after),
                f"The gradient of parameter {number} is not the same as before.",
                mistake="changed-the-gradients",
            )
