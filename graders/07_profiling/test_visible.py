"""Visible checks of 07_profiling: small traces and recordings that can be followed by hand."""

import math
from collections import Counter
from functools import cache

from course.checks import (
    Opaque,
    assert_equal,
    assert_number,
    assert_numbers,
    assert_tensor,
    check,
    describe,
    expect,
    facts,
    fail,
    mistake,
    task,
)

# -- profile_step --------------------------------------------------------------------------

task(
    "profile_step",
    hints=(
        "Two separate pieces: a plain loop of warm-up calls, then `with profile(...) as prof:` around exactly one call.",
        "profile(activities=[...], record_shapes=True, profile_memory=True); after the block, make the folder with "
        "Path(trace_path).parent.mkdir(parents=True, exist_ok=True), export to str(trace_path), return prof.",
    ),
)
mistake(
    "no-warm-up",
    "The step ran only inside the recording. Its first call pays for imports, memory and kernel "
    "loading, and that is then what you read.",
)
mistake(
    "warm-up-recorded",
    "The warm-up calls are in the recording, too. Run them before the profiler starts, or in the "
    "warm-up phase of a schedule.",
)
mistake(
    "recorded-too-early",
    "A recording was made, but not of the last call: warm-up calls came after it. Warm up first, then record.",
)
mistake(
    "nothing-recorded",
    "The step was called, but nothing of it is in the recording. With a schedule, prof.step() must "
    "follow each call, and repeat=1 keeps a second, empty round from replacing the first. A profiler started by hand wants a stop().",
)
mistake("no-shapes", "The shapes of the operators' inputs were not recorded: profile(record_shapes=True).")
mistake("no-memory", "Allocations were not recorded: profile(profile_memory=True).")
mistake(
    "folder-not-made",
    "There is no trace where it should be. torch makes no missing folder: it prints a message on stderr, writes nothing "
    "and raises nothing. Make the folder yourself, with its parents.",
)
mistake(
    "folder-must-be-new",
    "The folder may exist already, and that is no error: the trace goes into it all the same.",
)
mistake("path-not-text", "export_chrome_trace wants a str. Path objects go through str(...) first.")
mistake(
    "exported-twice",
    'A recording can be exported once; the second time torch raises "Trace is already saved". '
    "A trace handler that exports counts as the first.",
)
mistake(
    "exported-while-recording",
    "The trace was exported while the profiler still ran. It is there only after the `with` block has ended, or "
    "after stop().",
)
mistake(
    "returned-the-table",
    "That is the table, not the profile. Return the profile itself: it can still give the table, and more.",
)


def calls_and_rows(submission, warmup):
    """Profiles a step that multiplies once; what was called, and what was recorded."""
    import torch

    a, b = torch.ones(2, 3), torch.ones(3, 5)
    calls = []

    def step():
        calls.append(1)
        with torch.profiler.record_function(f"call {len(calls)}"):
            return a @ b

    prof = submission.profile_step(step, warmup=warmup)
    if not isinstance(prof, torch.profiler.profile):
        kind = f"{type(prof).__module__}.{type(prof).__name__}".removeprefix("builtins.")
        return {"type": kind, "calls": len(calls), "recorded": None}
    try:
        rows = {row.key: row.count for row in prof.key_averages()}
    except (AssertionError, RuntimeError):  # a profiler that never recorded
        rows = {}
    names = [name for name in rows if name.startswith("call ")]
    return {"type": "profile", "calls": len(calls), "recorded": rows.get("aten::mm", 0), "names": names}


def judge_calls(seen, warmup):
    """The step ran warmup + 1 times, and one call of it is in the recording. None: the default of 3."""
    expect(
        seen["type"] == "profile",
        f"profile_step returned an object of type {seen['type']}; expected a torch.profiler.profile",
        mistake="returned-the-table" if seen["type"].endswith("EventList") else None,
    )
    said = "with the default warmup" if warmup is None else f"with warmup={warmup}"
    wanted = 4 if warmup is None else warmup + 1
    expect(
        seen["calls"] == wanted,
        f"{said}, the step was called {seen['calls']} time(s) in all; expected the warm-up calls and one more",
        mistake="no-warm-up" if seen["calls"] == 1 and seen["recorded"] == 1 else None,
    )
    expect(
        seen["recorded"] == 1,
        f"{said}, the recording holds {seen['recorded']} calls of the step; expected 1",
        mistake="nothing-recorded" if seen["recorded"] == 0 else "warm-up-recorded",
    )
    expect(
        seen["names"] == [f"call {wanted}"],
        f"{said}, the recording holds {' and '.join(seen['names']) or 'no call'} of {wanted}; expected the last call",
        mistake="recorded-too-early" if seen["names"] else None,
    )


