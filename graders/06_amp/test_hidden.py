"""Hidden checks of 06_amp: whole runs against an independent rehearsal, counted bytes, a pretended GPU."""

import functools

import torch

from course.checks import (
    assert_equal,
    assert_number,
    assert_tensor,
    check,
    expect,
    mistake,
)

from .pretend import Allocator, no_gpu, pretended_gpu
from .printed import results_of
from .probes import (
    count_hooks,
    count_kept,
    gate,
    look_at_tower,
    measure_allocations,
    measure_pretended,
    measure_training,
    plan_with,
    refuse_without_gpu,
    stack,
    tower,
    train_bf16,
    train_fp16,
)
from .rehearsal import Setup, flat, fresh_weights, largest_move, rehearse

mistake(
    "default-dtype-assumed",
    "You left the dtype to autocast's default. That is bf16 on a CPU and fp16 on CUDA: say "
    "dtype=torch.bfloat16.",
)
mistake(
    "loss-in-sixteen-bits",
    "The loss was computed from the model's 16-bit output after the context had ended: nothing widens it there. "
    "Take the loss inside of the context, or outside on outputs.float().",
)
mistake(
    "trained-in-eval-mode",
    "The model came in train mode and ran in eval mode: dropout does nothing then. A training step leaves the "
    "mode alone, or sets train mode.",
)
mistake(
    "loss-arguments-swapped",
    "The order is loss_fn(outputs, targets). A squared error does not mind, cross_entropy does.",
)
mistake(
    "inputs-made-narrow",
    "Autocast decides layer by layer, and a LayerNorm that gets fp32 gives fp32 here. Do not convert inputs or model "
    "yourself, and report what comes out, not what was asked for.",
)
mistake(
    "one-gradient-looked-at",
    "You looked at the gradients of some parameters only. One infinite gradient, wherever it is, skips the step.",
)
mistake(
    "always-stretched",
    "You bring every gradient to the norm max_norm, smaller ones too. Clipping only ever shortens.",
)
mistake(
    "tiny-gradients-lost",
    "The weights did not move. In fp16 these gradients are zero, unless the loss is multiplied by the "
    "scale before backward() and the gradients are divided by it once, after it.",
)
mistake(
    "infinite-gradient-kept",
    "The infinite gradient of a skipped step is still there, and spoils every step after it. Clear the "
    "gradients whether the step was made or not.",
)
mistake(
    "unscaled-twice",
    "unscale_ ran twice in one step. Once is enough, and step does it by itself if you have not.",
)
mistake("unscaled-after-step", "unscale_ comes before the step: clipping after it changes nothing any more.")
mistake(
    "update-before-step",
    "update() found no step before it. The order is scaler.step(optimizer), then scaler.update(), once each.",
)
mistake(
    "claims-a-skipped-step",
    "You report an update where the step was skipped: a gradient was infinite, and the weights stayed as "
    "they were. Compare the scale before and after: update() makes it smaller after a skip.",
)
mistake(
    "mode-changed",
    "The model came in another mode than it has now. If you switch it to eval mode, put the former mode back.",
)
mistake(
    "foreign-hooks-removed",
    "You removed hooks that are not yours. Keep the handles of your own hooks, and remove those.",
)
mistake(
    "children-only",
    "You looked at the direct children only. named_modules() walks down to nested modules as well.",
)
mistake(
    "only-the-last-name",
    "Every hook wrote under the last name: a function made in a loop sees the loop's variable as it is "
    "later. Bind the name when the hook is made.",
)
mistake(
    "uncalled-listed",
    "Your table has a layer that was never called. Let the hook write the entry, then it cannot.",
)
mistake(
    "dtype-ignored",
    "Autocast ran in another dtype than the one that was asked for. Pass dtype= to torch.autocast.",
)
mistake("momentum-is-free", "SGD with momentum remembers one number per parameter, plain SGD none.")
mistake(
    "unknown-optimizer-accepted",
    "An unknown optimizer got an answer. Raise ValueError, so that nobody plans memory with a guess.",
)
mistake(
    "views-by-their-own-size",
    "You counted views by their own size. A slice keeps the whole storage alive: count "
    "tensor.untyped_storage().nbytes().",
)
mistake(
    "slices-taken-apart",
    "Two slices of one storage were counted as two storages. A tensor's own data_ptr() depends on where it "
    "begins; tensor.untyped_storage().data_ptr() does not.",
)
mistake(
    "storages-taken-for-one",
    "Different storages were taken for one. An address is used again as soon as its tensor has died: hold on to what "
    "you have seen while you count (pack returns the tensor). And two storages of one size are still two.",
)
mistake(
    "input-left-out",
    "The model's input is missing. The first layer saves it for the gradient of its weight, so it is kept alive.",
)
mistake(
    "copies-left-out",
    "Autocast's 16-bit copies of the weights are missing. They are new memory, not the parameters themselves.",
)
mistake(
    "only-what-requires-grad",
    "You counted only tensors that require grad. The input does not, and autograd keeps it all the same.",
)
mistake(
    "nothing-saved",
    "Nothing was saved: no graph was recorded. Let the forward pass run with gradients switched on.",
)
mistake(
    "autocast-uncalled-for",
    "This is what is kept under autocast. Where dtype is None, the forward pass runs without it.",
)
mistake(
    "four-bytes-each",
    "You counted 4 bytes for every number. A 16-bit number takes 2; storages know their size in bytes.",
)
mistake(
    "autocast-ignored",
    "This is what is kept without autocast. With a dtype, the forward pass runs under autocast in it.",
)
mistake("gradients-appeared", "There are gradients on the model now. Nothing but the forward pass is needed.")
mistake(
    "step-called-again",
    "step ran more than once. It may be a training step: whoever measures one call wants one call.",
)
mistake("no-reset", "Your peak is older than the call. Reset the peak statistics just before you call step.")
mistake(
    "old-objects-counted",
    "You counted what was alive before the call: a peak is a height above zero. Subtract what was "
    "allocated when the call began.",
)
mistake(
    "alive-not-peak",
    "This is what is still alive after the call. Memory that was freed on the way counts as well: read "
    "the peak.",
)
mistake(
    "reserved-counted",
    "This is reserved memory: what the allocator holds back from the driver, free blocks included. Ask "
    "for allocated memory.",
)
mistake("not-in-bytes", "This is not in bytes. Return the allocator's number as it is.")
mistake(
    "fp16-keeps-all",
    "You predicted that everything survives in fp16. What lies below 2.98e-8 is rounded to zero.",
)
mistake(
    "below-normal-is-zero",
    "You predicted that numbers below the smallest normal one are lost. fp16 has subnormals down to "
    "5.96e-8, and rounds up to that from half of it on.",
)
mistake(
    "bf16-like-fp16",
    "You gave bf16 the range of fp16. bf16 has the exponent of fp32 and reaches down to 1e-38 and further.",
)
mistake(
    "counted-twice-and-parameters",
    "You added up everything that autograd saves. Count each storage once, and leave out those that "
    "belong to parameters.",
)
mistake(
    "no-reset-and-old-objects",
    "Your peak is older than the call, and counts what was alive before it. Reset the peak statistics "
    "just before you call step, and subtract what was allocated at that moment.",
)
mistake(
    "everything-alive",
    "This is all that is alive after the call. Read the peak, and subtract what was alive before.",
)
mistake(
    "below-normal-is-zero-but-one",
    "You stopped at the smallest subnormal number, 5.96e-8. Rounding goes up to it from half of it on.",
)


