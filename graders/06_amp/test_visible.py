"""Visible checks of 06_amp: small numbers, to be followed by hand."""

import torch

from course.checks import (
    assert_equal,
    assert_number,
    assert_tensor,
    check,
    expect,
    mistake,
    task,
)

task(
    "bf16_step",
    hints=(
        "An ordinary training step, with the forward pass and the loss inside an autocast context.",
        "Clear, then `with torch.autocast(device_type, dtype=...)` around model and loss; backward, step and .item() come after it.",
    ),
)
task(
    "fp16_step",
    hints=(
        "The order is: clear, forward and loss under autocast, scale, backward, (unscale, clip), step, update.",
        "Read scaler.get_scale() before scaler.step and after scaler.update: it got smaller exactly if the step was skipped. "
        "scaler.unscale_(optimizer) comes before clip_grad_norm_.",
    ),
)
task(
    "output_dtypes",
    hints=(
        "A forward hook on each module that has no children; run the model under autocast; take the hooks off.",
        "named_modules() gives full names. Keep the handles that register_forward_hook returns, and call remove() on each in "
        "a finally block. Bind the name at the time when you make the hook.",
    ),
)
task(
    "training_bytes",
    hints=(
        "4 bytes for each fp32 number: how many numbers per parameter does each optimizer remember?",
        "AdamW remembers two running means, SGD with momentum one buffer, plain SGD nothing. Unknown names raise ValueError.",
    ),
)
task(
    "saved_activation_bytes",
    hints=(
        "Spy with torch.autograd.graph.saved_tensors_hooks, and count storages, not tensors.",
        "In pack, take tensor.untyped_storage(): skip it if its data_ptr() is a parameter's, else note its nbytes() under its "
        "data_ptr(), so that it counts once. Keep the storages alive until you have added up.",
    ),
)
task(
    "peak_memory",
    hints=(
        "Refuse where there is no CUDA; reset the peak; note what is alive; call; read the peak.",
        "The result is max_memory_allocated after the call minus memory_allocated before it, with reset_peak_memory_stats "
        "before the call.",
    ),
)
task(
    "predict_underflow",
    hints=(
        "A gradient survives if it is neither zero nor infinite in that format. Mind both ends when it is scaled.",
        "fp16 keeps everything from 2.98e-8 to 65519; multiply by 65,536 before you compare. bf16 reaches about as far as fp32.",
    ),
)

