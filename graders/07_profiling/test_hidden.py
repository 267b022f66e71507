"""Hidden checks of 07_profiling: generated traces with known truth, real recordings, counted reads and copies."""

import gzip
import json
import math
import random
from pathlib import Path

import torch

from course.checks import (
    StudentRaised,
    assert_equal,
    assert_number,
    assert_numbers,
    assert_tensor,
    check,
    describe,
    expect,
    expect_error,
    facts,
    fail,
    mistake,
)

from .record import WORKLOADS, traced
from .test_visible import REGIONS, as_float, judge_calls, judge_loss, judge_name, judge_prediction, named_list
from .timeline import CAUSES, Timeline, clear_cut, large_reads

# -- profile_step --------------------------------------------------------------------------


def recorded_step(submission, a, b, warmup):
    """Profiles one multiplication; calls, and what the recording knows about it."""
    import torch

    calls = []

    def step():
        calls.append(1)
        with torch.profiler.record_function(f"call {len(calls)}"):
            return a @ b

    prof = submission.profile_step(step) if warmup is None else submission.profile_step(step, warmup=warmup)
    if not isinstance(prof, torch.profiler.profile):
        kind = f"{type(prof).__module__}.{type(prof).__name__}".removeprefix("builtins.")
        return {"type": kind, "calls": len(calls), "recorded": None}
    try:
        events = list(prof.events() or ())
    except (AssertionError, RuntimeError):  # a profiler that never recorded
        events = []
    products = [event for event in events if event.name == "aten::mm"]
    return {
        "type": "profile",
        "calls": len(calls),
        "recorded": len(products),
        "names": list({event.name: None for event in events if event.name.startswith("call ")}),
        "shapes": [[list(shape) for shape in event.input_shapes or () if shape] for event in products],
        "bytes": [event.cpu_memory_usage for event in products],
    }


@check("profile_step", points=1, inputs="no warm-up, many warm-up calls, the default")
def test_any_number_of_warm_ups(student):
    """whatever the number of warm-up calls, one call is recorded"""
    rows, inner, columns = random.sample(range(2, 9), 3)
    for warmup in (random.randrange(4, 7), None, 0):
        judge_calls(
            student.observe(recorded_step, torch.randn(rows, inner), torch.randn(inner, columns), warmup),
            warmup,
        )


@check(
    "profile_step",
    points=1,
    hint="record_shapes and profile_memory are arguments of profile(...); both are off unless you switch them on.",
    inputs="matrices of ragged sizes",
)
def test_shapes_and_memory_are_recorded(student):
    """the recording knows the operators' input shapes and their allocations"""
    rows, inner, columns = random.sample(range(3, 12), 3)
    seen = student.observe(recorded_step, torch.randn(rows, inner), torch.randn(inner, columns), 1)
    judge_calls(seen, 1)
    expect(
        [rows, inner] in seen["shapes"][0],
        "the recorded matrix product does not know the shapes of its inputs",
        mistake="no-shapes",
    )
    expect(
        seen["bytes"][0] > 0,
        "the recorded matrix product shows no allocation, although it made its result",
        mistake="no-memory",
    )


def saved_traces(submission, a, b, name, kind, folder):
    """Saves a trace in a fresh folder; the files found there, and how often each holds the product."""
    import json
    import os
    import shutil
    from pathlib import Path

    import torch

    home = Path.cwd()
    root = home / folder
    exports, calls = [], []
    export = torch.profiler.profile.export_chrome_trace

    def counted_export(prof, path, *args, **kwargs):
        exports.append(path)
        return export(prof, path, *args, **kwargs)

    def step():
        calls.append(1)
        return a @ b

    root.mkdir()
    os.chdir(root)
    torch.profiler.profile.export_chrome_trace = counted_export
    try:
        path = {"none": None, "relative": name, "str": f"runs/new/{name}", "Path": Path("runs", "new", name)}[
            kind
        ]
        try:
            submission.profile_step(step, warmup=2, trace_path=path)
        except FileExistsError as error:
            return {"raised": "folder-must-be-new", "text": f"FileExistsError: {error}"}
        except FileNotFoundError as error:
            text, folder = f"FileNotFoundError: {error}", str(error.filename)
            if kind == "relative":
                bare = "; in front of a bare name there is no folder to make" if folder == "" else ""
                return {"raised": True, "text": text + bare}
            parents = (
                "; the parents of this folder are missing, too" if Path(folder) == Path("runs/new") else ""
            )
            return {"raised": "folder-not-made", "text": text + parents}
        except AttributeError as error:
            known = {"endswith": "path-not-text", "attribute 'save'": "exported-while-recording"}
            named = next((id for words, id in known.items() if words in str(error)), None)
            if named is None:
                raise
            return {"raised": named, "text": str(error)}
        except RuntimeError as error:
            if "already saved" not in str(error):
                raise
            return {"raised": "exported-twice", "text": str(error)}
        found = {}
        for file in sorted(root.rglob("*")):
            if file.is_file():
                try:
                    events = json.loads(file.read_text())["traceEvents"]
                except (ValueError, KeyError, TypeError):
                    events = None  # no trace at all
                products = -1 if events is None else sum(event.get("name") == "aten::mm" for event in events)
                found[str(file.relative_to(root))] = products
        no_folder = bool(exports) and not (root / "runs" / "new").is_dir()
        return {"raised": None, "found": found, "no_folder": no_folder, "calls": len(calls)}
    finally:
        torch.profiler.profile.export_chrome_trace = export
        os.chdir(home)
        shutil.rmtree(root, ignore_errors=True)


@check(
    "profile_step",
    points=1,
    hint="Only if a path was given: make its folder, then export once, with the path as a str.",
    inputs="a str, a Path, a bare file name, no name; folders that do not exist yet",
)
def test_one_trace_where_it_was_asked_for(student):
    """the trace lies at trace_path, once, in a folder that was not there before"""
    a, b = torch.randn(3, 5), torch.randn(5, 2)
    name = f"step{random.randrange(1000)}.json"
    for kind in ("str", "Path", "relative", "none"):
        seen = student.observe(saved_traces, a, b, name, kind, f"traces_{kind}_{random.randrange(10**6)}")
        said = {
            "str": "a str in a new folder",
            "Path": "a Path in a new folder",
            "relative": "a bare file name",
            "none": "no trace_path",
        }[kind]
        if seen["raised"]:
            named = None if seen["raised"] is True else seen["raised"]
            fail(f"with {said}, profile_step raised: {seen['text']}", mistake=named)
        wanted = {"none": [], "relative": [name]}.get(kind, [f"runs/new/{name}"])
        found = sorted(seen["found"])
        missing = bool(wanted) and wanted[0] not in found
        expect(
            not missing,
            f"with {said}, there is no file at trace_path afterwards"
            + (f"; what was written is {found[0][-60:]!r}" if found else ""),
            mistake="folder-not-made"
            if seen["no_folder"] and not found and kind in ("str", "Path")
            else None,
        )
        expect(
            found == wanted, f"with {said}, profile_step left {len(found)} file(s); expected {len(wanted)}"
        )
        for count in seen["found"].values():
            expect(
                count >= 0, f"with {said}, the file at trace_path is not a trace: no JSON with traceEvents"
            )
            expect(
                count == 1,
                f"with {said}, the trace holds {count} calls of the step; expected 1",
                mistake="nothing-recorded"
                if count == 0
                else "warm-up-recorded"
                if seen["calls"] == 3
                else None,
            )


def kernels_of_a_step(submission, path):
    """On CUDA: names of the kernels in the trace of a step that launches one kernel."""
    import json

    import torch

    x = torch.ones(1 << 20, device="cuda")
    submission.profile_step(lambda: x.mul_(1.0), warmup=5, trace_path=path)
    with open(path) as file:
        return [event["name"] for event in json.load(file)["traceEvents"] if event.get("cat") == "kernel"]


@check("profile_step", points=1, inputs="one kernel on the GPU", cuda=True)
def test_kernels_are_recorded(student):
    """on a GPU, the recording holds the kernel of the one recorded call"""
    names = student.observe(kernels_of_a_step, "cuda_step.json")
    expect(
        len(names) == 1,
        f"one call launches one kernel, and the trace holds {len(names)}; is ProfilerActivity.CUDA asked for, and has "
        "the warm-up finished before the recording starts?",
        mistake="warm-up-recorded" if len(names) == 6 else None,
    )


# -- predict_profile -----------------------------------------------------------------------


@check("predict_profile", points=1, inputs="the program of the stub")
def test_how_often_it_multiplies(student):
    """your number for "aten::mm" is what the program prints"""
    judge_prediction(student.predict_profile(), "aten::mm", {"counted-unrecorded-calls": (10, 12, 16, 18)})