# Steps


def batches(count, rows, width, out):
    """Random batches of pairwise different sizes."""
    sizes = [rows + 2 * number for number in range(count)]
    return [torch.randn(size, width) for size in sizes], [torch.randn(size, out) * 2 for size in sizes]


def judge_outputs(outputs, wanted, mistakes):
    """The dtypes that the layers put out are `wanted` and nothing else."""
    found = sorted(set(outputs))
    expect(
        found == [wanted],
        f"the layers put out {' and '.join(found) or 'nothing'}, expected {wanted}",
        mistake=next((id for dtype, id in mistakes.items() if found == [dtype]), None),
    )


def judge_loss_inputs(seen):
    """The loss was taken in train mode, of outputs and targets; under autocast, or from outputs that had been made wide."""
    expect(all(seen["modes"]), "the model's layers ran in eval mode", mistake="trained-in-eval-mode")
    for dtype, inside, swapped in seen["loss_inputs"]:
        expect(
            not swapped,
            "loss_fn got the targets first and the outputs second",
            mistake="loss-arguments-swapped",
        )
        expect(
            inside or dtype == "torch.float32",
            f"the loss got outputs in {dtype}, outside of autocast",
            mistake="loss-in-sixteen-bits",
        )


def judge_weights(got, want, slips, step, atol):
    """The weights after a step; `slips` maps mistakes to the weights they yield. They are in one flat tensor."""
    expect(
        got.dtype == torch.float32,
        f"the weights are stored in {got.dtype} after {step}, expected torch.float32",
        mistake="weights-made-narrow",
    )
    for dtype in (torch.bfloat16, torch.float16):
        expect(
            not torch.equal(got, got.to(dtype).float()),
            f"the weights are rounded to {dtype} after {step}, although they are stored in torch.float32",
            mistake="weights-made-narrow",
        )
    assert_tensor(
        got, want, what=f"the vector of all weights after {step}", rtol=0.0, atol=atol, mistakes=slips
    )


def judge_bf16_run(seen, start, inputs, targets, setup):
    """Judge a run of bf16_step by the weights after each step and the losses."""
    factors = [1.0] * len(inputs)

    @functools.cache
    def run(slip):
        return rehearse(start, inputs, targets, factors, setup, torch.bfloat16, slip)

    truth = run(None)
    atol = 0.02 * largest_move(start, truth)
    for number, (got, loss) in enumerate(zip(seen["weights"], seen["losses"], strict=True)):
        still = truth.weights[number - 1] if number else flat(start)
        slips = {
            "weights-did-not-move": still,
            "gradients-pile-up": lambda i=number: run("gradients-pile-up").weights[i],
        }
        judge_weights(got, truth.weights[number], slips, f"step {number + 1}", atol)
        assert_number(
            loss,
            truth.losses[number],
            what=f"the loss that step {number + 1} returns",
            rtol=2e-3,
            mistakes={"loss-after-update": lambda i=number: run("loss-after-update").losses[i]},
        )