mistake(
    "clipped-while-scaled",
    "You clipped gradients that were still multiplied by the scale, so max_norm was compared with a norm "
    "that is far too large. Call scaler.unscale_(optimizer) first.",
)
mistake(
    "never-clipped",
    "The update is as long as without max_norm. Clip after unscaling and before the step.",
)
mistake(
    "clipped-by-value",
    "You clipped each number. max_norm is a limit for the norm of all gradients together: clip_grad_norm_.",
)
mistake(
    "clipped-one-by-one",
    "You clipped each parameter's gradient by its own norm. The norm is that of all gradients together, "
    "so that their direction stays.",
)
mistake(
    "no-autocast",
    "The layers gave float32: the forward pass did not run under autocast. The context has to be entered "
    "with `with`, for the device type that you are given, around the call of the model.",
)
mistake("other-sixteen-bits", "Autocast ran in the other 16-bit dtype. Pass dtype= to torch.autocast.")
mistake(
    "weights-made-narrow",
    "You converted the model itself to 16 bits. In mixed precision the weights stay float32; autocast "
    "converts copies of them on the fly. Small updates are lost in narrow weights.",
)
mistake(
    "gradients-pile-up",
    "The second update contains the first one's gradient as well. backward() adds to .grad, so clear it "
    "once per update.",
)
mistake(
    "weights-did-not-move",
    "The weights did not change at all. Either no step was made, or the gradients were cleared between "
    "backward and the step.",
)
mistake(
    "loss-after-update",
    "This is the loss after the update. Report the loss of the forward pass that made the update.",
)
mistake(
    "optimizer-step",
    "The optimizer stepped with gradients that are still scaled, or are not finite. Let the scaler step: "
    "scaler.step(optimizer) unscales, looks for inf and NaN, and only then steps.",
)
mistake(
    "scaler-unused",
    "The scaler that you were given was not used: its scale never moved. Scale, step and update with that"
    " one. One made anew in each step forgets what the last step has learned about the scale.",
)
mistake("loss-not-scaled", "backward() ran on the plain loss. Call it on scaler.scale(loss).")
mistake(
    "divided-too-often",
    "The gradients were divided by the scale once too often. Either backward() ran on the loss that is "
    "not scaled, or you divided by hand what the scaler divides anyway.",
)
mistake("no-scaler-update", "scaler.update() is missing. It belongs at the end of every iteration.")
mistake(
    "denies-a-step",
    "You report a skipped step although the weights were updated. scaler.step returns what the optimizer "
    "returns, None even for a good step; watch the scale instead: update() makes it smaller only after a "
    "skip.",
)
mistake(
    "growth-taken-for-skip",
    "You take any change of the scale for a skipped step. After many good steps the scale *grows*; only a"
    " smaller one means that a step was skipped.",
)
mistake(
    "hooks-left-behind",
    "Hooks of yours are still on the model. Keep the handles and call remove() on each.",
)
mistake("dtype-as-text", "You return dtypes as text. Return the dtype itself, such as torch.bfloat16.")
mistake(
    "containers-too",
    "Containers are in your table too. A leaf module is one that has no children of its own.",
)
mistake(
    "inputs-looked-at",
    "These are the dtypes of what goes into the layers. A forward hook gets (module, args, output): take the output's.",
)
mistake(
    "one-dtype-for-all",
    "You list autocast's dtype for every layer. It leaves some in float32: look at each layer's output instead of "
    "assuming or converting anything.",
)
mistake(
    "one-moment-only",
    "You counted one number per parameter. AdamW remembers two: running means of the gradient and of its "
    "square.",
)
mistake("sixteen-bit-weights", "You counted 2 bytes per number. Here everything is fp32, 4 bytes each.")
mistake("bits-for-bytes", "These are bits. Eight bits make a byte, and an fp32 number takes 4 bytes.")
mistake(
    "counted-again",
    "Weights and gradients are in the optimizer's share once more. It holds only what the optimizer itself remembers.",
)
mistake("bytes-as-floats", "The numbers are right, but they are floats. A count of bytes is an int.")
mistake("counted-in-numbers", "You counted numbers, not bytes. An fp32 number takes 4 bytes.")
mistake(
    "counted-twice",
    "A storage that is saved twice was counted twice. ReLU's result and the next layer's input are one "
    "piece of memory: count each storage once.",
)
mistake(
    "parameters-counted",
    "Parameters are in your sum. They exist anyway; leave out storages that belong to parameters.",
)
mistake(
    "outputs-added-up",
    "You added up what the layers put out. What counts is what autograd saves: inputs of Linear, results "
    "of ReLU; spy on that with saved_tensors_hooks.",
)
mistake(
    "outputs-added-up-with-input",
    "You added up the input and what the layers put out. What counts is what autograd saves: inputs of "
    "Linear, results of ReLU; spy on that with saved_tensors_hooks.",
)
mistake(
    "silent-zero",
    "Without CUDA the counters stay at 0, so this number means nothing. Raise RuntimeError instead.",
)
mistake(
    "unclear-refusal",
    "An error was raised, but its message does not say what is missing. Check torch.cuda.is_available() "
    "first, and say that CUDA is needed.",
)
mistake(
    "scaling-overflows-nothing",
    "You forgot that a large gradient times 65,536 can pass fp16's end at 65504 and become infinite.",
)