@check("predict_profile", points=1, inputs="the program of the stub")
def test_how_often_a_value_is_read(student):
    """your number for "aten::item" is what the program prints"""
    judge_prediction(
        student.predict_profile(),
        "aten::item",
        {"hidden-read-missed": (1,), "counted-unrecorded-calls": (8, 9, 12, 14)},
    )


# -- annotated_step ------------------------------------------------------------------------


mistake(
    "trained-in-eval-mode",
    "In eval mode dropout does nothing, and BatchNorm learns no statistics. A training step leaves the mode alone, "
    "or sets train mode.",
)


def work_by_region(submission, inputs, targets, weights):
    """One step under the profiler; the loss, for each event the regions around it, and the model's modes.

    The model has two linear layers with the given weights and no biases.
    """
    import torch
    from torch.profiler import ProfilerActivity, profile

    layers = [torch.nn.Linear(weight.shape[1], weight.shape[0], bias=False) for weight in weights]
    for layer, weight in zip(layers, weights, strict=True):
        layer.weight.data.copy_(weight)
    model = torch.nn.Sequential(layers[0], torch.nn.ReLU(), layers[1])
    modes = []
    model.register_forward_hook(lambda module, args, output: modes.append(module.training))
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    with profile(activities=[ProfilerActivity.CPU]) as prof:
        loss = submission.annotated_step(
            model, torch.nn.functional.mse_loss, optimizer, (inputs, targets), "cpu"
        )
    regions = ("data_to_device", "forward", "backward", "optimizer_step")
    found = []
    for event in sorted(prof.events(), key=lambda event: event.time_range.start):
        around, parent = [], event.cpu_parent
        while parent is not None:
            if parent.is_user_annotation and parent.name in regions:
                around.append(parent.name)
            parent = parent.cpu_parent
        found.append((event.name, bool(event.is_user_annotation), around))
    return found, loss, modes


@check("annotated_step", points=1, inputs="another model, ragged sizes")
def test_each_piece_of_work_lies_in_its_region(student):
    """products in "forward", their gradients in "backward", the update in "optimizer_step" """
    rows, width, hidden, out = random.sample(range(3, 11), 4)
    weights = [torch.randn(hidden, width), torch.randn(out, hidden)]
    inputs, targets = torch.randn(rows, width), torch.randn(rows, out)
    found, loss, modes = student.observe(work_by_region, inputs, targets, weights)
    expect(
        all(modes),
        "the model came in train mode, and its forward pass ran in eval mode",
        mistake="trained-in-eval-mode",
    )
    for name in REGIONS:
        around = [regions for event, region, regions in found if region and event == name]
        expect(
            len(around) == 1,
            f"the region {name!r} was opened {len(around)} times; expected once"
            if around
            else f"no region named {name!r} was recorded",
            mistake=None if around else "region-misnamed",
        )
        expect(
            not around[0],
            f"the region {name!r} lies inside {(around[0] or [''])[0]!r}",
            mistake="regions-nested",
        )
    for event, region, said in (
        ("aten::linear", "forward", "the model's matrix products"),
        ("MmBackward0", "backward", "the gradients of the matrix products"),
        ("Optimizer.step#SGD.step", "optimizer_step", "the optimizer's step"),
    ):
        places = [regions[0] if regions else None for name, _, regions in found if name == event]
        expect(places, f"{said} did not run at all")
        outside = [place for place in places if place != region]
        if outside:
            where = f"in the region {outside[0]!r}" if outside[0] else "outside of all four regions"
            fail(f"{said} ran {where}; expected in {region!r}", mistake="work-outside-its-region")
    for name, _, regions in found:
        if name == "aten::mse_loss" and regions and regions[0] != "forward":
            fail(
                f"the loss was computed in the region {regions[0]!r}; expected in 'forward'",
                mistake="work-outside-its-region",
            )
    judge_loss(loss, ((inputs @ weights[0].T).relu() @ weights[1].T - targets).square().mean(), "the loss")


def trajectory(submission, weight, bias, batches, lr, momentum):
    """Trains a linear model step by step; its weights and the returned loss after each step."""
    import torch

    model = torch.nn.Linear(weight.shape[1], weight.shape[0])
    with torch.no_grad():
        model.weight.copy_(weight)
        model.bias.copy_(bias)
    optimizer = torch.optim.SGD(model.parameters(), lr=lr, momentum=momentum)
    seen = []
    for batch in batches:
        loss = submission.annotated_step(
            model, torch.nn.functional.mse_loss, optimizer, tuple(batch), torch.device("cpu")
        )
        seen.append((loss, model.weight.detach().clone(), model.bias.detach().clone()))
    return seen


def by_hand(weight, bias, batches, lr, momentum, clears=True, moves=True):
    """The same training written out: losses, weights and biases after each step."""
    weight, bias = weight.double(), bias.double()
    speed_w, speed_b = torch.zeros_like(weight), torch.zeros_like(bias)
    grad_w, grad_b = torch.zeros_like(weight), torch.zeros_like(bias)
    seen = []
    for inputs, targets in batches:
        inputs, targets = inputs.double(), targets.double()
        error = inputs @ weight.T + bias - targets
        slope = 2 * error / error.numel()
        if clears:
            grad_w, grad_b = torch.zeros_like(weight), torch.zeros_like(bias)
        grad_w, grad_b = grad_w + slope.T @ inputs, grad_b + slope.sum(0)
        speed_w, speed_b = momentum * speed_w + grad_w, momentum * speed_b + grad_b
        if moves:
            weight, bias = weight - lr * speed_w, bias - lr * speed_b
        seen.append((error.square().mean().float(), weight.float(), bias.float()))
    return seen


def training_case():
    """Weights, ragged batches, learning rate and momentum for a trajectory of three steps."""
    width, out = random.sample(range(2, 7), 2)
    batches = [(torch.randn(rows, width), torch.randn(rows, out)) for rows in random.sample(range(3, 9), 3)]
    return (
        torch.randn(out, width),
        torch.randn(out),
        batches,
        random.uniform(0.05, 0.2),
        random.uniform(0.3, 0.8),
    )


@check(
    "annotated_step",
    points=2,
    hint="Clear the gradients once per step: before backward or after the update, never between the two.",
    inputs="three steps with momentum, batches of different sizes",
)
def test_three_steps_move_the_weights_correctly(student):
    """after each of three steps, the weights are those of exact gradient descent"""
    case = training_case()
    seen, want = student.observe(trajectory, *case), by_hand(*case)
    leaking, still = by_hand(*case, clears=False), by_hand(*case, moves=False)
    for number, (_, weight, bias) in enumerate(seen):
        said = f"after step {number + 1}"
        assert_tensor(
            weight,
            want[number][1],
            what=f"the weight {said}",
            rtol=1e-4,
            atol=1e-5,
            mistakes={"gradients-not-cleared": leaking[number][1], "cleared-before-step": still[number][1]},
        )
        assert_tensor(bias, want[number][2], what=f"the bias {said}", rtol=1e-4, atol=1e-5)
    for number, (loss, _, _) in enumerate(seen):
        inputs, targets = case[2][number]
        later = (inputs @ want[number][1].T + want[number][2] - targets).square().mean()
        judge_loss(
            loss, want[number][0], f"the loss returned by step {number + 1}", {"loss-after-the-update": later}
        )


def step_on_meta(submission, inputs, targets):
    """A step whose model is on the meta device, with a batch on the CPU: the region around each move of the batch.

    And the same step on the CPU, for the value of its loss: with a model of ones, mean squared error.
    """
    import torch
    from torch.profiler import ProfilerActivity, profile

    def model_on(device):
        model = torch.nn.Linear(inputs.shape[1], targets.shape[1], bias=False, device=device)
        torch.nn.init.ones_(model.weight)
        return model, torch.optim.SGD(model.parameters(), lr=0.1)

    def step(model, optimizer, device):
        return submission.annotated_step(
            model, torch.nn.functional.mse_loss, optimizer, (inputs, targets), torch.device(device)
        )

    there = model_on("meta")
    with profile(activities=[ProfilerActivity.CPU]) as prof:
        try:
            step(*there, "meta")
        except NotImplementedError as error:  # a RuntimeError, too
            if "meta tensor" not in str(error):
                raise
            return {"mixed": False, "read": True}
        except RuntimeError as error:
            if "called on meta tensors" in str(error) or "from meta tensor" in str(error):
                return {"mixed": False, "read": True}
            if "device" not in str(error):
                raise
            return {"mixed": True}
    named = any(event.name == "data_to_device" for event in prof.events())
    moves, seen = [], False
    for event in sorted(prof.events(), key=lambda event: event.time_range.start):
        seen = seen or event.name == "aten::linear"
        if event.name in ("aten::_to_copy", "aten::copy_") and not seen:
            around, parent = [], event.cpu_parent
            while parent is not None:
                around.append(parent.name)
                parent = parent.cpu_parent
            if "aten::_to_copy" not in around:
                moves.append("data_to_device" in around)
    loss = step(*model_on("cpu"), "cpu")
    return {"mixed": False, "read": False, "named": named, "moves": moves, "loss": loss}