@check("bf16_step", points=2, inputs="two layers, batches of several sizes, several steps")
def test_a_run_follows_the_rehearsed_weights(student):
    """after each of four bf16 steps the weights and the loss are what they must be"""
    start, (inputs, targets) = fresh_weights(7, 5, 3), batches(4, 6, 7, 3)
    setup = Setup(lr=0.2)
    seen = student.observe(train_bf16, start, inputs, targets, vars(setup), None)
    judge_outputs(
        seen["outputs"],
        "torch.bfloat16",
        {"torch.float32": "no-autocast", "torch.float16": "other-sixteen-bits"},
    )
    judge_bf16_run(seen, start, inputs, targets, setup)
    judge_loss_inputs(seen)


@check(
    "bf16_step",
    points=1,
    inputs="a machine whose autocast defaults to fp16, as CUDA's does",
    hint="Write the dtype down: torch.autocast(device_type, dtype=...). Its default differs between devices.",
)
def test_bf16_wherever_it_runs(student):
    """the layers run in bf16 whatever autocast's default is; weights and gradients stay fp32"""
    start, (inputs, targets) = fresh_weights(5, 8, 2), batches(2, 4, 5, 2)
    plain = student.observe(train_bf16, start, inputs[:1], targets[:1], vars(Setup(lr=0.1)), None)
    judge_outputs(
        plain["outputs"],
        "torch.bfloat16",
        {"torch.float32": "no-autocast", "torch.float16": "other-sixteen-bits"},
    )
    seen = student.observe(train_bf16, start, inputs, targets, vars(Setup(lr=0.1)), torch.float16)
    judge_outputs(
        seen["outputs"],
        "torch.bfloat16",
        {"torch.float32": "no-autocast", "torch.float16": "default-dtype-assumed"},
    )
    for got in seen["weights"]:
        expect(
            got.dtype == torch.float32,
            f"the weights are stored in {got.dtype}, expected torch.float32",
            mistake="weights-made-narrow",
        )
    expect(
        set(seen["gradients"]) <= {"torch.float32"},
        f"gradients arrived in {' and '.join(sorted(set(seen['gradients'])))}, expected torch.float32",
        mistake="weights-made-narrow",
    )
    judge_bf16_run(seen, start, inputs, targets, Setup(lr=0.1))


@check("bf16_step", points=2, inputs="a GPU, where autocast's default is fp16", cuda=True)
def test_a_run_on_a_gpu(student):
    """bf16_step does on a GPU what it does on a CPU"""
    start, (inputs, targets) = fresh_weights(48, 40, 24), batches(3, 64, 48, 24)
    setup = Setup(lr=0.2, device="cuda")
    seen = student.observe(train_bf16, start, inputs, targets, vars(setup), None)
    judge_outputs(
        seen["outputs"],
        "torch.bfloat16",
        {"torch.float32": "no-autocast", "torch.float16": "default-dtype-assumed"},
    )
    judge_bf16_run(seen, start, inputs, targets, setup)


def judge_refusal(seen):
    """The GradScaler raised nothing; if it did, its words and the calls say which mistake was made."""
    refused, number = seen["refused"] or "", len(seen["results"]) + 1
    now, before = seen["calls"][-1], seen["calls"][-2] if len(seen["calls"]) > 1 else ["step", "update"]
    if before.count("update") == 0:
        from_before = "no-scaler-update"
    else:  # it came, but the step came after it
        from_before = "update-before-step" if "step" in before[before.index("update") :] else None
    direct = "optimizer" in now and "step" not in now
    known = {
        "_scale is None": "loss-not-scaled",
        "step() has already": from_before,
        "unscale_() has already": "unscaled-twice" if now.count("unscale_") > 1 else from_before,
        "called after step()": "unscaled-after-step" if "step" in now else from_before,
        "No inf checks": "optimizer-step" if direct else "update-before-step",
        "unscale FP16": "weights-made-narrow",
    }
    expect(
        not refused,
        f"the GradScaler refused in step {number}: {refused[:200]}",
        mistake=next((id for words, id in known.items() if words in refused), None),
    )
    expect(
        any(call != "optimizer" for calls in seen["calls"] for call in calls),
        "the scaler that you were given was never called",
        mistake="scaler-unused",
    )