def take_bf16_steps(submission, start, inputs, targets):
    """Call bf16_step twice on Linear(2, 1) with a mean squared error and a learning rate of 0.25. In the guest."""
    from torch import nn

    model = nn.Linear(2, 1)
    with torch.no_grad():
        model.weight.copy_(start)
        model.bias.zero_()
    optimizer = torch.optim.SGD(model.parameters(), lr=0.25)
    seen = []
    model.register_forward_hook(lambda module, args, output: seen.append(str(output.dtype)))
    losses, weights = [], []
    for _ in range(2):
        losses.append(submission.bf16_step(model, optimizer, nn.functional.mse_loss, inputs, targets, "cpu"))
        weights.append(torch.cat((model.weight.detach().flatten(), model.bias.detach())))
    return {"losses": losses, "weights": weights, "outputs": seen}


# Both steps work with w = (1, 2), b = 0, rows (1, 1) and (2, 0), targets 1 and 1.
# Outputs 3 and 2, errors 2 and 1: loss (4 + 1) / 2, gradient of w (2*1 + 1*2, 2*1 + 1*0) = (4, 2), of b 2 + 1 = 3.
# Minus 0.25 of it: w = (0, 1.5), b = -0.75. Outputs 0.75 and -0.75, errors -0.25 and -1.75: loss 1.5625,
# gradient of w (-3.75, -0.25), of b -2; so w = (0.9375, 1.5625), b = -0.25. All of it is exact in 16 bits.
START = torch.tensor([[1.0, 2.0]])
INPUTS = torch.tensor([[1.0, 1.0], [2.0, 0.0]])
TARGETS = torch.tensor([[1.0], [1.0]])
FIRST, SECOND = torch.tensor([0.0, 1.5, -0.75]), torch.tensor([0.9375, 1.5625, -0.25])


@check("bf16_step")
def test_two_steps_by_hand(student):
    """two bf16 steps of a Linear(2, 1), worked out by hand"""
    seen = student.observe(take_bf16_steps, START, INPUTS, TARGETS)
    stored = seen["weights"][0].dtype
    expect(
        stored == torch.float32,
        f"the weights are stored in {stored} after the step, expected torch.float32",
        mistake="weights-made-narrow",
    )
    outputs = sorted(set(seen["outputs"]))
    expect(
        "torch.float32" not in outputs,
        f"the layer's output was {', '.join(outputs)}, expected torch.bfloat16",
        mistake="no-autocast",
    )
    expect(
        outputs == ["torch.bfloat16"],
        f"the layer's output was {', '.join(outputs)}, expected torch.bfloat16",
        mistake="other-sixteen-bits" if outputs == ["torch.float16"] else None,
    )
    first, second = seen["weights"]
    assert_tensor(
        first,
        FIRST,
        what="(w, b) after the first step",
        mistakes={"weights-did-not-move": torch.tensor([1.0, 2.0, 0.0])},
    )
    assert_tensor(
        second,
        SECOND,
        what="(w, b) after the second step",
        mistakes={"gradients-pile-up": torch.tensor([-0.0625, 1.0625, -1.0]), "weights-did-not-move": FIRST},
    )
    assert_number(
        seen["losses"][0],
        2.5,
        what="the loss that the first step returns",
        mistakes={"loss-after-update": 1.5625},
    )
    assert_number(seen["losses"][1], 1.5625, what="the loss that the second step returns")