@check(
    "annotated_step",
    points=1,
    hint="Both parts of the batch go through .to(device) inside the first region, and what it returns is what the model gets.",
    inputs="a model on another device than the batch",
)
def test_the_batch_moves_inside_its_region(student):
    """inputs and targets move to the model's device, inside "data_to_device" """
    rows, width, out = random.sample(range(3, 9), 3)
    inputs, targets = torch.randn(rows, width), torch.randn(rows, out)
    seen = student.observe(step_on_meta, inputs, targets)
    expect(
        not seen["mixed"],
        "the model is on one device and the batch on another, and torch refused to mix them: a part of the batch "
        "was not moved",
        mistake="batch-not-moved",
    )
    expect(not seen["read"], "a value was read from the device during the step", mistake="reads-the-device")
    expect(
        len(seen["moves"]) >= 2,
        f"{len(seen['moves'])} tensors of the batch moved before the forward; expected inputs and targets",
    )
    expect(seen["named"], "no region named 'data_to_device' was recorded", mistake="region-misnamed")
    expect(
        all(seen["moves"]),
        'a part of the batch moved outside of the region "data_to_device"',
        mistake="work-outside-its-region",
    )
    judge_loss(
        seen["loss"],
        (inputs.sum(1, keepdim=True) - targets).square().mean(),
        "the loss of the same step on the CPU",
    )


# -- slowest_ops ---------------------------------------------------------------------------


def slowest_of_recording(submission, rows, count, device):
    """Calls slowest_ops on a recording made of (name, start, end, is a region, on the GPU, kernels)."""
    import torch
    from torch.autograd import DeviceType
    from torch.autograd.profiler_util import EventList, FunctionEvent
    from torch.profiler import ProfilerActivity, profile

    events = []
    for number, (name, start, end, region, on_gpu, kernels) in enumerate(rows):
        event = FunctionEvent(
            id=number, name=name, thread=7 if on_gpu else 1, start_us=start, end_us=end, is_user_annotation=region,
            use_device=device, device_type=DeviceType.CUDA if on_gpu else DeviceType.CPU, input_shapes=[], stack=[],
        )  # fmt: skip
        for kernel, microseconds in kernels:
            event.append_kernel(kernel, 0, microseconds)
        events.append(event)
    events = EventList(sorted(events, key=lambda event: event.time_range.start), use_device=device)
    events._build_tree()
    with profile(activities=[ProfilerActivity.CPU]) as prof:
        torch.ones(1)
    prof.profiler._function_events = events
    return submission.slowest_ops(prof) if count is None else submission.slowest_ops(prof, count)


OPS = ("linear", "conv2d", "layer_norm", "embedding", "softmax", "gelu", "dropout", "index_select")


def random_recording(gpu):
    """Rows of a recording, and per name its self and total times and number of calls on each clock.

    Operators come in pairs, an outer one and what it calls; some come twice. No two names tie.
    """
    while True:
        rows, book = draw_recording(gpu)
        columns = [[entry[column] for entry in book.values() if entry[column]] for column in range(4)]
        if all(len(set(column)) == len(column) for column in (columns[0], columns[2])):
            return rows, book


def draw_recording(gpu):
    """One draw of `random_recording`, in which names may tie."""
    rows, book, now = [], {}, 10.0
    calls = [*OPS, *random.sample(OPS, 3)]
    random.shuffle(calls)
    fresh = iter(random.sample(range(20, 900), 8 * len(calls)))

    def note(name, self_cpu, total_cpu, self_gpu=0.0, total_gpu=0.0):
        old = book.setdefault(name, [0.0, 0.0, 0.0, 0.0, 0])
        book[name] = [
            old[0] + self_cpu,
            old[1] + total_cpu,
            old[2] + self_gpu,
            old[3] + total_gpu,
            old[4] + 1,
        ]

    first = now
    for name in calls:
        outer, inner = next(fresh) / 8, next(fresh) + next(fresh) / 16
        kernels = (
            [(f"{name}_kernel_a", next(fresh) / 4), (f"{name}_kernel_b", next(fresh) / 4)]
            if gpu and name != "dropout"
            else []
        )
        device = sum(microseconds for _, microseconds in kernels)
        rows.append((f"aten::{name}", now, now + outer + inner, False, False, []))
        rows.append((f"aten::_{name}", now + outer / 2, now + outer / 2 + inner, False, False, kernels))
        note(f"aten::{name}", outer, outer + inner, 0.0, device)
        note(f"aten::_{name}", inner, inner, device, device)
        at = now + 4
        for kernel, microseconds in kernels:
            rows.append((kernel, at, at + microseconds, False, True, []))
            note(kernel, 0.0, 0.0, microseconds, microseconds)
            at += microseconds
        now += outer + inner + 2
    rows.append(("forward", first - 4000, now + 4000, True, False, []))
    rows.append(("ProfilerStep*", first - 9000, now + 9000, True, False, []))
    if gpu:
        rows.append(("forward", first, now + 5000, True, True, []))
    return rows, book


def top(book, count, column, kernels, divide=1.0):
    """The `count` names with the largest entries of a column, falling."""
    names = [name for name in book if kernels or name.startswith("aten::")]
    return sorted(((name, book[name][column] / divide) for name in names), key=lambda pair: -pair[1])[:count]


def pairs_of(got, book, regions=("forward", "ProfilerStep*")):
    """The pairs of a list of operators of the recording, each of them once."""
    expect(isinstance(got, (list, tuple)), "slowest_ops should return a list of (name, microseconds) pairs")
    pairs = [
        pair
        for pair in got
        if isinstance(pair, (list, tuple)) and len(pair) == 2 and isinstance(pair[0], str)
    ]
    expect(
        len(pairs) == len(got), "each entry of the list should be a pair: a name and a number of microseconds"
    )
    names = [name for name, _ in pairs]
    listed = [name for name in names if name in regions or name.startswith("Optimizer.")]
    expect(
        not listed,
        f"the list holds the region {(listed or [''])[0]!r}; expected operators only",
        mistake="annotations-listed",
    )
    judge_names(names, book)
    return pairs


def judge_names(names, known):
    """Only names that the recording knows, and each of them once."""
    strange = next((name for name in names if name not in known), None)
    expect(strange is None, f"the list holds the name {strange!r}, which is not in the recording")
    expect(len(set(names)) == len(names), "a name is in the list more than once", mistake="calls-not-grouped")


def judge_list(got, book, count, clock):
    """A falling list of `count` pairs on one clock; kernels may stand beside operators, or not."""
    pairs = pairs_of(got, book)
    names = [name for name, _ in pairs]
    kernels = any(name in book and not name.startswith("aten::") for name in names)
    want = top(book, count, 2 * (clock == "gpu"), kernels)
    other = {
        "total-not-self": top(book, count, 3 if clock == "gpu" else 1, kernels),
        "rising-order": sorted(top(book, None, 2 * (clock == "gpu"), kernels), key=lambda pair: pair[1])[
            :count
        ],
    }
    if clock == "gpu":
        other["wrong-clock"] = top(book, count, 0, False)
        mixed = {name: [entry[2] or entry[0]] for name, entry in book.items()}
        other["two-clocks"] = top(mixed, count, 0, kernels)
    column = 2 * (clock == "gpu")
    other["average-not-sum"] = top(
        {name: [entry[column] / entry[4]] for name, entry in book.items()}, count, 0, kernels
    )
    named = named_list(pairs, want, other)
    if not named and len(names) > 1 and names == [name for name, _ in want][::-1]:
        named = "rising-order"
    expect(len(names) == len(want), f"the list has {len(names)} entries, expected {len(want)}", mistake=named)
    assert_equal(
        names,
        [name for name, _ in want],
        what="the list of names, slowest first,",
        mistakes={named: names} if named else None,
    )
    times = [time for _, time in pairs]
    wanted = [time for _, time in want]
    scaled = {id: [time for _, time in wrong] for id, wrong in other.items()}
    for divide in (1e3, 1e6):
        scaled.setdefault("another-unit", [time / divide for time in wanted])
        if (
            isinstance(times[0], (int, float))
            and abs(as_float(times[0]) * divide - wanted[0]) < 0.01 * wanted[0]
        ):
            scaled["another-unit"] = times
    for digits in (0, 1):
        if times == [round(time, digits) for time in wanted]:
            scaled["rounded"] = times
    assert_numbers(times, wanted, what="the list of microseconds", mistakes=scaled, rtol=1e-6, atol=1e-6)