@check("profile_step")
def test_two_warm_ups_and_one_recorded_call(student):
    """with warmup=2, the step runs three times and is recorded once"""
    judge_calls(student.observe(calls_and_rows, 2), warmup=2)


# -- predict_profile -----------------------------------------------------------------------

task(
    "predict_profile",
    hints=(
        "Write down for each number from 0 to 8 whether it waits, warms up or is recorded. Only three of them are recorded.",
        "Per recorded number: how many @ does it make, does it call .item(), and does `if total > 50` have to read a value?",
    ),
)
mistake(
    "counted-unrecorded-calls",
    "You counted iterations that are not recorded: those of the wait and warm-up phases, or those "
    "after the only round is over.",
)
mistake(
    "hidden-read-missed",
    "`if total > 50` reads a value as well: Python needs a bool, and torch calls item() to give it one.",
)


@cache
def run_program():
    """What the docstring's program prints.

    The schedule decides, and the profiler beneath `torch.profiler.profile` records; the latter
    would first import a compiler here, which takes longer than all checks of this unit.
    """
    import torch
    from torch.autograd.profiler import profile, record_function
    from torch.profiler import ProfilerAction, schedule

    x, w, v = torch.ones(4, 6), torch.ones(6, 3), torch.ones(3, 2)
    plan = schedule(wait=1, warmup=2, active=3, repeat=1)
    counts = Counter()
    for number in range(9):
        recorded = plan(number) in (ProfilerAction.RECORD, ProfilerAction.RECORD_AND_SAVE)
        with profile(enabled=recorded, use_kineto=True) as prof:
            with record_function("forward"):
                total = (x @ w @ v).relu().sum()
            if number % 2 == 0:
                total.item()
            if total > 50:
                pass
        if recorded:
            counts.update({row.key: row.count for row in prof.key_averages()})
    return {name: counts[name] for name in ("forward", "aten::mm", "aten::item")}


def judge_prediction(prediction, name, mistakes):
    """The prediction for one name against what the program really prints; `mistakes` has the numbers of known ones."""
    expect(
        isinstance(prediction, dict), "predict_profile should return the dictionary that the program prints"
    )
    expect(name in prediction, f"the prediction has no entry {name!r}")
    number = prediction[name]
    named = next((id for id, numbers in mistakes.items() if type(number) is int and number in numbers), None)
    assert_number(
        number,
        run_program()[name],
        kind=int,
        what=f"the number predicted for {name!r}",
        mistakes={named: number} if named else None,
    )


@check("predict_profile")
def test_how_often_forward_is_recorded(student):
    """your number for "forward" is what the program prints"""
    judge_prediction(student.predict_profile(), "forward", {"counted-unrecorded-calls": (5, 6, 8, 9)})


# -- annotated_step ------------------------------------------------------------------------