def take_fp16_steps(submission, start, inputs, targets):
    """Call fp16_step twice on the same layer, with a scaler that starts at 1024 and grows after 2 good steps. In the guest."""
    from torch import nn

    model = nn.Linear(2, 1)
    with torch.no_grad():
        model.weight.copy_(start)
        model.bias.zero_()
    optimizer = torch.optim.SGD(model.parameters(), lr=0.25)
    scaler = torch.amp.GradScaler("cpu", init_scale=1024.0, growth_interval=2)
    seen = {"results": [], "weights": [], "outputs": [], "scales": [], "refused": None, "scaler calls": 0}

    def counted(method):
        def call(*args, **kwargs):
            seen["scaler calls"] += 1
            return method(*args, **kwargs)

        return call

    for name in ("scale", "unscale_", "step", "update"):
        setattr(scaler, name, counted(getattr(scaler, name)))
    model.register_forward_hook(lambda module, args, output: seen["outputs"].append(str(output.dtype)))
    for _ in range(2):
        try:
            result = submission.fp16_step(
                model, optimizer, scaler, nn.functional.mse_loss, inputs, targets, "cpu"
            )
        except (AssertionError, RuntimeError) as error:
            known = ("_scale is None", "since the last update()", "No inf checks", "called after step()")
            if not any(words in str(error) for words in known):
                raise
            seen["refused"] = str(error)
            break
        seen["results"].append(result)
        seen["weights"].append(torch.cat((model.weight.detach().flatten(), model.bias.detach())))
        seen["scales"].append(scaler.get_scale())
    return seen


@check("fp16_step")
def test_two_scaled_steps_by_hand(student):
    """two fp16 steps of a Linear(2, 1), worked out by hand; the scale doubles after the second"""
    seen = student.observe(take_fp16_steps, START, INPUTS, TARGETS)
    refused = seen["refused"] or ""
    expect(
        "_scale is None" not in refused,
        f"the GradScaler refused the step: {refused}",
        mistake="loss-not-scaled",
    )
    expect(
        not refused,
        f"the GradScaler refused call {len(seen['results']) + 1}: {refused}",
        mistake="no-scaler-update" if refused.startswith("step()") else None,
    )
    outputs = sorted(set(seen["outputs"]))
    expect(
        "torch.float32" not in outputs,
        f"the layer's output was {', '.join(outputs)}, expected torch.float16",
        mistake="no-autocast",
    )
    expect(
        outputs == ["torch.float16"],
        f"the layer's output was {', '.join(outputs)}, expected torch.float16",
        mistake="other-sixteen-bits" if outputs == ["torch.bfloat16"] else None,
    )
    expect(seen["scaler calls"], "the scaler that you were given was never called", mistake="scaler-unused")
    first, second = seen["weights"]
    assert_tensor(
        first,
        FIRST,
        what="(w, b) after the first step",
        atol=1e-5,
        mistakes={
            "weights-did-not-move": torch.tensor([1.0, 2.0, 0.0]),
            "divided-too-often": torch.tensor([1 - 1 / 1024, 2 - 0.5 / 1024, -0.75 / 1024]),
            "optimizer-step": torch.tensor([1 - 1024.0, 2 - 512.0, -768.0]),
        },
    )
    assert_tensor(
        second,
        SECOND,
        what="(w, b) after the second step",
        atol=1e-5,
        mistakes={"gradients-pile-up": SECOND - 0.25 * torch.tensor([4.0, 2.0, 3.0]) / 1024},
    )
    for number, result in enumerate(seen["results"], 1):
        assert_number(
            result,
            True,
            kind=bool,
            what=f"the result of step {number}, which updated the weights",
            mistakes={"growth-taken-for-skip" if number == 2 else "denies-a-step": False},
        )
    assert_equal(seen["scales"], [1024.0, 2048.0], what="the scale after each step")


def clip_in_fp16(submission, inputs, targets):
    """One fp16_step of a Linear(2, 1) with weight (1, 2), bias 0 and max_norm=1.5. In the guest."""
    from torch import nn

    model = nn.Linear(2, 1)
    with torch.no_grad():
        model.weight.copy_(torch.tensor([[1.0, 2.0]]))
        model.bias.zero_()
    optimizer = torch.optim.SGD(model.parameters(), lr=0.25)
    scaler = torch.amp.GradScaler("cpu", init_scale=1024.0)
    submission.fp16_step(
        model, optimizer, scaler, nn.functional.mse_loss, inputs, targets, "cpu", max_norm=1.5
    )
    return torch.cat((model.weight.detach().flatten(), model.bias.detach()))