@check("slowest_ops", points=2, inputs="a recording of nested operators, some called twice, within regions")
def test_self_time_summed_over_calls(student):
    """the slowest operators by self CPU time, each name once, regions left out"""
    rows, book = random_recording(gpu=False)
    for count in (random.randrange(6, 9), 1, None):
        got = student.observe(slowest_of_recording, rows, count, None)
        judge_list(got, book, 5 if count is None else count, "cpu")


@check(
    "slowest_ops",
    points=1,
    hint="Ask first whether any row has self_device_time_total above zero. The answer decides the column for the whole list.",
    inputs="a recording with device time, made of literal events; more entries asked for than there are",
)
def test_device_time_where_there_is_some(student):
    """with device time in the recording, the whole list is by self device time"""
    rows, book = random_recording(gpu=True)
    judge_list(student.observe(slowest_of_recording, rows, 6, "cuda"), book, 6, "gpu")
    judge_to_the_end(student.observe(slowest_of_recording, rows, 500, "cuda"), book)


def judge_to_the_end(got, book):
    """The whole list of a recording with device time: operators that never reached the device have none."""
    times = dict(pairs_of(got, book))
    operators = [name for name in book if name.startswith("aten::")]
    missing = [name for name in operators if name not in times]
    expect(
        not missing,
        f"asked for 500, the list holds {len(times)} names and misses {len(missing)} operators of the recording",
        mistake="zeros-dropped" if not any(book[name][2] for name in missing) else None,
    )
    mine = {name: times[name] for name in operators}
    assert_numbers(
        mine,
        {name: book[name][2] for name in operators},
        what="the dictionary of microseconds by name",
        rtol=1e-6,
        atol=1e-6,
        mistakes={"two-clocks": {name: book[name][2] or book[name][0] for name in operators}},
    )
    falling = [as_float(time) for time in times.values()]
    expect(
        falling == sorted(falling, reverse=True),
        "the list is not falling from the slowest operator to the fastest",
        mistake="rising-order" if falling == sorted(falling) else None,
    )


def slowest_of_a_training_step(submission, inputs, count):
    """Records two real steps with a schedule; the list, and the table that it should come from."""
    import torch
    from torch.profiler import ProfilerActivity, profile, record_function, schedule

    model = torch.nn.Sequential(torch.nn.Linear(inputs.shape[1], 7), torch.nn.ReLU(), torch.nn.Linear(7, 3))
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    with profile(
        activities=[ProfilerActivity.CPU],
        schedule=schedule(wait=0, warmup=1, active=2, repeat=1),
        record_shapes=True,  # so that one name may come with several shapes
    ) as prof:
        for _ in range(3):
            with record_function("forward"):
                loss = model(inputs).square().mean()
            loss.backward()
            optimizer.step()
            optimizer.zero_grad()
            prof.step()
    table = [
        (row.key, row.self_cpu_time_total, row.cpu_time_total, row.count)
        for row in prof.key_averages()
        if not row.is_user_annotation and not row.key.startswith("ProfilerStep")
    ]
    return submission.slowest_ops(prof, count), table


@check(
    "slowest_ops",
    points=1,
    inputs="two real training steps on the CPU, more entries asked for than there are",
)
def test_a_real_recording_to_its_end(student):
    """all operators of a real recording, fewer than were asked for"""
    got, table = student.observe(slowest_of_a_training_step, torch.randn(5, 4), 500)
    expect(isinstance(got, (list, tuple)), "slowest_ops should return a list of (name, microseconds) pairs")
    pairs = [tuple(pair) for pair in got if isinstance(pair, (list, tuple)) and len(pair) == 2]
    expect(
        len(pairs) == len(got), "each entry of the list should be a pair: a name and a number of microseconds"
    )
    names = [name for name, _ in pairs]
    strange = next((describe(name) for name in names if not isinstance(name, str)), None)
    expect(strange is None, f"the first of each pair should be a name; one of them is {strange}")
    regions = [
        name for name in names if name == "forward" or str(name).startswith(("Optimizer.", "ProfilerStep"))
    ]
    expect(
        not regions,
        f"the list holds the region {(regions or [''])[0]!r}; expected operators only",
        mistake="annotations-listed",
    )
    judge_names(names, {name for name, *_ in table})
    self_times = {name: own for name, own, _, _ in table if own > 0}
    missing = [name for name in self_times if name not in names]
    only_aten = (
        missing
        and all(str(name).startswith("aten::") for name in names)
        and not any(name.startswith("aten::") for name in missing)
    )
    expect(
        not missing,
        f"asked for 500, the list holds {len(names)} names and misses {len(missing)} operators of the recording",
        mistake="aten-only" if only_aten else None,
    )
    times = [time for _, time in pairs]
    expect(
        all(type(time) in (int, float) for time in times),
        "the microseconds in the list should be Python numbers",
    )
    expect(
        times == sorted(times, reverse=True),
        "the list is not falling from the slowest operator to the fastest",
        mistake="rising-order" if times == sorted(times) else None,
    )
    mine = {name: time for name, time in pairs if name in self_times}
    digits = 0 if all(time == round(time) for time in mine.values()) else 1
    assert_numbers(
        mine,
        self_times,
        what="the dictionary of microseconds by name",
        atol=1e-3,
        mistakes={
            "total-not-self": {name: total for name, own, total, _ in table if own > 0},
            "average-not-sum": {name: own / calls for name, own, _, calls in table if own > 0},
            "another-unit": {name: own / 1000 for name, own in self_times.items()},
            "rounded": {name: round(own, digits) for name, own in self_times.items()},
        },
    )


def slowest_on_cuda(submission, width):
    """On CUDA: the slowest operator of a step that is nearly all one matrix product."""
    import torch
    from torch.profiler import ProfilerActivity, profile

    a = torch.randn(width, width, device="cuda")
    for _ in range(3):
        (a @ a).relu()
    torch.cuda.synchronize()
    with profile(activities=[ProfilerActivity.CPU, ProfilerActivity.CUDA]) as prof:
        (a @ a).relu()
        torch.cuda.synchronize()
    kernels = {row.key for row in prof.key_averages() if row.self_cpu_time_total == 0}
    longest = max(row.self_device_time_total for row in prof.key_averages() if row.key == "aten::mm")
    return submission.slowest_ops(prof, 3), kernels, longest


@check("slowest_ops", points=1, inputs="a matrix product on the GPU", cuda=True)
def test_the_product_leads_on_cuda(student):
    """on a GPU, the product leads with its kernel's time, although the CPU waited longer elsewhere"""
    got, kernels, longest = student.observe(slowest_on_cuda, 4096)
    expect(isinstance(got, list) and len(got) == 3, "slowest_ops should return a list of three pairs")
    name, time = got[0]
    expect(
        name == "aten::mm" or name in kernels,
        f"the list starts with {name!r}; expected the matrix product",
        mistake="wrong-clock",
    )
    assert_number(float(time), longest, what="the microseconds of the matrix product", rtol=1e-3)


# -- phase_times ---------------------------------------------------------------------------


def row(category, name, ts, dur, pid=7, tid=7):
    """A complete event."""
    return {"ph": "X", "cat": category, "name": name, "pid": pid, "tid": tid, "ts": ts, "dur": dur}


def stamps(ts):
    """Events without a length, far before and after `ts`; some without a category."""
    return [
        {
            "ph": "M",
            "name": "process_name",
            "pid": 7,
            "tid": 0,
            "ts": ts - 5000.0,
            "args": {"name": "python"},
        },
        {"ph": "s", "id": 3, "cat": "ac2g", "name": "ac2g", "pid": 7, "tid": 7, "ts": ts - 700.0},
        {"ph": "i", "cat": "cpu_instant_event", "s": "t", "name": "[memory]", "pid": 7, "tid": 7, "ts": ts},
        {"ph": "i", "s": "g", "name": "Record Window End", "pid": "", "tid": "", "ts": ts + 9000.0},
    ]