task(
    "annotated_step",
    hints=(
        'Four `with record_function("..."):` blocks, one after another, each around its own piece of the step.',
        "Unpack the batch and move both parts in the first; model and loss in the second; backward in the third; step in the "
        "fourth. Clear the gradients before backward or after step, and return loss.detach().",
    ),
)
mistake(
    "region-misnamed",
    "A region is missing, or has another name. The four names are a contract: tools look for exactly these. "
    "And record_function opens a region only in a `with`, or as a decorator; called by itself, it opens none.",
)
mistake(
    "regions-nested",
    "One of the four regions lies inside another, so its time is counted in both. Close each before the next opens.",
)
mistake(
    "work-outside-its-region",
    "The regions are there, but the work is not inside: it ran before, after, or in another region.",
)
mistake(
    "batch-not-moved",
    "The model met a batch that lies on another device. `x.to(device)` gives a new tensor; use what it returns, "
    "for the inputs and for the targets.",
)
mistake(
    "gradients-not-cleared",
    "The second step moved as if the first step's gradients were still there. Clear them once per step.",
)
mistake(
    "cleared-before-step",
    "The weights did not move: the optimizer found no gradients. They were cleared between backward and its step, "
    "or it stepped before backward.",
)
mistake(
    "loss-still-attached",
    "The loss still carries its graph, and with it all activations of the step, for as long as anyone holds it. "
    "Return loss.detach().",
)
mistake(
    "loss-after-the-update",
    "That is the loss with the new weights. The loss of the forward that made the update is asked for, "
    "and it costs no second forward.",
)
mistake(
    "reads-the-device",
    "The step reads a value from the device (item, float, cpu, print, a comparison). The CPU then waits for the GPU in "
    "every step; leave the loss where it is.",
)
mistake(
    "loss-as-number",
    "The loss came back as a Python number. Reading it makes the CPU wait for the GPU in each step; return a detached tensor.",
)

REGIONS = ("data_to_device", "forward", "backward", "optimizer_step")


def regions_of_a_step(submission):
    """The user annotations of one step with a tiny model, in the order of their starts, and the loss returned."""
    import torch
    from torch.profiler import ProfilerActivity, profile

    model = torch.nn.Linear(3, 2)
    torch.nn.init.zeros_(model.weight)
    torch.nn.init.zeros_(model.bias)
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    batch = torch.ones(4, 3), torch.tensor([0, 1, 1, 1])
    with profile(activities=[ProfilerActivity.CPU]) as prof:
        loss = submission.annotated_step(model, torch.nn.functional.cross_entropy, optimizer, batch, "cpu")
    events = sorted(prof.events(), key=lambda event: event.time_range.start)
    return [event.name for event in events if event.is_user_annotation], loss


def judge_loss(loss, want, said, mistakes=None):
    """A detached 0-d tensor with the value of this step's forward."""
    if isinstance(loss, (int, float)):
        fail(f"{said} is a Python number; expected a detached tensor", mistake="loss-as-number")
    assert_tensor(loss, want, what=said, rtol=1e-4, atol=1e-5, mistakes=mistakes)
    expect(
        not facts(loss).requires_grad,
        f"{said} still carries an autograd graph; expected a detached tensor",
        mistake="loss-still-attached",
    )


@check("annotated_step")
def test_the_four_regions_follow_each_other(student):
    """the step has four regions, in the order of the work, and returns its loss"""
    import torch

    names, loss = student.observe(regions_of_a_step)
    found = [name for name in names if name in REGIONS]
    others = [other for other in names if other not in REGIONS and not other.startswith("Optimizer.")]
    for name in REGIONS:
        expect(
            name in found,
            f"no region named {name!r} was recorded; other names found: {', '.join(others) or 'none'}",
            mistake="region-misnamed",
        )
        times = found.count(name)
        expect(times == 1, f"the region {name!r} was opened {times} times; expected once")
    assert_equal(found, list(REGIONS), what="the order of the four regions")
    # all weights are zero, so both classes are equally likely: the loss is ln 2
    judge_loss(loss, torch.tensor(2.0).log(), "the loss")


# -- slowest_ops ---------------------------------------------------------------------------