def judge_fp16_run(seen, start, inputs, targets, factors, setup, slips, still_means="weights-did-not-move"):
    """Judge a run of fp16_step: the scaler's complaints, dtypes, weights, scale and result of each step."""
    judge_refusal(seen)
    judge_outputs(
        seen["outputs"],
        "torch.float16",
        {"torch.float32": "no-autocast", "torch.bfloat16": "other-sixteen-bits"},
    )
    direct = all("optimizer" in calls and "step" not in calls for calls in seen["calls"])

    @functools.cache
    def run(slip):
        return rehearse(start, inputs, targets, factors, setup, torch.float16, slip)

    truth = run(None)
    scales = [setup.scale, *truth.scales]
    untouched = len(set(truth.scales)) > 1 and all(scale == setup.scale for scale in seen["scales"])
    for number, (got, scale, result) in enumerate(
        zip(seen["weights"], seen["scales"], seen["results"], strict=True)
    ):
        name = f"step {number + 1}" + ("" if truth.stepped[number] else ", which has an infinite gradient,")
        expect(
            bool(got.isfinite().all()),
            f"the weights are no longer finite after {name} expected a skip"
            if not truth.stepped[number]
            else f"the weights are no longer finite after {name}",
            mistake="optimizer-step",
        )
        still = truth.weights[number - 1] if number else flat(start)
        atol = 0.02 * ((truth.weights[number] - still).abs().max().item() or largest_move(start, truth))
        known = {slip: lambda slip=slip, i=number: run(slip).weights[i] for slip in slips}
        if truth.stepped[number]:
            spoilt = number > 0 and not truth.stepped[number - 1] and result is False
            known = {**known, "infinite-gradient-kept" if spoilt else still_means: still}
        if direct:
            known = {"optimizer-step": got}
        judge_weights(got, truth.weights[number], known, name, atol)
        expect(
            scale == truth.scales[number],
            f"the scale is not what it must be after {name}",
            mistake="scaler-unused" if untouched else None,
        )
        grew = scales[number + 1] > scales[number] and any(seen["results"][:number])
        assert_number(
            result,
            truth.stepped[number],
            kind=bool,
            what=f"the result of {name}",
            mistakes={"growth-taken-for-skip" if grew else "denies-a-step": False}
            if truth.stepped[number]
            else {"claims-a-skipped-step": True},
        )
    judge_loss_inputs(seen)


@check(
    "fp16_step",
    points=3,
    inputs="five steps, one of them with an infinite gradient; the scale grows and shrinks",
    hint="Only the scaler may step. Compare the scale before scaler.step and after scaler.update, and clear gradients in every call.",
)
def test_an_overflow_in_the_middle(student):
    """a step with an infinite gradient is skipped and reported, the scale shrinks, and the next steps are right again"""
    start, (inputs, targets) = fresh_weights(6, 5, 3), batches(5, 4, 6, 3)
    factors = [1.0, 1.0, 1e30, 1.0, 1.0]
    setup = Setup(lr=0.1, scale=4.0, growth_interval=2, backoff=0.25)
    seen = student.observe(train_fp16, start, inputs, targets, factors, vars(setup))
    judge_fp16_run(
        seen,
        start,
        inputs,
        targets,
        factors,
        setup,
        ("optimizer-step", "gradients-pile-up", "divided-too-often"),
    )
    # tanh is flat here: the first layer's gradients are zero, and sums over the batch overflow in the second
    start, inputs = (
        [*fresh_weights(6, 5, 1)[:2], torch.rand(1, 5) / 2, torch.zeros(1)],
        [3000 * torch.randn(8, 6)],
    )
    targets, setup = [torch.full((8, 1), -50.0)], Setup(lr=0.1, scale=2048.0)
    seen = student.observe(train_fp16, start, inputs, targets, [1.0], vars(setup))
    judge_refusal(seen)
    expect(
        seen["results"] != [True] or rehearse(start, inputs, targets, [1.0], setup, torch.float16).stepped[0],
        "the result is True after a step in which only the last layer's gradients are infinite",
        mistake="one-gradient-looked-at",
    )


@check(
    "fp16_step",
    points=2,
    inputs="max_norm above and below the gradients' norm",
    hint="The order is backward, scaler.unscale_(optimizer), clip_grad_norm_ over all parameters, scaler.step.",
)
def test_clips_the_true_gradients(student):
    """max_norm limits the norm of all unscaled gradients together, and leaves smaller ones alone"""
    start, (inputs, targets) = fresh_weights(5, 7, 4), batches(4, 5, 5, 4)
    factors = [0.05, 6.0, 0.05, 4.0]
    setup = Setup(lr=0.5, scale=8.0, max_norm=0.3)
    seen = student.observe(train_fp16, start, inputs, targets, factors, vars(setup))
    judge_fp16_run(
        seen,
        start,
        inputs,
        targets,
        factors,
        setup,
        (
            "clipped-while-scaled",
            "never-clipped",
            "clipped-by-value",
            "clipped-one-by-one",
            "always-stretched",
            "optimizer-step",
            "divided-too-often",
            "gradients-pile-up",
        ),
    )


@check(
    "fp16_step",
    points=1,
    inputs="a loss so small that fp16 loses its gradients unless they are scaled",
    hint="On which loss do you call backward()?",
)
def test_tiny_gradients_survive(student):
    """gradients that fp16 alone would round to zero reach the weights"""
    start, (inputs, targets) = fresh_weights(7, 4, 3), batches(2, 6, 7, 3)
    factors = [2.0**-26] * 2
    setup = Setup(lr=0.1 * 2.0**26, scale=65536.0)
    seen = student.observe(train_fp16, start, inputs, targets, factors, vars(setup))
    judge_fp16_run(seen, start, inputs, targets, factors, setup, ("optimizer-step",), "tiny-gradients-lost")