def wrong_phase_times(trace):
    """What known mistakes would make of a trace."""
    found = {}
    annotations = [
        e
        for e in trace["traceEvents"]
        if e.get("cat") == "user_annotation" and e.get("ph") == "X" and "dur" in e
    ]
    marked = [{"dur": 0.0, **e} for e in trace["traceEvents"] if e.get("cat") == "user_annotation"]
    mirrored = [
        e
        for e in trace["traceEvents"]
        if "user_annotation" in e.get("cat", "") and e.get("ph") == "X" and "dur" in e
    ]
    named = {e["name"] for e in annotations}
    everything = [e for e in trace["traceEvents"] if e.get("ph") == "X" and "dur" in e]
    for id, events, rule in (
        ("gpu-mirror-added", mirrored, sum),
        ("operators-added", everything, sum),
        ("operators-added-by-name", [e for e in everything if e["name"] in named], sum),
        (
            "operators-added-no-mirror",
            [e for e in everything if e["name"] in named and e.get("cat") != "gpu_user_annotation"],
            sum,
        ),
        ("events-without-length", marked, sum),
        ("events-without-length-but-dur", [e for e in marked if e["dur"]], sum),
        ("last-one-wins", annotations, lambda times: times[-1]),
        ("counted-not-timed", annotations, len),
        ("averaged", annotations, lambda times: sum(times) / len(times)),
        ("milliseconds", annotations, lambda times: sum(times) / 1000),
    ):
        times = {}
        for event in events:
            times.setdefault(event["name"], []).append(event["dur"])
        found[id] = {name: rule(durations) for name, durations in times.items()}
    return found


def judge_phases(got, want, wrong):
    """A dictionary of microseconds by name."""
    expect(
        isinstance(got, dict), f"phase_times should return a dictionary, but returned {type(got).__name__}"
    )
    named = next((id for id, value in wrong.items() if alike(got, value) and not alike(want, value)), None)
    named = next(
        (id for id in ("operators-added", "events-without-length") if named and named.startswith(id)), named
    )
    missing, extra = sorted(want.keys() - got.keys()), sorted(map(str, got.keys() - want.keys()))
    if not named and missing and all(name.startswith("ProfilerStep") for name in missing):
        if all(name.startswith("ProfilerStep") for name in extra):
            named = "names-changed"
    expect(
        not missing,
        f"{len(missing)} of {len(want)} annotations are missing from the result, such as {(missing or [''])[0]!r}",
        mistake=named,
    )
    expect(
        not extra,
        f"the result has {len(extra)} names that are no user annotations, such as {(extra or [''])[0]!r}",
        mistake=named,
    )
    assert_numbers(got, want, what="the dictionary of times", mistakes={named: got} if named else None)


def alike(a, b):
    """Equal names, and equal numbers to tolerance."""
    return a.keys() == b.keys() and all(
        isinstance(a[n], (int, float)) and math.isclose(as_float(a[n]), b[n], rel_tol=1e-6) for n in b
    )


@check("phase_times", points=1, inputs="generated traces of several steps on a GPU, with profiler steps")
def test_phases_of_a_generated_training(student):
    """every region of a generated training, summed over its steps"""
    for whole in (False, True):
        line = Timeline(random.randrange(10**6), whole_microseconds=whole)
        for _ in range(random.randrange(2, 5)):
            with line.step():
                with line.region("data_to_device"):
                    line.copy(random.uniform(20, 60), pinned=True)
                with line.region("forward", mirror=True):
                    for _ in range(random.randrange(2, 5)):
                        line.launch(random.uniform(10, 70))
                with line.region("backward", mirror=True):
                    for _ in range(random.randrange(2, 5)):
                        line.launch(random.uniform(10, 70))
                if random.random() < 0.7:
                    line.read()
        line.synchronize()
        line.other_thread()
        trace = line.trace()
        judge_phases(student.phase_times(trace), line.phase_microseconds(), wrong_phase_times(trace))


@check(
    "phase_times",
    points=1,
    hint='Compare the category as a whole, ask `ph` for "X", and read with .get, since some events have neither.',
    inputs="nested equal names, operators named like regions, events without dur or cat, no annotations",
)
def test_odd_events_and_nested_names(student):
    """only complete user annotations count, and each counts in full"""
    outer, inner = random.uniform(50, 90), random.uniform(10, 40)
    again, step = random.uniform(100, 200), random.uniform(400, 500)
    events = [
        row("user_annotation", "forward", 10.0, outer),
        row("user_annotation", "forward", 12.0, inner),  # inside
        row("user_annotation", "forward", 150.0, again),
        row("user_annotation", "ProfilerStep#12", 5.0, step),
        row("cpu_op", "forward", 20.0, random.uniform(3, 9)),
        row("gpu_user_annotation", "forward", 30.0, random.uniform(300, 900), pid=0),
        row("kernel", "gemm", 40.0, 33.0, pid=0),
        {"ph": "i", "cat": "user_annotation", "s": "t", "name": "mark", "pid": 7, "tid": 7, "ts": 60.0},
        *stamps(0.0),
    ]
    random.shuffle(events)
    trace = {"schemaVersion": 1, "traceEvents": events}
    wrong = wrong_phase_times(trace)
    wrong["nested-merged"] = {"forward": outer + again, "ProfilerStep#12": step}
    judge_phases(
        student.phase_times(trace), {"forward": outer + inner + again, "ProfilerStep#12": step}, wrong
    )
    nothing = {"traceEvents": [event for event in events if event.get("cat") != "user_annotation"]}
    judge_phases(student.phase_times(nothing), {}, wrong_phase_times(nothing))
    judge_phases(student.phase_times({"traceEvents": []}), {}, {})


# -- gpu_busy_fraction ---------------------------------------------------------------------


def wrong_shares(trace):
    """What known mistakes would make of a trace with kernels."""
    complete = [e for e in trace["traceEvents"] if e.get("ph") == "X"]
    kernels = [(e["ts"], e["ts"] + e["dur"]) for e in complete if e.get("cat") == "kernel"]
    on_gpu = [
        (e["ts"], e["ts"] + e["dur"])
        for e in complete
        if e.get("cat") in ("kernel", "gpu_memcpy", "gpu_memset")
    ]
    first, last = min(e["ts"] for e in complete), max(e["ts"] + e["dur"] for e in complete)
    rows = [e for e in complete if e.get("cat") != "Trace"]
    short = max(e["ts"] + e["dur"] for e in rows) - min(e["ts"] for e in rows)
    stamps = [t for e in trace["traceEvents"] for t in (e["ts"], e["ts"] + e.get("dur", 0.0))]
    busy, span = union(kernels), last - first
    return {
        "overlaps-added": sum(end - start for start, end in kernels) / span,
        "copies-counted": union(on_gpu) / span,
        "span-of-kernels": busy / (max(end for _, end in kernels) - min(start for start, _ in kernels)),
        "trace-row-left-out": busy / short,
        "not-only-complete-events": busy / (max(stamps) - min(stamps)),
        "short-inside-long": union(kernels, forgets=True) / span,
        "order-trusted": union(kernels, sorts=False) / span,
        "percent": 100 * busy / span,
    }


def union(intervals, forgets=False, sorts=True):
    """Length covered by the intervals; with `forgets` or without `sorts`, as two known mistakes get it."""
    total, reached = 0.0, float("-inf")
    for start, end in sorted(intervals) if sorts else intervals:
        total += max(0.0, end - max(start, reached))
        reached = end if forgets else max(reached, end)
    return total


def judge_share(got, want, trace, said):
    """The busy share, with the mistakes that would give another one."""
    wrong = wrong_shares(trace) if want else {}
    assert_number(got, want, what=f"the busy share {said}", mistakes=wrong, rtol=1e-6, atol=1e-9)


@check("gpu_busy_fraction", points=1, inputs="generated traces with several streams, copies and waits")
def test_share_of_generated_traces(student):
    """the union of kernels on up to three streams, over the whole span"""
    for whole in (False, True):
        line = Timeline(random.randrange(10**6), whole_microseconds=whole)
        for microseconds, stream in (
            (random.uniform(200, 300), 7),
            (random.uniform(5, 9), 20),
            (random.uniform(30, 60), 24),
        ):
            line.launch(microseconds, stream=stream)  # two short ones under a long one
        for _ in range(random.randrange(10, 25)):
            line.launch(random.uniform(5, 120), stream=random.choice((7, 20, 24)))
            if random.random() < 0.2:
                line.copy(random.uniform(20, 60))
            if random.random() < 0.2:
                line.synchronize()
        line.idle(50)
        line.synchronize()
        margins = random.randrange(20, 60), random.randrange(20, 60)
        trace = line.trace(margins_us=margins)
        start, end = line.extent()
        want = line.busy_ticks() / (end - start + line.ticks(margins[0]) + line.ticks(margins[1]))
        judge_share(student.gpu_busy_fraction(trace), want, trace, "of a generated trace")