task(
    "slowest_ops",
    hints=(
        "The rows of prof.key_averages() are summed over calls already. Drop the annotations, sort by one attribute, cut.",
        "Filter on `not row.is_user_annotation`; take row.self_device_time_total if any row has it, row.self_cpu_time_total "
        "otherwise, one of the two for all rows; sort with reverse=True.",
    ),
)
mistake(
    "total-not-self",
    "That is total time, which counts a row's children once more. Rank by self time, "
    "the time in the row's own body.",
)
mistake(
    "annotations-listed",
    "A region is in the list (your own, ProfilerStep, or Optimizer.step). Regions contain operators; they are none.",
)
mistake(
    "calls-not-grouped",
    "The same name is in the list more than once. Sum over all calls of a name (key_averages does), "
    "without splitting by input shape.",
)
mistake(
    "average-not-sum",
    "That is the time per call. A cheap operator that is called a thousand times is expensive: use the sum.",
)
mistake(
    "wrong-clock",
    "This recording has device time, and the list is by CPU time. The CPU columns only say how long queueing took.",
)
mistake(
    "two-clocks",
    "The list mixes two clocks: device time for some rows, CPU time for others. Choose one for the whole list.",
)
mistake(
    "aten-only",
    'Only names that start with "aten::" are listed. Backward nodes, custom operators and collectives are operators, too; '
    "leave out regions, and nothing else.",
)
mistake(
    "rising-order",
    "The list rises from a fast operator to a slow one. Sort with the largest first, before you cut.",
)
mistake(
    "cut-before-filter",
    "The list was cut to `count` rows first, and the regions were dropped afterwards. Drop them before you cut.",
)
mistake("another-unit", "The order is right, the unit is not: torch gives microseconds already.")
mistake(
    "zeros-dropped",
    "Operators without device time are missing. Their time is zero, and they belong at the end of the list.",
)
mistake("rounded", "The times are rounded. Leave that to whoever prints them.")


def handmade_recording(submission, count):
    """Calls slowest_ops on a recording made of literal events: (name, start, end, is it a region)."""
    import torch
    from torch.autograd.profiler_util import EventList, FunctionEvent
    from torch.profiler import ProfilerActivity, profile

    rows = [
        ("forward", 0, 250, True),
        ("aten::linear", 5, 100, False),
        ("aten::addmm", 15, 95, False),
        ("aten::relu", 100, 160, False),
        ("aten::clamp_min", 110, 155, False),
        ("backward", 260, 340, True),
        ("aten::linear", 300, 330, False),
        ("aten::addmm", 305, 325, False),
    ]
    events = EventList(
        FunctionEvent(
            id=number,
            name=name,
            thread=1,
            start_us=start,
            end_us=end,
            is_user_annotation=region,
            input_shapes=[],
            stack=[],
        )
        for number, (name, start, end, region) in enumerate(rows)
    )
    events._build_tree()
    with profile(activities=[ProfilerActivity.CPU]) as prof:
        torch.ones(1)
    prof.profiler._function_events = events
    return submission.slowest_ops(prof, count)


def as_float(value):
    """A number as a float; a whole one that is too large for that becomes infinite."""
    return float(value) if abs(value) < 2**1023 or isinstance(value, float) else math.inf


def named_list(pairs, want, mistakes):
    """The mistake that yields exactly these names with these times, if they are not the right ones."""

    def same(a, b):
        return len(a) == len(b) and all(
            n == m and isinstance(t, (int, float)) and math.isclose(as_float(t), u, rel_tol=1e-6)
            for (n, t), (m, u) in zip(a, b, strict=True)
        )

    return (
        None
        if same(pairs, want)
        else next((id for id, wrong in mistakes.items() if same(pairs, wrong)), None)
    )


def judge_list(got, want, mistakes):
    """A falling list of (name, microseconds); pairs may be tuples or lists."""
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
    expect(len(set(names)) == len(names), "a name is in the list more than once", mistake="calls-not-grouped")
    wanted = [name for name, _ in want]
    named = named_list(pairs, want, mistakes)
    if not named and names == wanted[::-1]:
        named = "rising-order"
    expect(
        len(names) == len(wanted), f"the list has {len(names)} entries, expected {len(wanted)}", mistake=named
    )
    assert_equal(
        names, wanted, what="the list of names, slowest first,", mistakes={named: names} if named else None
    )
    assert_numbers(
        [time for _, time in pairs],
        [time for _, time in want],
        what="the list of microseconds",
        mistakes={id: [time for _, time in wrong] for id, wrong in mistakes.items()},
    )