@check("fp16_step", points=2, inputs="a GPU; an infinite gradient, then clipping", cuda=True)
def test_fp16_runs_on_a_gpu(student):
    """fp16_step does on a GPU what it does on a CPU"""
    start, (inputs, targets) = fresh_weights(48, 40, 24), batches(4, 64, 48, 24)
    factors = [1.0, 1e30, 1.0, 1.0]
    for setup in (
        Setup(lr=0.1, device="cuda", scale=64.0, growth_interval=2),
        Setup(lr=0.5, device="cuda", scale=512.0, max_norm=0.4),
    ):
        seen = student.observe(train_fp16, start, inputs, targets, factors, vars(setup))
        judge_fp16_run(
            seen,
            start,
            inputs,
            targets,
            factors,
            setup,
            ("optimizer-step", "clipped-while-scaled", "never-clipped", "gradients-pile-up"),
        )


# Dtypes


LEAVES = ("embed", "norm", "body.0", "body.1.0", "body.1.1", "body.2", "head.out", "head.act")


def dtypes_of(inputs, device, dtype):
    """The dtype of each of the tower's leaves under autocast, by hooks of the grader's own."""
    found, model = {}, tower().to(device)
    for name, module in model.named_modules():
        module.register_forward_hook(
            lambda module, args, output, name=name: found.update({name: output.dtype})
        )
    with torch.no_grad(), torch.autocast(device, dtype=dtype or torch.bfloat16, enabled=dtype is not None):
        model(inputs)
    return {name: found[name] for name in LEAVES}


def judge_tables(tables, indices, device, dtypes):
    """Judge each table against hooks of the grader's own, in this process."""
    indices = indices.to(device)
    for table, dtype in zip(tables, dtypes, strict=True):
        want = dtypes_of(indices, device, dtype)
        other = torch.float16 if dtype == torch.bfloat16 else torch.bfloat16
        expect(isinstance(table, dict), f"the table for {dtype} is no dict")
        expect(
            not any(isinstance(value, str) for value in table.values()),
            "the table holds text, expected dtypes",
            mistake="dtype-as-text",
        )
        names = set(table)
        expect(
            "spare" not in names,
            "the table has an entry for a layer that is never called",
            mistake="uncalled-listed",
        )
        expect(
            len(names) != 1,
            "the table has a single entry, but more layers were called",
            mistake="only-the-last-name" if names <= {"head.act", "spare"} else None,
        )
        missing = [name for name in LEAVES if name not in names]
        extra = [str(name) for name in table if name not in LEAVES]
        expect(
            not extra,
            f"the table has names that are not leaf modules of the model: {', '.join(map(repr, extra))[:80]}",
            mistake="children-only"
            if missing and names <= {"embed", "norm", "body", "head"}
            else "containers-too"
            if names & {"", "body", "body.1"}
            else None,
        )
        expect(
            not missing,
            f"{len(missing)} of the leaf modules that were called are not in the table",
            mistake="children-only" if names == {"embed", "norm"} else None,
        )
        assert_equal(
            table,
            want,
            what=f"the table for {dtype}",
            mistakes={
                "no-autocast": lambda: dtypes_of(indices, device, None),
                "dtype-ignored": lambda other=other: dtypes_of(indices, device, other),
            },
        )


@check(
    "output_dtypes",
    points=2,
    inputs="nested modules, containers, a layer that is never called; bf16 and fp16",
    hint="named_modules() walks over everything; keep the modules without children, and let the hooks fill the table.",
)
def test_leaves_of_a_nested_model(student):
    """output_dtypes finds nested leaves by their full names, and only those that were called"""
    indices = torch.randint(0, 11, (4, 7))
    dtypes = [torch.float16, torch.bfloat16]
    tables, stored, same_modes = student.observe(look_at_tower, tower, indices, "cpu", dtypes)
    judge_tables(tables, indices, "cpu", dtypes)
    expect(same_modes, "the model's mode is another one than before the call", mistake="mode-changed")
    expect(
        stored == ["torch.float32"],
        "the model's weights are no longer float32",
        mistake="weights-made-narrow",
    )


@check(
    "output_dtypes",
    points=1,
    inputs="a model that has hooks of its own",
    hint="register_forward_hook returns a handle. Remove exactly the handles that you got.",
)
def test_hooks_are_as_before(student):
    """output_dtypes leaves no hook of its own and takes no other one away"""
    found, more, calls = student.observe(count_hooks, torch.randn(6, 5))
    expect(
        isinstance(found, dict) and set(found) == {"0", "1.0", "1.1"},
        "the table does not name the three leaf modules",
    )
    expect(
        found["0"] != torch.bfloat16,
        "for a LayerNorm that is the model's first layer the table says torch.bfloat16, although the model got float32",
        mistake="inputs-made-narrow",
    )
    expect(
        more <= 0, f"{more} hook(s) more than before the call are on the model", mistake="hooks-left-behind"
    )
    expect(
        more == 0 and sorted(calls) == ["leaf", "model"],
        "hooks that were on the model before the call do not run any more",
        mistake="foreign-hooks-removed",
    )