def rows_of(kernels, *others):
    """A trace of kernels given as (start, end), in a random order, between other events."""
    events = [
        row("kernel", f"kernel_{number}", start, end - start, pid=0, tid=7 + number % 2)
        for number, (start, end) in enumerate(kernels)
    ]
    events += others
    random.shuffle(events)
    return {"traceEvents": events}


@check(
    "gpu_busy_fraction",
    points=1,
    hint="Sorted by start, only the part of a kernel that lies behind the latest end so far is new. And no kernels is a case of its own.",
    inputs="nested, touching and unsorted kernels; metadata; no kernels; no events",
)
def test_nested_unsorted_and_missing_kernels(student):
    """kernels inside others, events without a length, and traces without kernels"""
    base = float(random.randrange(10**9))
    outer = row("cpu_op", "aten::mm", base, 1000.0)
    wide = row("Trace", "PyTorch Profiler (0)", base - 250.0, 1500.0, "Spans", "PyTorch Profiler")
    copy = row("gpu_memcpy", "Memcpy HtoD (Pageable -> Device)", base + 700.0, 90.0, pid=0)
    others = stamps(base)
    long, inside, after = random.uniform(200, 240), random.uniform(20, 40), random.uniform(60, 90)
    kernels = [
        (base + 100, base + 100 + long),  # holds the next
        (base + 130, base + 130 + inside),
        (base + 250, base + 100 + long + after),  # begins in the first, ends after it
        (base + 100 + long + after, base + 160 + long + after),  # touches
        (base + 800, base + 830),
    ]
    trace = rows_of(kernels, outer, wide, copy, *others)
    judge_share(
        student.gpu_busy_fraction(trace),
        (long + after + 60 + 30) / 1500,
        trace,
        "of nested and touching kernels",
    )
    alone = rows_of([(base + 100, base + 300), (base + 150, base + 420)], outer, *others)
    judge_share(student.gpu_busy_fraction(alone), 0.32, alone, "of a trace without a Trace row")
    for said, events in (
        ("without kernels", [outer, wide, copy, *others]),
        ("without any event", []),
        ("of metadata only", others),
    ):
        judge_share(
            student.gpu_busy_fraction({"traceEvents": events}),
            0.0,
            {"traceEvents": events},
            f"of a trace {said}",
        )


# -- find_bottleneck -----------------------------------------------------------------------


def recorded_traces():
    """(cause, trace) of the traces that record.py wrote on a real GPU; none where there are none."""
    folder = Path(__file__).with_name("traces")
    if not (folder / "provenance.json").is_file():
        return []
    kept = json.loads((folder / "provenance.json").read_text(encoding="utf-8"))["traces"]
    return [
        (entry["cause"], json.loads(gzip.decompress((folder / name).read_bytes())))
        for name, entry in sorted(kept.items())
    ]


def judge_answers(answers, known=()):
    """A list of (cause, answer): all right, or the first wrong one explained. `known`: mistakes by (cause, answer)."""
    for _, answer in answers:
        judge_name(answer)
    given = {answer for _, answer in answers}
    right = sum(cause == answer for cause, answer in answers)
    if len({cause for cause, _ in answers}) == len(CAUSES) and len(given) == 1:
        fail(
            f"{len(answers)} traces with different bottlenecks all got the answer {given.pop()!r}",
            mistake="one-answer-for-all",
        )
    for cause, answer in answers:
        if answer == cause:
            continue
        named = None
        if (cause, answer) in known:
            named = known[cause, answer]
        elif answer == "synchronization" and cause == "compute":
            named = "blamed-the-wait"
        elif answer == "host_to_device" and cause == "synchronization":
            named = "other-copies-counted"
        elif answer == "data_loading" and cause in ("synchronization", "small_kernels", "compute"):
            named = "quick-loader-blamed"
        elif cause in ("data_loading", "host_to_device"):
            named = "loader-overlooked" if cause == "data_loading" else "copy-overlooked"
        fail(
            f"{right} of {len(answers)} clear-cut traces are named rightly; one was called {answer!r}, and it is not",
            mistake=named,
        )


def verdicts(submission, files):
    """Reads each trace from gzipped JSON, as from a file, and asks for its bottleneck."""
    import gzip
    import json

    return [submission.find_bottleneck(json.loads(gzip.decompress(file))) for file in files]


def judge_cases(student, cases, known=()):
    """The answers for a list of (cause, trace); `known` as in judge_answers."""
    answers = student.observe(verdicts, [gzip.compress(json.dumps(trace).encode(), 1) for _, trace in cases])
    judge_answers([(cause, answer) for (cause, _), answer in zip(cases, answers, strict=True)], known)


@check(
    "find_bottleneck",
    points=3,
    inputs="generated traces, and recorded ones where there are some; each cause holds more than half of the span",
)
def test_every_cause_is_named(student):
    """all five bottlenecks are told apart on clear-cut traces"""
    cases = [(cause, clear_cut(cause, random.randrange(10**9)).trace) for cause in CAUSES for _ in range(2)]
    cases += recorded_traces()
    random.shuffle(cases)
    judge_cases(student, cases)


def with_a_wide_trace_row(trace):
    """The same trace, from a profiler that was started long before and stopped long after."""
    events = []
    for event in trace["traceEvents"]:
        if event.get("cat") == "Trace":
            margin = type(event["dur"])(event["dur"] * 0.75)
            event = {**event, "ts": event["ts"] - margin, "dur": event["dur"] + 2 * margin}
        events.append(event)
    return {**trace, "traceEvents": events}


@check(
    "find_bottleneck",
    points=1,
    inputs="the same with a second stream, another thread, a quick loader, copies to the host, older time stamps, a wide Trace row",
)
def test_noise_changes_no_verdict(student):
    """a second stream, another thread, a quick loader, copies to the host and whole microseconds do not mislead it"""
    cases = [
        (cause, clear_cut(cause, random.randrange(10**9), noisy=True).trace)
        for cause in CAUSES
        for _ in range(2)
    ]
    cases.append(("synchronization", large_reads(random.randrange(10**6))))
    random.shuffle(cases)
    judge_cases(student, cases)
    wide = [gzip.compress(json.dumps(with_a_wide_trace_row(trace)).encode(), 1) for _, trace in cases]
    for (cause, _), answer in zip(cases, student.observe(verdicts, wide), strict=True):
        judge_name(answer)
        expect(
            answer == cause,
            f"a trace that was named rightly is called {answer!r} when nothing but the profiler's Trace row is wider",
            mistake="trace-row-taken-in",
        )


@check(
    "find_bottleneck",
    points=2,
    hint="First ask whether a kernel or a copy to the GPU is running. Only idle time is explained by what the CPU does.",
    inputs="compute-bound and copy-bound traces in which the CPU waits or loads nearly all the time, or launches many short "
    "kernels",
)
def test_who_waits_is_not_to_blame(student):
    """whatever the CPU does for most of the span, the GPU is at work"""
    cases = []
    for cause in ("compute", "host_to_device", "compute"):
        line = Timeline(random.randrange(10**6))
        for _ in range(random.randrange(2, 4)):
            with line.step():
                if cause == "compute":
                    for _ in range(random.randrange(2, 4)):
                        line.launch(random.uniform(700, 1500))
                    line.read()
                else:
                    line.copy(random.uniform(2500, 4000), pinned=True)  # returns at once, and then waits
                    line.launch(random.uniform(60, 90))
        line.synchronize()
        cases.append((cause, line.trace()))
    loading = Timeline(random.randrange(10**6))
    for _ in range(random.randrange(2, 4)):
        with loading.step():
            kernels = [random.uniform(700, 1500) for _ in range(random.randrange(2, 4))]
            for microseconds in kernels:
                loading.launch(microseconds)
            loading.load(random.uniform(0.7, 0.85) * sum(kernels))
            loading.read()
    short = Timeline(random.randrange(10**6), launch_us=2.0)
    with short.step():
        for _ in range(random.randrange(150, 200)):
            short.launch(random.uniform(8, 14), self_us=0.5)
        short.synchronize()
    cases += [("compute", loading.trace()), ("compute", short.trace())]
    known = {
        ("compute", "data_loading"): "hidden-loader-blamed",
        ("compute", "small_kernels"): "short-kernels-blamed",
    }
    judge_cases(student, cases, known)