@check("slowest_ops")
def test_three_slowest_of_a_handmade_recording(student):
    """the three slowest operators of eight events, by self time"""
    # self times: addmm 80 + 20, clamp_min 45, linear (95 - 80) + (30 - 20), relu 60 - 45
    got = student.observe(handmade_recording, 3)
    judge_list(
        got,
        [("aten::addmm", 100.0), ("aten::clamp_min", 45.0), ("aten::linear", 25.0)],
        {
            "total-not-self": [("aten::linear", 125.0), ("aten::addmm", 100.0), ("aten::relu", 60.0)],
            "annotations-listed": [("aten::addmm", 100.0), ("forward", 95.0), ("backward", 50.0)],
            "average-not-sum": [("aten::addmm", 50.0), ("aten::clamp_min", 45.0), ("aten::relu", 15.0)],
            "rising-order": [("aten::relu", 15.0), ("aten::linear", 25.0), ("aten::clamp_min", 45.0)],
            "another-unit": [("aten::addmm", 0.1), ("aten::clamp_min", 0.045), ("aten::linear", 0.025)],
            "cut-before-filter": [("aten::addmm", 100.0)],
        },
    )


# -- phase_times ---------------------------------------------------------------------------

task(
    "phase_times",
    hints=(
        'Loop over trace["traceEvents"] and add up `dur` under each name, but only for the right kind of event.',
        'The right kind: event.get("ph") == "X" and event.get("cat") == "user_annotation", compared as a whole. '
        'totals[name] = totals.get(name, 0.0) + event.get("dur", 0.0).',
    ),
)
mistake(
    "gpu-mirror-added",
    "The GPU's shadow of each region (gpu_user_annotation) was added to it. That is another clock.",
)
mistake(
    "operators-added",
    "Events that are no user annotations were added: an operator may carry the same name as a region.",
)
mistake(
    "last-one-wins", "Each name has the time of a single event. A name that comes more than once adds up."
)
mistake("counted-not-timed", "Those are numbers of events, not their microseconds.")
mistake("averaged", "Those are means per event; the total is asked for.")
mistake("milliseconds", "The times are a thousand times too small: ts and dur are microseconds already.")
mistake(
    "events-without-length",
    'Events that are not complete ones took part. Ask each event for its ph: only "X" has a length.',
)
mistake(
    "names-changed",
    "Every user annotation counts, under its own name: the profiler's steps, too, each with its number.",
)
mistake("nested-merged", "An equal name inside another was left out. Each event counts in full.")


@check("phase_times")
def test_two_forwards_and_a_backward(student):
    """a handful of events, added up by name"""
    trace = {"traceEvents": [
        {"ph": "M", "name": "process_name", "pid": 7, "tid": 0, "ts": 0.0, "args": {"name": "python"}},
        {"ph": "X", "cat": "user_annotation", "name": "forward", "pid": 7, "tid": 7, "ts": 10.0, "dur": 30.0},
        {"ph": "X", "cat": "cpu_op", "name": "aten::addmm", "pid": 7, "tid": 7, "ts": 12.0, "dur": 20.0},
        {"ph": "X", "cat": "gpu_user_annotation", "name": "forward", "pid": 0, "tid": 7, "ts": 20.0, "dur": 500.0},
        {"ph": "X", "cat": "user_annotation", "name": "backward", "pid": 7, "tid": 7, "ts": 45.0, "dur": 62.5},
        {"ph": "X", "cat": "user_annotation", "name": "forward", "pid": 7, "tid": 7, "ts": 110.0, "dur": 12.0},
    ]}  # fmt: skip
    got = student.phase_times(trace)
    expect(isinstance(got, dict), f"phase_times should return a dictionary, but returned {describe(got)}")
    expect(
        "aten::addmm" not in got,
        "the dictionary of times holds 'aten::addmm', which is an operator",
        mistake="operators-added",
    )
    assert_numbers(
        got,
        {"forward": 42.0, "backward": 62.5},
        what="the dictionary of times",
        mistakes={
            "gpu-mirror-added": {"forward": 542.0, "backward": 62.5},
            "last-one-wins": {"forward": 12.0, "backward": 62.5},
            "counted-not-timed": {"forward": 2, "backward": 1},
            "averaged": {"forward": 21.0, "backward": 62.5},
            "milliseconds": {"forward": 0.042, "backward": 0.0625},
        },
    )


# -- gpu_busy_fraction ---------------------------------------------------------------------