@check("output_dtypes", points=1, inputs="a GPU, where autocast keeps other layers in fp32", cuda=True)
def test_dtypes_on_a_gpu(student):
    """output_dtypes reports what autocast does on a GPU"""
    indices = torch.randint(0, 11, (4, 7))
    tables, _, _ = student.observe(look_at_tower, tower, indices, "cuda", [torch.bfloat16, torch.float16])
    judge_tables(tables, indices, "cuda", [torch.bfloat16, torch.float16])


# Bytes


@check("training_bytes", points=1, inputs="all three optimizers, a large count, no parameters")
def test_each_optimizer(student):
    """training_bytes knows what each optimizer remembers"""
    count = int(torch.randint(100_000, 900_000, ())) * 2 + 1
    for name, state in (("sgd_momentum", 4), ("sgd", 0), ("adamw", 8)):
        for parameters in (count, 7_000_000_001, 0):
            want = {"weights": 4 * parameters, "gradients": 4 * parameters, "optimizer": state * parameters}
            slip = {
                "adamw": ("one-moment-only", 4),
                "sgd": ("momentum-is-free", 4),
                "sgd_momentum": ("momentum-is-free", 0),
            }[name]
            mistakes = {slip[0]: {**want, "optimizer": slip[1] * parameters}} if parameters else {}
            assert_equal(
                student.training_bytes(parameters, name),
                want,
                what=f"the table for {parameters:,} parameters under {name!r}",
                mistakes=mistakes,
            )


@check(
    "training_bytes",
    points=1,
    inputs="names of optimizers that are not known",
    hint="Look the name up before you calculate, and raise ValueError where it is not known.",
)
def test_unknown_optimizers(student):
    """training_bytes refuses optimizers that it does not know, and nothing else"""
    assert_equal(
        student.training_bytes(num_params=11, optimizer="sgd"),
        {"weights": 44, "gradients": 44, "optimizer": 0},
        what="the table for 11 parameters under 'sgd'",
    )
    for name in ("adafactor", "adam", "lion", ""):
        answer = student.observe(plan_with, name)
        expect(
            answer is None,
            f"for the optimizer {name!r} an answer came back, expected a ValueError",
            mistake="unknown-optimizer-accepted",
        )