@check(
    "fp16_step",
    hint="Gradients can be clipped when they have their true size: after unscale_, before the step.",
)
def test_clips_to_half_by_hand(student):
    """the gradients (2, 2, 1) have the norm 3; with max_norm=1.5 half of each is used"""
    # the prediction is 2 + 4 = 6, the target 5.5: 2 * 0.5 * (2, 2, 1)
    got = student.observe(clip_in_fp16, torch.tensor([[2.0, 2.0]]), torch.tensor([[5.5]]))
    start, full = torch.tensor([1.0, 2.0, 0.0]), torch.tensor([2.0, 2.0, 1.0])
    weights_alone = 1.5 / 8**0.5 * torch.tensor([2.0, 2.0, 0.0])
    assert_tensor(
        got,
        start - 0.25 * full / 2,
        what="(w, b) after one step with max_norm=1.5",
        atol=1e-4,
        mistakes={
            "never-clipped": start - 0.25 * full,
            "clipped-while-scaled": start - 0.25 * full / 2 / 1024,
            "clipped-by-value": start - 0.25 * torch.tensor([1.5, 1.5, 1.0]),
            "clipped-one-by-one": start - 0.25 * (weights_alone + torch.tensor([0.0, 0.0, 1.0])),
        },
    )


def look_at_dtypes(submission, indices):
    """Call output_dtypes on Embedding(4, 3), Linear(3, 2), and count the hooks afterwards. In the guest."""
    from torch import nn

    model = nn.Sequential(nn.Embedding(4, 3), nn.Linear(3, 2))
    found = submission.output_dtypes(model, indices, "cpu", torch.bfloat16)
    return found, sum(
        len(module._forward_hooks) + len(module._forward_pre_hooks) for module in model.modules()
    )


@check("output_dtypes")
def test_an_embedding_and_a_linear_layer(student):
    """under bf16 autocast Embedding gives float32, and Linear gives bfloat16"""
    found, hooks = student.observe(look_at_dtypes, torch.tensor([[0, 3, 1]]))
    expect(
        isinstance(found, dict), f"the result is a {type(found).__name__}, expected a dict of dtypes by name"
    )
    expect(
        not any(isinstance(dtype, str) for dtype in found.values()),
        "the result holds text, expected dtypes",
        mistake="dtype-as-text",
    )
    assert_equal(
        found,
        {"0": torch.float32, "1": torch.bfloat16},
        what="the table of dtypes",
        mistakes={
            "no-autocast": {"0": torch.float32, "1": torch.float32},
            "containers-too": {"0": torch.float32, "1": torch.bfloat16, "": torch.bfloat16},
            "inputs-looked-at": {"0": torch.int64, "1": torch.float32},
            "one-dtype-for-all": {"0": torch.bfloat16, "1": torch.bfloat16},
        },
    )
    expect(hooks == 0, f"{hooks} hook(s) are left on the model, expected none", mistake="hooks-left-behind")


@check("training_bytes")
def test_a_thousand_parameters(student):
    """1,000 parameters under AdamW: 4,000 bytes of weights, as much of gradients, 8,000 of state"""
    assert_equal(
        student.training_bytes(1000),
        {"weights": 4000, "gradients": 4000, "optimizer": 8000},
        what="the table for AdamW",
        mistakes={
            "one-moment-only": {"weights": 4000, "gradients": 4000, "optimizer": 4000},
            "sixteen-bit-weights": {"weights": 2000, "gradients": 2000, "optimizer": 8000},
            "counted-in-numbers": {"weights": 1000, "gradients": 1000, "optimizer": 2000},
            "bits-for-bytes": {"weights": 32000, "gradients": 32000, "optimizer": 64000},
            "counted-again": {"weights": 4000, "gradients": 4000, "optimizer": 16000},
            "bytes-as-floats": {"weights": 4000.0, "gradients": 4000.0, "optimizer": 8000.0},
        },
    )