task(
    "gpu_busy_fraction",
    hints=(
        "Sort the kernels by start and walk along: a kernel adds only the part that lies behind the latest end so far.",
        "busy += max(0, end - max(start, reached)); reached = max(reached, end). Divide by the latest end minus the earliest "
        'start of all events with ph "X".',
    ),
)
mistake(
    "overlaps-added",
    "Kernels that overlap were added one by one. A microsecond with two kernels in it is still one microsecond.",
)
mistake("copies-counted", 'Copies or memsets were counted as busy time. Only the category "kernel" counts.')
mistake(
    "span-of-kernels",
    "You divided by the stretch between the first and the last kernel. The span runs over all complete "
    "events: what lies before and after is idle time.",
)
mistake(
    "trace-row-left-out",
    "You left the profiler's own Trace row out of the span. It is a complete event like the others.",
)
mistake(
    "not-only-complete-events",
    'The span takes in events that have no length, such as metadata and instants. Only ph "X" counts.',
)
mistake(
    "short-inside-long",
    "A short kernel inside a long one pulled the end back, and time after it was counted again. "
    "Keep the latest end so far, not the last one.",
)
mistake(
    "order-trusted",
    "The events are not sorted by time in a trace. Sort the kernels before you walk along them.",
)
mistake("percent", "That is per cent; the share runs from 0 to 1.")


@check("gpu_busy_fraction")
def test_two_streams_count_once(student):
    """two overlapping kernels and a copy, in a span of 100 µs"""
    trace = {"traceEvents": [
        {"ph": "X", "cat": "cpu_op", "name": "aten::mm", "pid": 7, "tid": 7, "ts": 1000.0, "dur": 15.0},
        {"ph": "X", "cat": "kernel", "name": "gemm", "pid": 0, "tid": 7, "ts": 1010.0, "dur": 30.0},  # 1010 to 1040
        {"ph": "X", "cat": "kernel", "name": "relu", "pid": 0, "tid": 20, "ts": 1030.0, "dur": 20.0},  # 1030 to 1050
        {"ph": "X", "cat": "gpu_memcpy", "name": "Memcpy DtoD (Device -> Device)", "pid": 0, "tid": 7, "ts": 1060.0, "dur": 15.0},
        {"ph": "X", "cat": "cuda_runtime", "name": "cudaDeviceSynchronize", "pid": 7, "tid": 7, "ts": 1020.0, "dur": 80.0},
    ]}  # fmt: skip
    assert_number(
        student.gpu_busy_fraction(trace),
        0.4,
        what="the busy share",
        mistakes={"overlaps-added": 0.5, "copies-counted": 0.55, "span-of-kernels": 1.0, "percent": 40.0},
    )


# -- find_bottleneck -----------------------------------------------------------------------

task(
    "find_bottleneck",
    hints=(
        "Make three totals first: time with a kernel, time with only a host-to-device copy, idle time. Only then ask what "
        "the CPU did in each idle stretch.",
        "Cut the time line at every start and end, sorted, and walk from cut to cut with a Counter of open events. Collect an idle "
        "stretch until the GPU works again, then charge it: loader half or more, else any Synchronize, else small kernels.",
    ),
)
mistake(
    "blamed-the-wait",
    "You blamed the call that waits. The CPU sits in it because the GPU is at work: look first at what the GPU does.",
)
mistake(
    "loader-overlooked",
    "The GPU is idle while the CPU is inside the DataLoader for most of the span. Look for its rows "
    "before you blame waits or launches.",
)
mistake(
    "copy-overlooked",
    "Host-to-device copies hold most of the span, and no kernel runs beside them. Pinned copies count, too.",
)
mistake(
    "hidden-loader-blamed",
    "The loader worked while the GPU worked, so it cost nothing. Only idle time can be its fault.",
)
mistake(
    "short-kernels-blamed",
    "Short or many kernels are no bottleneck while one of them is always running. Look for idle time between them.",
)
mistake(
    "other-copies-counted",
    'Copies to the host were taken for copies to the GPU. A copy of category gpu_memcpy counts only with "HtoD" in its name.',
)
mistake(
    "trace-row-taken-in",
    "The profiler's own row, of category Trace, was taken for a part of the work. It begins before the first event and "
    "ends after the last one: leave it out of the span here.",
)
mistake(
    "quick-loader-blamed",
    "The DataLoader was blamed although its rows cover only a small part of the idle time. They have to cover half of it.",
)
mistake("one-answer-for-all", "Traces with different bottlenecks all got the same answer.")
mistake(
    "unknown-name",
    "That is none of the five names. They are: data_loading, host_to_device, synchronization, small_kernels, compute.",
)
mistake(
    "no-error-without-kernels",
    "A trace without kernels cannot be judged, and any answer would be a guess. Raise ValueError.",
)
mistake(
    "loader-needs-no-kernel",
    "A trace that is nearly all DataLoader has an answer even without a single kernel.",
)