def tally(build, widths, inputs, device, dtype):
    """Bytes that autograd keeps, counted in the right way and in the known wrong ones."""
    model, inputs, saved, outputs = build(widths).to(device), inputs.to(device), [], []
    own = {parameter.untyped_storage().data_ptr() for parameter in model.parameters()}
    for module in model.modules():
        if not list(module.children()):
            module.register_forward_hook(lambda module, args, output: outputs.append(output.nbytes))
    autocast = torch.autocast(device, dtype=dtype or torch.bfloat16, enabled=dtype is not None)
    with autocast, torch.autograd.graph.saved_tensors_hooks(lambda t: saved.append(t) or t, lambda t: t):
        out = model(inputs)
    foreign = [t for t in saved if t.untyped_storage().data_ptr() not in own]
    whole = {t.untyped_storage().data_ptr(): t.untyped_storage().nbytes() for t in foreign}
    everything = {t.untyped_storage().data_ptr(): t.untyped_storage().nbytes() for t in saved}
    own_views = {parameter.data_ptr() for parameter in model.parameters()}
    apart = {t.data_ptr(): t.untyped_storage().nbytes() for t in saved if t.data_ptr() not in own_views}
    shapes = {tuple(sorted(parameter.shape)) for parameter in model.parameters()}
    originals = {
        t.untyped_storage().data_ptr(): t.untyped_storage().nbytes()
        for t in foreign
        if not (t.itemsize == 2 and tuple(sorted(t.shape)) in shapes)
    }
    with_grad = {
        t.untyped_storage().data_ptr(): t.untyped_storage().nbytes() for t in foreign if t.requires_grad
    }
    views = {t.untyped_storage().data_ptr(): t.nbytes for t in foreign}
    numbers = {t.untyped_storage().data_ptr(): t.untyped_storage().nbytes() // t.itemsize for t in foreign}
    del out
    return sum(whole.values()), {
        "counted-twice": sum(t.untyped_storage().nbytes() for t in foreign),
        "counted-twice-and-parameters": sum(t.untyped_storage().nbytes() for t in saved),
        "parameters-counted": sum(everything.values()),
        "nothing-saved": 0,
        "slices-taken-apart": sum(apart.values()),
        "input-left-out": sum(
            size for place, size in whole.items() if place != inputs.untyped_storage().data_ptr()
        ),
        "only-what-requires-grad": sum(with_grad.values()),
        "copies-left-out": sum(originals.values()),
        "views-by-their-own-size": sum(views.values()),
        "four-bytes-each": 4 * sum(numbers.values()),
        "outputs-added-up": sum(outputs),
        "outputs-added-up-with-input": sum(outputs) + inputs.nbytes,
    }


def judge_kept(student, build, widths, inputs, device, dtype, what):
    """Judge one count of kept bytes."""
    count, gradients, same_mode, outputs = student.observe(count_kept, build, widths, inputs, device, dtype)
    want, mistakes = tally(build, widths, inputs, device, dtype)
    mistakes = {slip: value for slip, value in mistakes.items() if value != want}
    if dtype is not None:
        mistakes["autocast-ignored"] = lambda: tally(build, widths, inputs, device, None)[0]
    else:
        mistakes["autocast-uncalled-for"] = lambda: tally(build, widths, inputs, device, torch.bfloat16)[0]
    if "equal layers" in what and type(count) is int and 0 < count < want:
        mistakes.setdefault("storages-taken-for-one", count)
    assert_number(count, want, kind=int, what=what, mistakes=mistakes, rtol=0.0, atol=0.5)
    expect(
        not outputs or str(dtype or torch.float32) in outputs,
        f"{what}: the layers put out {' and '.join(sorted(set(outputs)))}",
        mistake="dtype-ignored" if dtype is not None else None,
    )
    expect(same_mode, "the model came in train mode and is in eval mode afterwards", mistake="mode-changed")
    expect(
        not gradients, "parameters have a .grad after the call, expected none", mistake="gradients-appeared"
    )


@check(
    "saved_activation_bytes",
    points=2,
    inputs="a deeper stack, a view of the input, without autocast and in bf16; layers of equal sizes",
    hint="Each storage once, no parameters; with a dtype, the forward pass runs under autocast in it.",
)
def test_a_stack_with_and_without_autocast(student):
    """saved_activation_bytes counts a stack of layers, and autocast's copies of their weights"""
    widths, inputs = (12, 17, 9, 13, 5), torch.randn(7, 3, 4)
    judge_kept(
        student,
        stack,
        widths,
        inputs,
        "cpu",
        None,
        "the count of bytes that the stack keeps without autocast",
    )
    judge_kept(
        student,
        stack,
        (12, *[64] * 24, 5),  # so many that an address is used again if its tensor may die
        torch.randn(65, 12),
        "cpu",
        None,
        "the count of bytes that a stack of equal layers keeps",
    )
    judge_kept(
        student,
        stack,
        widths,
        inputs,
        "cpu",
        torch.bfloat16,
        "the count of bytes that the stack keeps in bf16",
    )


@check(
    "saved_activation_bytes",
    points=2,
    inputs="slices of a layer's output, fp16",
    hint="A view keeps its whole storage alive: tensor.untyped_storage() knows its size.",
)
def test_slices_keep_their_whole_storage(student):
    """saved_activation_bytes counts the whole storage behind a slice, once"""
    widths, inputs = (7, 11, 5), torch.randn(9, 7)
    judge_kept(
        student, gate, widths, inputs, "cpu", None, "the count of bytes kept with slices, without autocast"
    )
    judge_kept(
        student, gate, widths, inputs, "cpu", torch.float16, "the count of bytes kept with slices, in fp16"
    )


@check("saved_activation_bytes", points=1, inputs="a GPU", cuda=True)
def test_kept_bytes_on_a_gpu(student):
    """saved_activation_bytes counts on a GPU as well"""
    judge_kept(
        student,
        stack,
        (40, 96, 64, 24),
        torch.randn(256, 5, 8),
        "cuda",
        None,
        "the count of bytes kept without autocast",
    )
    judge_kept(
        student,
        stack,
        (40, 96, 64, 24),
        torch.randn(256, 5, 8),
        "cuda",
        torch.bfloat16,
        "the count of bytes kept in bf16",
    )


# Peaks


def judge_pretended(student, before, alive, sizes, device):
    """Judge one measurement on the pretended GPU."""
    got, calls = student.observe(measure_pretended, Allocator, pretended_gpu, before, alive, sizes, device)
    want = sum(sizes)
    highest = max(before, alive + want)
    mistakes = {
        "old-objects-counted": alive + want,
        "no-reset": highest - alive,
        "no-reset-and-old-objects": highest,
        "alive-not-peak": sizes[-1],
        "everything-alive": alive + sizes[-1],
        "reserved-counted": highest + 4096,
        "not-in-bytes": want // 1024,
    }
    expect(calls >= 1, "step was not called")
    expect(calls == 1, f"step was called {calls} times, expected once", mistake="step-called-again")
    assert_number(
        got, want, kind=int, what=f"the peak of one call on {device}", mistakes=mistakes, rtol=0.0, atol=0.5
    )


@check(
    "peak_memory",
    points=2,
    inputs="a pretended GPU; something larger happened before",
    hint="torch.cuda.reset_peak_memory_stats(device), immediately before the call.",
)
def test_free_of_what_came_before(student):
    """peak_memory is not spoiled by an earlier, higher peak"""
    sizes = [int(size) * 1024 for size in torch.randint(300, 900, (3,))]
    for device in (torch.device("cuda"), "cuda:0"):
        judge_pretended(student, 9_000_000, 1024 * int(torch.randint(100, 200, ())), sizes, device)


@check(
    "peak_memory",
    points=2,
    inputs="a pretended GPU; old objects are alive",
    hint="Read memory_allocated before the call and max_memory_allocated after it; what lies between?",
)
def test_above_what_was_alive(student):
    """peak_memory counts from what was alive before the call, and sees what was freed on the way"""
    sizes = [int(size) * 1024 for size in torch.randint(300, 900, (4,))]
    judge_pretended(student, 0, 1024 * int(torch.randint(1000, 2000, ())), sizes, torch.device("cuda", 0))


@check(
    "peak_memory",
    points=1,
    inputs="no GPU, the device as an object and as text",
    hint="Ask torch.cuda.is_available() before anything else, and raise with your own sentence.",
)
def test_refuses_clearly_without_a_gpu(student):
    """without CUDA, peak_memory raises a RuntimeError that says so"""
    for device in (torch.device("cuda"), "cuda"):
        seen = student.observe(refuse_without_gpu, no_gpu, device)
        expect(
            "other" not in seen,
            f"without CUDA, peak_memory raised {seen.get('other')}, expected a RuntimeError",
        )
        expect(
            "message" in seen,
            "without CUDA, peak_memory returned a value, expected a RuntimeError",
            mistake="silent-zero" if seen.get("value") == 0 else None,
        )
        message = seen["message"].lower()
        expect(
            "cuda" in message or ("gpu" in message and "found no nvidia driver" not in message),
            f"the RuntimeError says {seen['message'][:120]!r}, expected a sentence that names CUDA",
            mistake="unclear-refusal",
        )


@check("peak_memory", points=2, inputs="a GPU; tensors of known sizes", cuda=True)
def test_known_allocations_on_a_gpu(student):
    """peak_memory of known allocations on a GPU, whatever happened before and whatever is alive"""
    sizes = [int(size) * 512 for size in torch.randint(4000, 9000, (3,))]
    for alive, before in ((512, 512), (40 * 2**20, 512), (512, 200 * 2**20), (24 * 2**20, 300 * 2**20)):
        got = student.observe(measure_allocations, sizes, alive, before)
        want = sum(sizes)
        assert_number(
            got,
            want,
            kind=int,
            what="the peak of one call on a GPU",
            rtol=0.0,
            atol=64 * 1024,
            mistakes={"old-objects-counted": alive + want, "no-reset": max(before, alive + want) - alive}
            if alive > 10**6 or before > 10**6
            else {},
        )


@check("peak_memory", points=2, inputs="a GPU; an MLP at a batch of 65,536", cuda=True, seconds=60)
def test_bf16_saves_on_a_gpu(student):
    """at a large batch, bf16 autocast saves between a quarter and a good half of the fp32 peak"""
    full, mixed = student.observe(measure_training, 65_536, int(torch.randint(0, 10**6, ())))
    for peak, name in ((full, "fp32"), (mixed, "bf16")):
        expect(
            type(peak) is int and peak > 65_536 * 1024 * 2,
            f"the peak of a training step in {name} cannot be less than one layer's activations",
        )
    saved = 1 - mixed / full
    expect(
        0.25 <= saved <= 0.55,
        f"by your numbers bf16 saves {saved:.0%} of the fp32 peak, which cannot be: "
        "count only what the call itself allocates",
    )


# Predictions


def judge_rows(student, reference, keys, slips):
    """Judge rows of the prediction against what the program in the docstring gives."""
    got, truth = student.predict_underflow(), results_of(reference.predict_underflow)
    expect(
        isinstance(got, dict) and set(got) == set(truth),
        "want a dict with the three keys that the docstring shows",
    )
    for key in keys:
        row = got[key]
        expect(
            isinstance(row, (list, tuple)) and len(row) == 7 and all(type(entry) is bool for entry in row),
            f"want a list of seven bools for {key!r}",
        )
        assert_equal(list(row), truth[key], what=f"the row {key!r}", mistakes=slips.get(key, {}))


@check(
    "predict_underflow",
    points=1,
    inputs="the fp16 row",
    hint="fp16's smallest step is 5.96e-8; from half of it on, a number is rounded up to it.",
)
def test_what_survives_in_fp16(student, reference):
    """which gradients survive in fp16"""
    judge_rows(student, reference, ("fp16",), {"fp16": {
        "fp16-keeps-all": [True] * 7, "below-normal-is-zero": [True, True] + [False] * 5,
        "below-normal-is-zero-but-one": [True] * 3 + [False] * 4,
    }})  # fmt: skip


@check(
    "predict_underflow",
    points=1,
    inputs="the bf16 row and the scaled row",
    hint="bf16 has the exponent of fp32. Multiply by 65,536 first, then look at both ends of fp16.",
)
def test_what_survives_elsewhere(student, reference):
    """which gradients survive in bf16, and in fp16 when they are scaled"""
    judge_rows(student, reference, ("bf16", "scaled fp16"), {
        "bf16": {"bf16-like-fp16": [True] * 4 + [False] * 3},
        "scaled fp16": {"scaling-overflows-nothing": [True] * 6 + [False]},
    })  # fmt: skip