@check(
    "find_bottleneck",
    points=1,
    hint="Count the kernels. If there are none, only DataLoader rows over half of the span make an answer.",
    inputs="no events, a recording of the CPU alone, a recording of nothing but loading",
)
def test_a_trace_without_kernels(student):
    """without kernels, ValueError; unless the DataLoader's rows tell all"""
    line = Timeline(random.randrange(10**6))
    with line.step(), line.region("forward"):
        for _ in range(random.randrange(3, 7)):
            with line.row("aten::addmm"):
                line.idle(random.uniform(10, 50))
    metadata = {"traceEvents": [event for event in line.trace()["traceEvents"] if event["ph"] == "M"]}
    for said, trace in (
        ("no events", {"traceEvents": []}),
        ("metadata only", metadata),
        ("operators on the CPU and no kernel", line.trace()),
    ):
        with expect_error("ValueError", what=f"a trace of {said}", mistake="no-error-without-kernels"):
            student.find_bottleneck(trace)
    loading = Timeline(random.randrange(10**6))
    for _ in range(random.randrange(2, 4)):
        loading.load(random.uniform(400, 900))
        with loading.row("aten::to"):
            loading.idle(random.uniform(5, 20))
    try:
        got = student.find_bottleneck(loading.trace())
    except StudentRaised as raised:
        if raised.error.type != "ValueError":
            raise
        fail(
            "a trace without kernels in which the DataLoader's rows cover nearly all: got ValueError, expected an answer",
            mistake="loader-needs-no-kernel",
        )
    judge_name(got)
    assert_equal(got, "data_loading", what="the bottleneck of a trace that is nearly all DataLoader")


def verdict_on_a_live_run(submission, workload, traced, size):
    """On CUDA: records a real workload and asks for its bottleneck."""
    return submission.find_bottleneck(traced(workload(size), "live.json"))


@check("find_bottleneck", points=2, inputs="five real workloads, live on the GPU", cuda=True, seconds=60)
def test_live_on_a_gpu(student):
    """a real loading stall, pageable copy, sync storm, small-kernel loop and matrix product are told apart"""
    judge_answers(
        [
            (cause, student.observe(verdict_on_a_live_run, workload, traced, "medium"))
            for cause, workload in WORKLOADS.items()
        ]
    )


# -- train_logged --------------------------------------------------------------------------


def counted_reads(submission, losses, log_every, endless):
    """Runs train_logged; what it returned, the batches that its step saw, and each read of a value of a step.

    Tensors on the CPU stand in for those of a device: whatever is computed from a step's loss counts as being on the
    device, until a read brings it over. How it is read does not matter. What a factory makes without a `device` lies on
    the host, and so does whatever is computed from it alone; a value that is written into it has been read.
    """
    import torch
    from torch.overrides import TorchFunctionMode

    reads = {
        "item", "tolist", "numpy", "cpu", "__array__", "__float__", "__int__", "__bool__", "__index__", "__complex__",
        "__repr__", "__str__", "__format__", "__dlpack__", "__reduce_ex__", "__contains__",
        "is_nonzero", "equal", "allclose", "nonzero", "argwhere", "masked_select", "unique",
    }  # fmt: skip

    factories = {
        "zeros", "ones", "empty", "full", "tensor", "as_tensor", "asarray", "from_numpy", "arange", "linspace", "rand",
        "randn", "scalar_tensor",
    }  # fmt: skip

    def tensors(values):
        for value in values:
            if isinstance(value, torch.Tensor):
                yield value
            elif isinstance(value, (list, tuple)):
                yield from tensors(value)

    def names_the_host(args, kwargs):
        values = [*args[1:], *kwargs.values()]
        return any(
            value == "cpu"
            if isinstance(value, str)
            else isinstance(value, torch.device) and value.type == "cpu"
            for value in values
        )

    class Device(TorchFunctionMode):
        """Follows the values of the steps, and notes each read."""

        def __init__(self):
            super().__init__()
            self.there = {}  # id -> tensor, which keeps the id taken
            self.host = {}  # the same for tensors that lie on the host for certain
            self.read = []
            self.last = None
            self.inside = False

        def put(self, values):
            for tensor in tensors(values):
                self.there[id(tensor)] = tensor
                self.host.pop(id(tensor), None)

        def follow_host(self, name, args, kwargs, result):
            """Notes what a call without any tensor of the device leaves on the host."""
            if name in ("to", "cuda"):  # to another place, perhaps
                for tensor in tensors([args[:1], result]):
                    self.host.pop(id(tensor), None)
                return
            given = list(tensors([*args, *kwargs.values()]))
            made = name in factories and kwargs.get("device") in (None, "cpu")
            if made or (given and all(id(tensor) in self.host for tensor in given)):
                self.host.update((id(tensor), tensor) for tensor in tensors([result]))

        def __torch_function__(self, func, types, args=(), kwargs=None):
            kwargs = kwargs or {}
            result = func(*args, **kwargs)
            touched = [tensor for tensor in tensors([*args, *kwargs.values()]) if id(tensor) in self.there]
            name = getattr(func, "__name__", "")
            if not self.inside and not touched:
                self.follow_host(name, args, kwargs, result)
            if self.inside or not touched:
                return result
            last, self.last = self.last, (name, id(touched[0]))
            if name in ("copy_", "__setitem__") and id(args[0]) in self.host:
                self.read.append(name)
            elif name == "tensor":  # torch.tensor([loss, loss]) reads one by one
                self.read += [name] * len(touched)
            elif name in reads or (name in ("to", "as_tensor", "asarray") and names_the_host(args, kwargs)):
                if name != "__float__" or last != (
                    "__array__",
                    id(touched[0]),
                ):  # numpy asks twice for one read
                    self.read.append(name)
                if name in ("cpu", "to") and id(result) in self.there:
                    result = result.view_as(result)  # on a GPU, this would be another tensor
            else:
                self.put([result])
                if (name.endswith("_") and not name.startswith("__")) or name in (
                    "__setitem__",
                    "__iadd__",
                    "__isub__",
                ):
                    self.put(args[:1])
            return result

    device, batches = Device(), []
    scale = torch.ones((), requires_grad=True)

    def step(batch):
        device.inside = True
        batches.append(batch)
        loss = scale * losses[batch]
        device.inside = False
        device.put([loss])
        return loss

    source = range(len(losses))
    with device:
        values = submission.train_logged(
            step, (number for number in source) if endless else list(source), log_every
        )
    if isinstance(values, (list, tuple)):
        values = ["a tensor" if isinstance(value, torch.Tensor) else value for value in values]
    return {"values": values, "batches": batches, "reads": device.read}


def judge_losses(seen, losses, log_every):
    """The losses of every log_every-th step, as floats; the step once per batch, in order."""
    want = [float(torch.tensor(loss)) for loss in losses[log_every - 1 :: log_every]]
    values = seen["values"]
    expect(
        isinstance(values, (list, tuple)),
        f"train_logged returned {type(values).__name__}; expected a list of floats",
        mistake="returned-nothing" if values is None else None,
    )
    expect(
        not any(isinstance(value, str) and value == "a tensor" for value in values),
        "the returned list holds tensors; expected Python floats",
        mistake="tensors-not-floats",
    )
    said = f"with {len(losses)} steps and log_every={log_every}, the list of losses"
    last = [losses[-1]] if len(losses) % log_every else []
    windows = [losses[at : at + log_every] for at in range(0, len(losses) - log_every + 1, log_every)]
    assert_numbers(
        values,
        want,
        what=said,
        rtol=2e-6,
        mistakes={
            "counted-from-zero": losses[::log_every],
            "kept-every-loss": losses,
            "averaged-the-window": [sum(window) / log_every for window in windows],
            "tail-logged": want + last,
            **next(
                (
                    {"losses-rounded": [round(loss, digits) for loss in want]}
                    for digits in range(6)
                    if values == [round(loss, digits) for loss in want]
                ),
                {},
            ),
        },
    )
    assert_equal(seen["batches"], list(range(len(losses))), what="the list of batches that step got")


@check(
    "train_logged",
    points=1,
    inputs="other lengths, a generator of batches, log_every of 1, more than there are steps",
)
def test_losses_of_every_nth_step(student):
    """the n-th losses as floats, from a list or a generator of batches"""
    for length, log_every, endless in (
        (random.randrange(17, 23), random.choice((4, 5)), True),
        (random.randrange(6, 9), 1, False),
        (random.randrange(11, 14), 3, False),
        (4, random.randrange(5, 9), True),
    ):
        losses = [random.uniform(0.5, 9.0) for _ in range(length)]
        judge_losses(student.observe(counted_reads, losses, log_every, endless), losses, log_every)