def judge_name(answer):
    """One of the five names."""
    expect(
        answer is not None,
        "find_bottleneck returned None: is a `return` missing?",
        mistake="returned-nothing",
    )
    names = ("data_loading", "host_to_device", "synchronization", "small_kernels", "compute")
    expect(
        isinstance(answer, str) and answer in names,
        f"find_bottleneck returned {answer[:60]!r}, which is none of the five names"
        if isinstance(answer, str)
        else f"find_bottleneck returned {describe(answer)}; expected one of the five names, a str",
        mistake="unknown-name",
    )


@check("find_bottleneck")
def test_waiting_for_a_busy_gpu_is_compute(student):
    """the CPU waits for 880 of 900 µs, and a kernel runs all the while"""
    trace = {"traceEvents": [
        {"ph": "X", "cat": "cpu_op", "name": "aten::mm", "pid": 7, "tid": 7, "ts": 0.0, "dur": 12.0},
        {"ph": "X", "cat": "cuda_runtime", "name": "cudaLaunchKernel", "pid": 7, "tid": 7, "ts": 4.0, "dur": 6.0},
        {"ph": "X", "cat": "cuda_runtime", "name": "cudaDeviceSynchronize", "pid": 7, "tid": 7, "ts": 20.0, "dur": 880.0},
        {"ph": "X", "cat": "kernel", "name": "gemm", "pid": 0, "tid": 7, "ts": 15.0, "dur": 875.0},
    ]}  # fmt: skip
    got = student.find_bottleneck(trace)
    judge_name(got)
    assert_equal(got, "compute", what="the bottleneck", mistakes={"blamed-the-wait": "synchronization"})


@check("find_bottleneck")
def test_a_slow_loader_starves_the_gpu(student):
    """the DataLoader takes 700 of 820 µs, and the GPU waits for its batch"""
    loader = "enumerate(DataLoader)#_SingleProcessDataLoaderIter.__next__"
    trace = {"traceEvents": [
        {"ph": "X", "cat": "user_annotation", "name": loader, "pid": 7, "tid": 7, "ts": 0.0, "dur": 700.0},
        {"ph": "X", "cat": "cuda_runtime", "name": "cudaLaunchKernel", "pid": 7, "tid": 7, "ts": 704.0, "dur": 6.0},
        {"ph": "X", "cat": "kernel", "name": "gemm", "pid": 0, "tid": 7, "ts": 715.0, "dur": 90.0},
        {"ph": "X", "cat": "cuda_runtime", "name": "cudaStreamSynchronize", "pid": 7, "tid": 7, "ts": 712.0, "dur": 108.0},
    ]}  # fmt: skip
    got = student.find_bottleneck(trace)
    judge_name(got)
    assert_equal(got, "data_loading", what="the bottleneck", mistakes={"loader-overlooked": got})


# -- train_logged --------------------------------------------------------------------------