def count_saved(submission, inputs):
    """Call saved_activation_bytes on Linear(3, 2), ReLU, Linear(2, 5) without autocast. In the guest."""
    from torch import nn

    model = nn.Sequential(nn.Linear(3, 2), nn.ReLU(), nn.Linear(2, 5))
    return submission.saved_activation_bytes(model, inputs, "cpu")


@check("saved_activation_bytes")
def test_two_layers_by_hand(student):
    """a batch of 4 through Linear(3, 2), ReLU, Linear(2, 5) keeps 80 bytes"""
    # the input, 4 * 3 * 4 = 48 bytes, and ReLU's result, 4 * 2 * 4 = 32 bytes, which is saved twice
    # (by ReLU and by the second Linear). The second weight, 40 bytes, is saved too, but is a parameter.
    assert_number(
        student.observe(count_saved, torch.randn(4, 3)),
        80,
        kind=int,
        what="the count of bytes kept for backward",
        mistakes={
            "counted-twice": 112,
            "parameters-counted": 120,
            "outputs-added-up": 32 + 32 + 80,
            "outputs-added-up-with-input": 48 + 32 + 32 + 80,
        },
    )


def ask_without_cuda(submission):
    """Call peak_memory where torch sees no CUDA: what it returns, or the message of its RuntimeError. In the guest."""
    from unittest import mock

    with (
        mock.patch("torch.cuda.is_available", return_value=False),
        mock.patch("torch.cuda.device_count", return_value=0),
    ):
        try:
            return {"value": submission.peak_memory(lambda: None, "cuda")}
        except NotImplementedError:
            raise
        except RuntimeError as error:
            return {"message": str(error)}
        except (AssertionError, ValueError, OSError) as error:
            return {"other": type(error).__name__}


@check(
    "peak_memory",
    hint="Ask torch.cuda.is_available() before anything else, and raise with your own sentence.",
)
def test_without_cuda_it_says_so(student):
    """without CUDA, peak_memory raises a RuntimeError that names CUDA"""
    seen = student.observe(ask_without_cuda)
    expect(
        "other" not in seen, f"without CUDA, peak_memory raised {seen.get('other')}, expected a RuntimeError"
    )
    expect(
        "message" in seen,
        f"without CUDA, peak_memory returned {seen.get('value')!r}, expected a RuntimeError",
        mistake="silent-zero" if seen.get("value") == 0 else None,
    )
    message = seen["message"].lower()
    expect(
        "cuda" in message or ("gpu" in message and "found no nvidia driver" not in message),
        f"the RuntimeError says {seen['message'][:120]!r}, expected a sentence that names CUDA",
        mistake="unclear-refusal",
    )


@check("predict_underflow")
def test_the_first_two_scaled_gradients(student):
    """the prediction has three lists of seven, and is right for 3.0 and 1e-3 scaled by 65,536"""
    got = student.predict_underflow()
    expect(
        isinstance(got, dict) and sorted(got, key=str) == ["bf16", "fp16", "scaled fp16"],
        'want a dict with the keys "fp16", "bf16" and "scaled fp16", as in the docstring',
    )
    for key, row in got.items():
        expect(
            isinstance(row, (list, tuple)) and len(row) == 7 and all(type(entry) is bool for entry in row),
            f"want a list of seven bools for {key!r}",
        )
    scaled = (torch.tensor([3.0, 1e-3]) * 65536).to(torch.float16)
    survives = (scaled.isfinite() & (scaled != 0)).tolist()
    assert_equal(
        list(got["scaled fp16"][:2]),
        survives,
        what="the first two of the scaled gradients",
        mistakes={"scaling-overflows-nothing": [True, True]},
    )