@check(
    "train_logged",
    points=2,
    hint="Whatever needs the value reads it: item, float, print, an f-string, an if, max, cpu, numpy.",
    inputs="long runs in which every read of a value is counted",
)
def test_no_other_value_is_read(student):
    """no more reads than losses returned, however a value is read"""
    for length, log_every in (
        (random.randrange(23, 29), random.randrange(6, 9)),
        (random.randrange(31, 37), random.randrange(10, 13)),
    ):
        losses = [random.uniform(0.5, 9.0) for _ in range(length)]
        seen = student.observe(counted_reads, losses, log_every, False)
        judge_losses(seen, losses, log_every)
        kept, reads = length // log_every, seen["reads"]
        if len(reads) <= kept:
            continue
        shown = [name for name in reads if name in ("__repr__", "__str__", "__format__")]
        decided = [
            name for name in reads if name in ("__bool__", "is_nonzero", "equal", "allclose", "__contains__")
        ]
        named = "read-every-step"
        if len(decided) > kept:
            named = "compared-every-step"
        elif len(shown) > kept:
            named = "printed-every-step"
        elif len(reads) <= 4 * kept and len(reads) % kept == 0 and len(reads) < length:
            named = "read-twice"
        fail(
            f"in {length} steps with log_every={log_every}, values were read from the device {len(reads)} times; "
            f"expected at most {kept}, or one joint read",
            mistake=named,
        )


def device_to_host_copies(submission, length, log_every):
    """On CUDA: how many copies to the host a run of train_logged makes."""
    import json

    import torch
    from torch.profiler import ProfilerActivity, profile

    weight = torch.ones(64, device="cuda", requires_grad=True)

    def step(batch):
        return (weight * batch).mean()

    submission.train_logged(step, range(log_every), log_every)  # warm
    torch.cuda.synchronize()
    with profile(activities=[ProfilerActivity.CPU, ProfilerActivity.CUDA]) as prof:
        values = submission.train_logged(step, range(length), log_every)
    prof.export_chrome_trace("reads.json")
    with open("reads.json") as file:
        return values, sum(
            "DtoH" in event.get("name", "")
            for event in json.load(file)["traceEvents"]
            if event.get("cat") == "gpu_memcpy"
        )


@check(
    "train_logged", points=1, inputs="a run on the GPU, copies to the host counted in its trace", cuda=True
)
def test_copies_to_the_host_on_cuda(student):
    """on a GPU, no more copies to the host than losses returned"""
    values, copies = student.observe(device_to_host_copies, 37, 9)
    assert_numbers(values, [8.0, 17.0, 26.0, 35.0], what="the list of losses")
    expect(
        copies <= 4,
        f"37 steps with log_every=9 made {copies} copies to the host; expected at most 4",
        mistake="read-every-step",
    )


# -- apply_many ----------------------------------------------------------------------------


def counted_copies(submission, x, device, how_many):
    """Applies functions that report what they get; copies made, and what came back."""
    import torch
    from torch.utils._python_dispatch import TorchDispatchMode

    class Copies(TorchDispatchMode):
        """Notes each operator that makes a tensor from another one, outside of the functions."""

        def __init__(self):
            super().__init__()
            self.made = []
            self.inside = False

        def __torch_dispatch__(self, func, types, args=(), kwargs=None):
            name = str(func).split(".")[1]
            if name in ("_to_copy", "copy_", "clone") and not self.inside:
                self.made.append(name)
            return func(*args, **(kwargs or {}))

    copies, got = Copies(), []

    def function(number):
        def apply(t):
            copies.inside = True
            got.append((number, str(t.device)))
            result = t * (number + 2)
            copies.inside = False
            return result

        return apply

    target = x.device if device == "already" else torch.device(device)
    functions = [function(number) for number in range(how_many)]
    given = list(functions)
    with copies:
        try:
            results = submission.apply_many(given, x, target)
        except (NotImplementedError, RuntimeError) as error:
            if "meta" not in str(error):
                raise
            return {"moved_back": True, "made": copies.made, "got": got}
    leads = [
        isinstance(result, torch.Tensor)
        and result.requires_grad
        and torch.autograd.grad(result.sum(), x, allow_unused=True, retain_graph=True)[0] is not None
        for result in (results if isinstance(results, list) and x.requires_grad else [])
    ]
    return {
        "moved_back": False, "made": copies.made, "got": got, "type": type(results).__name__,
        "kept": given == functions, "leads": leads,
        "devices": [str(result.device) for result in results] if isinstance(results, list) else None,
        "results": list(results) if isinstance(results, list) and target.type == "cpu" else None,
    }  # fmt: skip


def judge_functions(seen, how_many):
    """A list, and each function was called once, in order."""
    expect(
        not seen["moved_back"],
        "the results were copied off their device, which has no data to copy here",
        mistake="results-moved-back",
    )
    expect(seen["type"] == "list", f"apply_many should return a list, but returned {seen['type']}")
    expect(
        len(seen["devices"]) == how_many,
        f"{how_many} functions gave {len(seen['devices'])} result(s); expected one each",
    )
    assert_equal(
        [number for number, _ in seen["got"]], list(range(how_many)), what="the list of functions called"
    )
    expect(
        seen["kept"],
        "apply_many changed the list of functions that it was only to read",
        mistake="changed-its-input",
    )


@check(
    "apply_many",
    points=1,
    inputs="other numbers of functions, a device without data where copies are counted",
)
def test_one_copy_for_all_functions(student):
    """x moves once to another device, and every function gets it there"""
    for how_many in (random.randrange(4, 8), 3):
        rows, columns = random.sample(range(2, 9), 2)
        seen = student.observe(counted_copies, torch.randn(rows, columns), "meta", how_many)
        judge_functions(seen, how_many)
        places = {place for _, place in seen["got"]}
        expect(
            places == {"meta"},
            f"{how_many} functions got x on {', '.join(sorted(places))}; expected x on the device asked for",
            mistake="move-not-used" if places == {"cpu"} else None,
        )
        copies = len([name for name in seen["made"] if name != "clone"])
        expect(
            copies == 1,
            f"{how_many} functions took {copies} copies of x; expected 1",
            mistake="moved-in-the-loop" if copies == how_many else None,
        )
        expect(
            set(seen["devices"]) == {"meta"},
            "the results are not on the device",
            mistake="results-moved-back",
        )


@check(
    "apply_many",
    points=1,
    hint="`x.to(device)` by itself gives x back when it is there. clone, copy=True and torch.tensor(x) always copy.",
    inputs="x that is on the device already, no functions at all",
)
def test_no_copy_where_x_is_already(student):
    """x that is already there is not copied, and the results are right"""
    rows, columns = random.sample(range(2, 9), 2)
    x, how_many = torch.randn(rows, columns, dtype=torch.float64).requires_grad_(), random.randrange(2, 6)
    seen = student.observe(counted_copies, x, "already", how_many)
    judge_functions(seen, how_many)
    expect(
        not seen["made"],
        f"x was on the device already, and copies were made: {len(seen['made'])}; expected none",
        mistake="copied-although-there",
    )
    for number, result in enumerate(seen["results"]):
        assert_tensor(
            result,
            x * (number + 2),
            what=f"the result of function {number + 1} of {how_many}",
            mistakes={"chained": x * torch.prod(torch.arange(2, number + 3)).item()} if number else {},
        )
        expect(
            facts(result).requires_grad,
            f"x requires grad, and the result of function {number + 1} of {how_many} does not",
            mistake="graph-cut",
        )
        expect(
            seen["leads"][number],
            f"x requires grad, and no gradient gets from the result of function {number + 1} of {how_many} to x",
            mistake="graph-cut",
        )
    assert_equal(
        student.observe(counted_copies, x, "already", 0)["results"], [], what="the result without functions"
    )


def copies_on_cuda(submission, x, how_many):
    """On CUDA: host-to-device copies in the trace of apply_many."""
    import json

    import torch
    from torch.profiler import ProfilerActivity, profile

    torch.ones(1).to("cuda")
    with profile(activities=[ProfilerActivity.CPU, ProfilerActivity.CUDA]) as prof:
        results = submission.apply_many([lambda t, n=n: t * (n + 2) for n in range(how_many)], x, "cuda")
    prof.export_chrome_trace("copies.json")
    with open("copies.json") as file:
        names = [
            event["name"] for event in json.load(file)["traceEvents"] if event.get("cat") == "gpu_memcpy"
        ]
    return [str(result.device.type) for result in results], names


@check("apply_many", points=1, inputs="a matrix that moves to the GPU", cuda=True)
def test_one_copy_on_cuda(student):
    """on a GPU, the trace holds one copy to it and none back"""
    places, names = student.observe(copies_on_cuda, torch.randn(300, 70), 5)
    assert_equal(
        places, ["cuda"] * 5, what="the devices of the results", mistakes={"results-moved-back": ["cpu"] * 5}
    )
    copies = [name for name in names if "HtoD" in name]
    expect(
        len(copies) == 1,
        f"five functions took {len(copies)} copies to the GPU; expected 1",
        mistake="moved-in-the-loop" if len(copies) == 5 else None,
    )