task(
    "train_logged",
    hints=(
        "Count the steps from 1. Keep the loss as a detached tensor when the number divides by log_every; touch no other loss.",
        "Collect the kept tensors in a list and turn them into floats at the end: torch.stack(kept).tolist(), if there are any.",
    ),
)
mistake(
    "read-every-step",
    "Values were read from the device more often than losses were asked for. Each read makes the CPU wait for all "
    "queued work: read only the losses that you return.",
)
mistake(
    "printed-every-step", "Losses were printed or formatted. Printing a tensor reads it, several times even."
)
mistake(
    "compared-every-step",
    "Losses were compared in an `if` (or max, min, any). Python needs a bool for that, and getting it reads the value.",
)
mistake("read-twice", "Each logged loss was read more than once. Read it once, keep the float, and use that.")
mistake(
    "counted-from-zero",
    "The kept steps are off: with log_every=3, steps 3, 6, 9 are asked for, the first step being number 1.",
)
mistake("kept-every-loss", "Every loss was kept, not only that of each log_every-th step.")
mistake(
    "averaged-the-window",
    "Those are means over the steps since the last log. The loss of the log_every-th step itself is asked for.",
)
mistake("losses-rounded", "The losses are rounded. Leave that to whoever prints them.")
mistake("tail-logged", "The last step was logged although its number does not divide by log_every.")
mistake(
    "tensors-not-floats",
    "The losses are tensors. Python floats are asked for, and a list of GPU tensors makes whoever prints it wait.",
)


def losses_of_ten_steps(submission, losses, log_every):
    """Runs train_logged over the numbers of the steps; step n has the loss losses[n]."""
    import torch

    return submission.train_logged(
        lambda number: torch.tensor(losses[number]), list(range(len(losses))), log_every
    )


@check("train_logged")
def test_every_third_of_ten(student):
    """ten steps, log_every=3: the losses of steps 3, 6 and 9"""
    losses = [5.0, 4.5, 4.0, 3.5, 3.0, 2.5, 2.0, 1.5, 1.0, 0.5]
    got = student.observe(losses_of_ten_steps, losses, 3)
    if isinstance(got, (list, tuple)):
        expect(
            not any(type(value).__name__ == "Tensor" for value in got),
            "the returned list holds tensors; expected Python floats",
            mistake="tensors-not-floats",
        )
    assert_numbers(
        got,
        [4.0, 2.5, 1.0],
        what="the list of losses",
        mistakes={
            "counted-from-zero": [5.0, 3.5, 2.0, 0.5],
            "kept-every-loss": losses,
            "averaged-the-window": [4.5, 3.0, 1.5],
            "tail-logged": [4.0, 2.5, 1.0, 0.5],
        },
    )


# -- apply_many ----------------------------------------------------------------------------

task(
    "apply_many",
    hints=(
        "Move x before the loop, under a name that the loop then uses.",
        "x = x.to(device) gives x itself if it is there already. Then build the list of f(x), and leave the results where they are.",
    ),
)
mistake("moved-in-the-loop", "x was copied once for each function. Move it once, before the loop.")
mistake(
    "move-not-used",
    "The functions got x from where it was. `x.to(device)` gives a new tensor; it changes nothing in place.",
)
mistake(
    "copied-although-there",
    "x was on the device already, and was copied all the same. `x.to(device)` would have given x itself.",
)
mistake(
    "results-moved-back",
    "The results were copied to another device. Leave them where the functions put them.",
)
mistake(
    "graph-cut",
    "x requires grad, but the results do not lead back to it: the functions got a detached x, or ran without gradients. "
    "Moving keeps the graph.",
)
mistake("chained", "Each function got the result of the one before. All of them get x.")


def three_functions(submission, x):
    """Applies three small functions on the CPU, where x is."""
    import torch

    return submission.apply_many([lambda t: t + 1, lambda t: t * 2, torch.sum], x, "cpu")


@check("apply_many")
def test_three_functions_of_two_numbers(student):
    """x + 1, 2 x and the sum of x = [3, 4]"""
    import torch

    got = student.observe(three_functions, torch.tensor([3.0, 4.0]))
    kind = got.type_name.removeprefix("builtins.") if isinstance(got, Opaque) else type(got).__name__
    expect(kind == "list", f"apply_many should return a list, but returned an object of type {kind}")
    assert_equal(
        got,
        [torch.tensor([4.0, 5.0]), torch.tensor([6.0, 8.0]), torch.tensor(7.0)],
        what="the list of results",
        mistakes={"chained": [torch.tensor([4.0, 5.0]), torch.tensor([8.0, 10.0]), torch.tensor(18.0)]},
    )
