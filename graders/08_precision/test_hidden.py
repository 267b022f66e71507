"""Hidden checks of 08_precision: fresh numbers, the borders of each format, long streams."""

import math
import random

import torch

from course.checks import (
    assert_equal,
    assert_number,
    assert_tensor,
    check,
    expect,
    mistake,
)

from .printed import results_of
from .test_visible import as_float

HALF, BRAIN, SINGLE = torch.float16, torch.bfloat16, torch.float32

mistake(
    "product-in-fp32",
    "The product was computed in fp32, which holds whole numbers up to 2**24 only. Python's ints are exact.",
)
mistake(
    "subnormals-flushed",
    "Numbers below the smallest normal one came back as zeros. fp16 has subnormals: down there it is coarser, not empty.",
)
mistake("rounded-kib", "The result is rounded. Return it as it is; whoever prints it can round.")
mistake(
    "scalar-has-no-data",
    "Shape () was counted as empty. A product of no sizes is 1: such a tensor holds one number.",
)
mistake(
    "truncated",
    "You cut the extra bits off. A cast rounds to the nearest neighbour, up as well as down.",
)
mistake(
    "clamped-to-the-end",
    "Numbers beyond the end came back as the largest finite number. A cast makes them infinite, and nobody asked for "
    "anything else.",
)
mistake(
    "any-change",
    "You flagged every number that the cast changed. Rounding is no overflow: only what becomes infinite counts.",
)
mistake(
    "not-a-number-flagged",
    "You flagged NaN. It was no finite number before the cast, so it cannot overflow.",
)
mistake(
    "subnormal-step-is-not-the-border",
    "You compared with the smallest subnormal number. Rounding moves the border to half of it: what lies "
    "above half a step is rounded up and survives.",
)
mistake(
    "shares-rounded",
    "You divided each number by the count in the narrow dtype, so that every share was rounded before it was added. "
    "Add first, and divide once.",
)
mistake(
    "narrowed-on-the-way",
    "float32 numbers went through a 16-bit format on the way. A stream of wide numbers has a wide mean.",
)
mistake(
    "counter-sticks",
    "You count in the narrow dtype, and the count sticks as a sum of ones does: at 256 in bf16. Count "
    "with a Python int.",
)
mistake(
    "sum-overflows",
    "The total passed 65504 and became infinite in fp16, although the mean is harmless. Keep the total in"
    " a wide dtype until you have divided.",
)
mistake(
    "only-a-sequence",
    "Your function wants the length of the values, or an index into them. A stream has neither: walk it "
    "once with a for loop, and count as you go.",
)
mistake(
    "walked-twice",
    "After the first walk a stream is empty, so the second one finds nothing. Add up and count in the "
    "same loop.",
)
mistake(
    "fp32-end-everywhere",
    "This is fp32's most negative number. It lies beyond the end of the 16-bit formats and becomes minus "
    "infinity there, and float64 reaches much further.",
)
mistake(
    "fp16-end-everywhere",
    "This is fp16's most negative number. Each dtype has an end of its own: torch.finfo(dtype).",
)
mistake("only-major-eight", "Your rule knows capability 8 and no later one. The table says 8.0 and up.")
mistake(
    "compared-as-text",
    "Your rule is right for 9.0 and not for later generations. As text, 10.0 comes before 8.0, and a list of known "
    "generations ends somewhere: compare the numbers, as whole tuples.",
)
mistake(
    "border-left-out",
    "The first card of a column belongs to it: 8.0 is among `8.0 and up`, and 7.0 among `7.x`. Look at the number that "
    "you compare with, and at whether it is > or >=.",
)
mistake("below-seven", "Cards below 7.0 have no matrix units for 16-bit numbers: the table says float32.")
mistake("no-gpu-means-fp32", "capability is None where there is no GPU: the table says float32 for matmul.")
mistake(
    "rounded-up-to-eight",
    "bf16 matrix units begin with 8.0. (7, 5) lies below (8, 0), so 7.5 is still fp16.",
)
mistake(
    "no-answer-for-integers",
    "Your function fails for dtypes that are no floating-point formats. They need no scaler: False.",
)
mistake(
    "sum-sticks-count-too",
    "Both your sum and your count are kept in the narrow dtype, and both stick: ones stop at 256 in bf16."
    " Keep the total wide, and the count in a Python int.",
)
mistake(
    "ends-are-alike",
    "You gave bf16 fp32's reach to the last digit. It ends at 3.3895e38, a little earlier.",
)
mistake(
    "below-normal-is-zero",
    "You predicted that numbers below the smallest normal one are lost. Subnormals go on below it, and "
    "rounding can go up to the first of them.",
)


def kind(value):
    """The name of a value's type, also of one that stayed in the guest."""
    return getattr(value, "type_name", None) or type(value).__name__


# Sizes and facts


@check(
    "tensor_kib",
    points=1,
    inputs="one element, no elements, three axes, a list as shape",
    hint="math.prod multiplies the sizes of any shape, and knows what an empty product is.",
)
def test_any_shape(student):
    """tensor_kib counts the elements of any shape"""
    small = (7, 1, 3)  # 84 bytes
    got = student.tensor_kib(small, SINGLE)
    rounded = isinstance(got, float) and any(got == round(84 / 1024, digits) for digits in range(1, 5))
    assert_number(
        got,
        84 / 1024,
        what=f"KiB of {small} in float32",
        mistakes={
            **({"rounded-kib": got} if rounded else {}),
            "whole-kib": 0.0,
            "thousand-bytes": 0.084,
            "sum-of-sizes": 44 / 1024,
            "bytes-not-kib": 84.0,
        },
    )
    shape = tuple(int(size) for size in torch.randint(3, 40, (3,)) * 2 + 1)
    elements = shape[0] * shape[1] * shape[2]
    assert_number(
        student.tensor_kib(shape, SINGLE),
        elements * 4 / 1024,
        what=f"KiB of {shape} in float32",
        mistakes={
            "thousand-bytes": elements * 4 / 1000,
            "whole-kib": float(elements * 4 // 1024),
            "sum-of-sizes": sum(shape) * 4 / 1024,
            "bytes-not-kib": float(elements * 4),
        },
    )
    assert_number(
        student.tensor_kib((), SINGLE),
        4 / 1024,
        what="KiB of shape () in float32",
        mistakes={"scalar-has-no-data": 0.0},
    )
    assert_number(student.tensor_kib((shape[0], 0, 7), SINGLE), 0.0, what="KiB of a shape with a size of 0")
    assert_number(
        student.tensor_kib(list(shape[:2]), SINGLE),
        shape[0] * shape[1] * 4 / 1024,
        what="KiB of a shape given as a list",
    )


@check(
    "tensor_kib",
    points=1,
    inputs="1, 2 and 8 bytes per element",
    hint="dtype.itemsize is the width of one element in bytes.",
)
def test_any_width(student):
    """tensor_kib knows the width of the dtype"""
    rows, columns = (int(size) for size in torch.randint(50, 300, (2,)) * 2 + 1)
    for dtype, width in ((HALF, 2), (torch.int8, 1), (torch.float64, 8), (torch.bool, 1), (torch.int64, 8)):
        want = rows * columns * width / 1024
        assert_number(
            student.tensor_kib((rows, columns), dtype),
            want,
            what=f"KiB of {(rows, columns)} in {dtype}",
            mistakes={
                "always-four-bytes": rows * columns * 4 / 1024,
                "bits-for-bytes": want * 8,
                "thousand-bytes": want * 1.024,
                "whole-kib": float(int(want)),
            },
        )
    want = (
        4099 * 4111 / 1024
    )  # an odd number of bytes above 2**24, which fp32 cannot tell from its neighbours
    assert_number(
        student.tensor_kib((4099, 4111), torch.int8),
        want,
        what="KiB of (4099, 4111) in torch.int8",
        rtol=1e-12,
        mistakes={"product-in-fp32": torch.tensor([4099.0, 4111.0]).prod().item() / 1024},
    )


def plain_facts(student, dtype):
    """The student's data sheet of `dtype`, as floats."""
    facts = student.dtype_facts(dtype)
    expect(isinstance(facts, dict), f"Want a dict of four facts about {dtype}, got {kind(facts)}")
    assert_equal(sorted(facts, key=str), ["bytes", "eps", "max", "smallest_normal"], what="the keys")
    for key, value in facts.items():
        expect(type(value) in (int, float), f"Want a plain Python number for {key!r}, got {kind(value)}")
    expect(type(facts["bytes"]) is int, f"Want an int for 'bytes', got {facts['bytes']!r}")
    return {key: as_float(value) for key, value in facts.items()}


@check("dtype_facts", points=1, inputs="bfloat16 and float32")
def test_how_far_each_format_reaches(student):
    """dtype_facts tells width and largest number of each format"""
    brain, single = plain_facts(student, BRAIN), plain_facts(student, SINGLE)
    assert_number(
        brain["bytes"],
        2.0,
        what="bytes of bfloat16",
        mistakes={"bits-for-bytes": 16.0, "always-four-bytes": 4.0},
    )
    assert_number(single["bytes"], 4.0, what="bytes of float32", mistakes={"bits-for-bytes": 32.0})
    largest = (2 - 2**-7) * 2.0**127
    assert_number(
        brain["max"],
        largest,
        what="max of bfloat16",
        rtol=1e-3,
        mistakes={"bf16-ends-like-fp32": (2 - 2**-23) * 2.0**127},
    )
    assert_number(single["max"], (2 - 2**-23) * 2.0**127, what="max of float32", rtol=1e-3)


@check("dtype_facts", points=1, inputs="float16, bfloat16 and float32")
def test_how_fine_each_format_is(student):
    """dtype_facts tells the smallest normal number and eps of each format"""
    for dtype, fraction, lowest in ((BRAIN, 7, -126), (SINGLE, 23, -126), (HALF, 10, -14)):
        facts, info = plain_facts(student, dtype), torch.finfo(dtype)
        # as ratios, since next to 1e-38 every absolute tolerance is large
        assert_number(
            facts["smallest_normal"] / 2.0**lowest,
            1.0,
            what=f"smallest_normal of {dtype}",
            rtol=2e-3,
            mistakes={"min-for-smallest": info.min / 2.0**lowest, "subnormal-for-smallest": 2.0**-fraction},
        )
        assert_number(
            facts["eps"] / 2.0**-fraction,
            1.0,
            what=f"eps of {dtype}",
            rtol=2e-3,
            mistakes={"resolution-for-eps": info.resolution / 2.0**-fraction, "half-of-eps": 0.5},
        )


# Casts


LOWEST = {10: -13, 7: -125}  # frexp's exponent of the smallest normal number, by bits of the fraction


def by_rounding(x, fraction, adjust=torch.round):
    """`x` rounded to `fraction` bits behind the leading one, ties to even, by arithmetic; subnormals have fewer."""
    _, exponent = torch.frexp(x.double())  # x = mantissa * 2**exponent, 0.5 <= |mantissa| < 1
    step = torch.ldexp(
        torch.ones_like(x, dtype=torch.double), exponent.clamp(min=LOWEST[fraction]) - fraction - 1
    )
    return (adjust(x.double() / step) * step).float()


def by_cutting(x, fraction):
    """`x` cut to `fraction` bits behind the leading one."""
    return by_rounding(x, fraction, torch.trunc)


@check(
    "round_trip",
    points=2,
    inputs="random numbers of several sizes, bfloat16 and float16, a transposed matrix",
)
def test_rounds_to_the_nearest_neighbour(student):
    """round_trip leaves what each format can say, in float32"""
    table = (torch.randn(5, 7) * torch.tensor([0.01, 1.0, 30.0, 1.0, 300.0, 2.0, 0.3])).t()
    for x, dtype, fraction, other in ((table.contiguous(), BRAIN, 7, 10), (table, HALF, 10, 7)):
        got = student.round_trip(x, dtype)
        expect(
            not isinstance(got, torch.Tensor) or got.dtype != dtype,
            f"Want the round trip to end in torch.float32, got {dtype}",
            mistake="stayed-narrow",
        )
        expect(
            not isinstance(got, torch.Tensor) or got.shape != (7, 10),
            "Want the shape to stay (7, 5), got (7, 10)",
            mistake="bits-reinterpreted",
        )
        assert_tensor(
            got,
            by_rounding(x, fraction),
            what=f"the round trip through {dtype}",
            rtol=1e-7,
            atol=0.0,
            mistakes={
                "cast-thrown-away": x,
                "truncated": by_cutting(x, fraction),
                "wrong-sixteen-bits": by_rounding(x, other),
            },
        )


@check(
    "round_trip",
    points=1,
    inputs="numbers beyond the ends of float16, subnormals, NaN, a 0-d tensor, float64",
)
def test_the_ends_of_the_formats(student):
    """round_trip makes infinities and zeros where the format ends"""
    large = torch.tensor([65519.0, 65521.0, -1e6, 2e-8, 3.1])
    got = student.round_trip(large, HALF)
    expect(
        isinstance(got, torch.Tensor) and got.dtype == SINGLE and got.shape == large.shape,
        f"Want a float32 tensor of shape {tuple(large.shape)}, got "
        + (f"{got.dtype} of shape {tuple(got.shape)}" if isinstance(got, torch.Tensor) else f"{kind(got)}"),
    )
    expect(
        got.isinf().tolist() == [False, True, True, False, False] and bool(got[2] < 0),
        "Through float16, numbers beyond its end must come back infinite with their sign, and no others",
        mistake="cast-thrown-away"
        if torch.equal(got, large)
        else "clamped-to-the-end"
        if got.isfinite().all() and got[2] == -65504
        else None,
    )
    assert_tensor(
        got[[0, 3, 4]],
        torch.tensor([65504.0, 0.0, 3.099609375]),
        what="the finite ones after float16",
        rtol=1e-6,
        atol=0.0,
    )
    small = torch.tensor([3.1e-5, -4.2e-6, math.nan, 1.3e-7, -2.0])
    back = student.round_trip(small, HALF)
    assert_tensor(
        back,
        small.half().float(),
        what="the round trip of small numbers and NaN through float16",
        rtol=1e-7,
        atol=0.0,
        mistakes={
            "subnormals-flushed": small.half().float() * (small.abs() > 6.2e-5).logical_or(small.isnan())
        },
    )
    number = torch.tensor(2.999)
    assert_tensor(
        student.round_trip(number, torch.float64),
        number,
        what="a 0-d tensor through float64",
        rtol=0.0,
        atol=0.0,
    )
    assert_tensor(
        student.round_trip(number, BRAIN),
        by_rounding(number, 7),
        what="a 0-d tensor through bfloat16",
        rtol=1e-7,
        atol=0.0,
        mistakes={"truncated": by_cutting(number, 7), "cast-thrown-away": number},
    )


def spread(values):
    """The values in random order, and their places."""
    order = torch.randperm(len(values))
    return torch.tensor(values)[order], order


@check(
    "overflows",
    points=2,
    inputs="numbers around the end of float16, both signs, infinities and NaN",
    hint="Let the cast decide: what is infinite after it, and was finite before?",
)
def test_around_the_end_of_fp16(student):
    """overflows finds what fp16 rounds to infinity, and nothing else"""
    fits = [65503.0, -65504.0, 65510.0, -65519.0, 1e-9, 0.0]
    too_large = [65520.0, -65520.0, 65530.0, 65600.0, -3e38, 1e5]
    strange = [math.inf, -math.inf, math.nan]
    x, order = spread(fits + too_large + strange)
    want = torch.tensor([False] * len(fits) + [True] * len(too_large) + [False] * len(strange))[order]
    assert_tensor(
        student.overflows(x, HALF),
        want,
        what="the mask for float16",
        mistakes={
            "compared-with-max": x.isfinite() & (x.abs() > 65504),
            "one-sided": want & (x > 0),
            "infinite-before": want | x.isinf(),
            "any-change": x.isfinite() & x.half().float().ne(x),
            "not-a-number-flagged": want | x.isnan(),
            "ties-go-to-even": want & (x.abs() > 65520),
        },
    )


@check("overflows", points=1, inputs="a matrix, bfloat16 and float32")
def test_bf16_reaches_far_but_not_to_the_end(student):
    """overflows knows that bf16 ends a little before fp32"""
    x = torch.randn(3, 5) * 1e6
    places = torch.randperm(15)[:6]
    x.view(-1)[places] = torch.tensor([3.4e38, -3.4e38, 3.39e38, 3.395e38, 1.001, -300.3])
    beyond = x.abs() > 3.397e38
    assert_tensor(
        student.overflows(x, BRAIN),
        beyond,
        what="the mask for bfloat16",
        mistakes={
            "compared-with-max": x.abs() > torch.finfo(BRAIN).max,
            "bf16-ends-like-fp32": torch.zeros_like(beyond),
            "wrong-sixteen-bits": x.half().isinf(),
            "any-change": x.bfloat16().float().ne(x),
            "one-sided": beyond & (x > 0),
        },
    )
    assert_tensor(student.overflows(x, SINGLE), torch.zeros_like(beyond), what="the mask for float32")


@check(
    "vanishes",
    points=2,
    inputs="tiny numbers of both signs in float16, zeros, NaN",
    hint="Let the cast decide: what is zero after it, and was not zero before?",
)
def test_around_the_first_step_of_fp16(student):
    """vanishes finds what fp16 rounds to zero, and nothing else"""
    survives = [6e-5, -1e-6, 5e-8, -3.1e-8, 5.9e-8, 1e5, 3e-4]
    lost = [2.9e-8, -2e-8, 1e-12, -1e-38, 1e-41, 2.0**-25, -(2.0**-25)]  # a tie goes to the even zero
    nothing = [0.0, -0.0, math.nan, math.inf]
    x, order = spread(survives + lost + nothing)
    want = torch.tensor([False] * len(survives) + [True] * len(lost) + [False] * len(nothing))[order]
    some = x.ne(0) & x.isfinite()
    assert_tensor(
        student.vanishes(x, HALF),
        want,
        what="the mask for float16",
        mistakes={
            "compared-with-smallest-normal": some & (x.abs() < 2.0**-14),
            "compared-with-eps": some & (x.abs() < 2.0**-10),
            "subnormal-step-is-not-the-border": some & (x.abs() < 2.0**-24),
            "ties-go-to-even": some & (x.abs() < 2.0**-25),
            "zero-counted-as-lost": want | x.eq(0),
            "one-sided-small": want & (x > 0),
        },
    )


@check("vanishes", points=1, inputs="a matrix, bfloat16 and float32")
def test_bf16_keeps_small_numbers(student):
    """vanishes knows that bf16 reaches down almost as far as fp32"""
    x = torch.randn(7, 3)
    places = torch.randperm(21)[:7]
    x.view(-1)[places] = torch.tensor([1e-8, 1e-30, -1e-40, 1e-42, -3e-41, 0.0, 3e-3])
    lost = x.ne(0) & (x.abs() < 4e-41)
    assert_tensor(
        student.vanishes(x, BRAIN),
        lost,
        what="the mask for bfloat16",
        mistakes={
            "wrong-sixteen-bits": x.ne(0) & x.half().eq(0),
            "compared-with-eps": x.ne(0) & (x.abs() < 2.0**-7),
            "zero-counted-as-lost": lost | x.eq(0),
            "compared-with-smallest-normal": x.ne(0) & (x.abs() < 2.0**-126),
            "one-sided-small": lost & (x > 0),
        },
    )
    assert_tensor(
        student.vanishes(x, SINGLE),
        torch.zeros_like(lost),
        what="the mask for float32",
        mistakes={"compared-with-smallest-normal": x.ne(0) & (x.abs() < 2.0**-126)},
    )


# Streams


def stream(submission, values, dtype):
    """Feed stream_mean from something that has no length and can be walked once. In the guest."""

    class Stream:
        def __init__(self):
            self.values, self.walks, self.ended = iter(values.unbind()), 1, False

        def __iter__(self):  # iter(stream) and then a for loop over it is one walk
            self.walks += self.ended
            self.ended = False
            return self

        def __next__(self):
            try:
                return next(self.values)
            except StopIteration:
                self.ended = True
                raise

    numbers, before = Stream(), values.clone()
    try:
        mean = submission.stream_mean(numbers, dtype)
        return {"mean": mean, "walks": numbers.walks, "same": values.equal(before)}
    except (TypeError, ZeroDivisionError) as error:
        if "Stream" not in str(error) and numbers.walks < 2:
            raise
        return {"error": str(error), "walks": numbers.walks}


def judge_mean(seen, values, *, what):
    """Judge a mean of 1-d `values` by their dtype's own precision, with the known ways to miss it."""
    dtype, got, exact = values.dtype, seen.get("mean"), values.double().mean()
    rtol = max(2 * torch.finfo(dtype).eps, 1e-5)
    # taking blocks from one iterator asks it again after its end, too; a second walk for its own sake finds nothing
    expect(
        seen["walks"] < 2
        or (isinstance(got, torch.Tensor) and torch.allclose(got.double(), exact, rtol=rtol, atol=0.0)),
        f"You walked the stream {seen['walks']} times; its numbers come only once",
        mistake="walked-twice",
    )
    expect(
        "error" not in seen, f"stream_mean failed on a stream: {seen.get('error')}", mistake="only-a-sequence"
    )
    expect(
        seen.get("same", True),
        "stream_mean changed a number of the stream: the first one was added to in place",
        mistake="changed-its-input",
    )
    expect(isinstance(got, torch.Tensor), f"Want a 0-d tensor of {dtype}, got {kind(got)}")
    expect(
        got.dtype == dtype,
        f"Want {what} in {dtype}, got {got.dtype}",
        mistake="left-wide" if got.dtype in (SINGLE, torch.float64) else None,
    )
    sticky, running, counter = torch.zeros(3, dtype=dtype).unbind()
    for count, value in enumerate(values.unbind(), 1):
        sticky = sticky + value
        running = running + (value - running) / count
        counter = counter + 1
    expect(
        not (got.dim() == 0 and got.isinf()),
        f"Want a finite mean of {len(values)} values, got {got.item()}",
        mistake="sum-overflows",
    )
    assert_tensor(
        got,
        exact.to(dtype),
        what=what,
        rtol=rtol,
        atol=0.0,
        mistakes={
            "sum-sticks": sticky / len(values),
            "sum-sticks-count-too": sticky / counter,
            "running-mean-sticks": running,
            "counter-sticks": (values.double().sum() / counter).to(dtype),
            "shares-rounded": (values / len(values)).double().sum().to(dtype),
            "narrowed-on-the-way": values.half().double().mean().to(dtype),
        },
    )


@check("stream_mean", points=2, inputs="a generator of bfloat16 numbers that vary and drift")
def test_a_drifting_bf16_stream(student):
    """stream_mean follows a long bf16 stream that drifts, from a generator"""
    values = torch.cat((torch.rand(401) + 0.5, torch.rand(1203) + 2.5)).to(BRAIN)
    judge_mean(student.observe(stream, values, BRAIN), values, what="the mean of a drifting bfloat16 stream")


@check(
    "stream_mean",
    points=2,
    inputs="generators of float16 numbers: some with a large total, some very small",
    hint="Cast to dtype only once, after dividing.",
)
def test_a_large_fp16_total(student):
    """stream_mean survives a total that fp16 cannot hold, and numbers near its small end"""
    values = torch.cat((torch.rand(503) * 100 + 950, torch.rand(614) * 100 + 1550)).to(HALF)
    judge_mean(student.observe(stream, values, HALF), values, what="the mean of large float16 numbers")
    small = ((torch.rand(1009) + 0.5) * 1e-4).to(
        HALF
    )  # a thousandth of each is a step or two of the subnormals
    judge_mean(student.observe(stream, small, HALF), small, what="the mean of small float16 numbers")


@check("stream_mean", points=1, inputs="a single value, three values, float32")
def test_short_streams(student):
    """stream_mean is right for one value, for three and for float32"""
    for dtype, count in ((BRAIN, 1), (HALF, 3), (SINGLE, 101)):
        values = (torch.randn(count) + 3).to(dtype)
        judge_mean(
            student.observe(stream, values, dtype), values, what=f"the mean of {count} value(s) in {dtype}"
        )
    alone = torch.tensor([2 + (random.randrange(500) + 0.5) * 2.0**-9])  # halfway between neighbours in fp16
    judge_mean(student.observe(stream, alone, SINGLE), alone, what=f"the mean of 1 value in {SINGLE}")


# Choices


def judge_mask_value(got, dtype):
    """Judge a mask value: a number, finite in its dtype, and at that format's end."""
    got = as_float(got)
    expect(type(got) is float, f"Want a Python float for {dtype}, got {kind(got)}")
    expect(got != -math.inf, f"Want a finite mask value for {dtype}, got -inf", mistake="minus-infinity")
    expect(not 0 < abs(got) < 1, f"The mask value for {dtype} is {got}, next to zero", mistake="wrong-end")
    ends = {dtype: torch.finfo(dtype).min for dtype in (HALF, BRAIN, SINGLE, torch.float64)}
    known = {
        "minus-a-billion": -1e9,
        "largest-positive": -ends[dtype],
        "fp32-end-everywhere": ends[SINGLE],
        "fp16-end-everywhere": ends[HALF],
    }
    mistakes = {id: value for id, value in known.items() if value != ends[dtype]}
    assert_number(got, ends[dtype], what=f"the mask value for {dtype}", mistakes=mistakes)
    inside = torch.tensor(got, dtype=torch.float64).to(dtype)
    expect(
        bool(inside.isfinite()),
        f"The mask value for {dtype} becomes infinite in that dtype; its end lies a little nearer",
    )


@check("safe_mask_value", points=1, inputs="float16, bfloat16")
def test_the_end_of_each_sixteen_bit_format(student):
    """safe_mask_value is the far negative end of each 16-bit format"""
    for dtype in (BRAIN, HALF):
        judge_mask_value(student.safe_mask_value(dtype), dtype)


@check(
    "safe_mask_value",
    points=1,
    inputs="attention scores in float16, bfloat16, float32 and float64, some rows wholly masked",
    hint="What does softmax make of a row in which every entry is minus infinity?",
)
def test_a_wholly_masked_row_survives(student):
    """filled with safe_mask_value, a wholly masked row is no NaN after softmax, and masked places get no weight"""
    masked = torch.rand(5, 7) < 0.4
    masked[:, 2], masked[0, 4] = False, True
    masked[3] = True
    for dtype in (SINGLE, HALF, BRAIN, torch.float64):
        value = as_float(student.safe_mask_value(dtype))
        expect(type(value) is float, f"Want a Python float for {dtype}, got {kind(value)}")
        fill = torch.tensor(value, dtype=torch.float64).to(dtype)
        weights = torch.where(masked, fill, torch.randn(5, 7).to(dtype)).softmax(-1)
        expect(
            bool(weights.isfinite().all()),
            f"In {dtype}, the row that is wholly masked became NaN after softmax: "
            f"your value is {fill.item()} in this dtype",
            mistake="minus-a-billion"
            if value == -1e9
            else "minus-infinity"
            if value == -math.inf
            else "fp32-end-everywhere"
            if value == torch.finfo(SINGLE).min
            else None,
        )
        leaked = weights[masked & ~masked.all(-1, keepdim=True)].max().item()
        expect(
            leaked == 0,
            f"In {dtype}, masked places still get up to {leaked:.3f} of the attention: your value is "
            f"{fill.item()}, far from the negative end",
            mistake="wrong-end" if 0 < abs(value) < 1 else "largest-positive" if value > 1 else None,
        )
        judge_mask_value(value, dtype)


@check(
    "choose_dtype",
    points=1,
    inputs="capabilities from 5.2 to 12.0",
    hint="Compare capability with (7, 0) and (8, 0) as whole tuples, with < and >=, not with ==.",
)
def test_matmul_on_every_generation(student):
    """choose_dtype knows the matrix units of each generation"""
    for capability, want, slips, name in (
        ((8, 6), BRAIN, (), None),
        ((8, 9), BRAIN, (), None),
        ((8, 0), BRAIN, (HALF, SINGLE), "border-left-out"),
        ((7, 5), HALF, (BRAIN,), "rounded-up-to-eight"),
        ((7, 0), HALF, (SINGLE,), "border-left-out"),
        ((9, 0), BRAIN, (HALF, SINGLE), "only-major-eight"),
        ((10, 0), BRAIN, (HALF, SINGLE), "compared-as-text"),
        ((12, 0), BRAIN, (HALF, SINGLE), "compared-as-text"),
        ((6, 1), SINGLE, (HALF, BRAIN), "below-seven"),
        ((5, 2), SINGLE, (HALF, BRAIN), "below-seven"),
    ):
        got = student.choose_dtype("matmul", capability)
        expect(not isinstance(got, str), f"Want a torch.dtype, got the text {got!r}", mistake="dtype-as-text")
        expect(
            got == want,
            f"For a matmul on {capability[0]}.{capability[1]}, the table says something else than {got}",
            mistake=name if got in slips else None,
        )


def without_gpu(submission, purpose):
    """choose_dtype where there is no GPU: its answer, and the error that it raised, as text. In the guest."""
    try:
        return submission.choose_dtype(purpose, None), None
    except (TypeError, AttributeError) as error:
        return None, f"{type(error).__name__}: {error}"


def judge_without_gpu(student, purpose):
    """The answer where there is no GPU, which must be no error and no text."""
    got, raised = student.observe(without_gpu, purpose)
    expect(
        raised is None,
        f"For {purpose} where capability is None, choose_dtype raised {raised}",
        mistake="no-gpu-means-fp32" if "NoneType" in str(raised) else None,
    )
    expect(not isinstance(got, str), f"Want a torch.dtype, got the text {got!r}", mistake="dtype-as-text")
    return got


@check(
    "choose_dtype",
    points=1,
    inputs="no GPU, state and weights on every generation, unknown purposes",
    hint="Decide by the purpose first, unknown ones included; then handle None; then compare capabilities.",
)
def test_the_rest_of_the_table(student):
    """choose_dtype keeps state in fp32 everywhere, knows what to do without a GPU, and refuses the unknown"""
    got = judge_without_gpu(student, "matmul")
    expect(
        got == SINGLE,
        f"For a matmul where capability is None, the table says something else than {got}",
        mistake="no-gpu-means-fp32",
    )
    for purpose in ("optimizer_state", "master_weights"):
        for capability in ((7, 5), (8, 0), (9, 0), (6, 1)):
            assert_equal(
                student.choose_dtype(purpose, capability),
                SINGLE,
                what=f"the dtype of {purpose} on {capability}",
                mistakes={"narrow-state": BRAIN} if capability >= (8, 0) else {"narrow-state": HALF},
            )
        got = judge_without_gpu(student, purpose)
        expect(
            got == SINGLE,
            f"For {purpose} where capability is None, the table says something else than {got}",
            mistake="narrow-state" if got in (HALF, BRAIN) else None,
        )
    for purpose, capability in (("gradients", (8, 0)), ("MATMUL", (7, 0)), ("", None)):
        judge_unknown(student, purpose, capability)


def what_comes_back(submission, purpose, capability):
    """What choose_dtype did instead of raising ValueError, in words; None if it raised that. In the guest."""
    try:
        return f"the answer {submission.choose_dtype(purpose, capability)}"
    except ValueError:
        return None
    except (LookupError, TypeError, AttributeError) as error:
        return f"a {type(error).__name__}"


def judge_unknown(student, purpose, capability):
    """An unknown purpose must raise ValueError."""
    answer = student.observe(what_comes_back, purpose, capability)
    expect(
        answer is None,
        f"Want a ValueError for the unknown purpose {purpose!r}, got {answer}",
        mistake="unknown-purpose-accepted",
    )


@check("needs_grad_scaler", points=1, inputs="every floating dtype from 16 to 64 bits")
def test_floating_formats(student):
    """needs_grad_scaler is True for fp16 alone among the floating formats"""
    for dtype in (SINGLE, HALF, torch.float64, BRAIN, HALF):
        assert_number(
            student.needs_grad_scaler(dtype),
            dtype == HALF,
            kind=bool,
            what=f"the answer for {dtype}",
            mistakes={"scaler-for-every-sixteen": True} if dtype == BRAIN else {},
        )


def ask_about(submission, dtypes):
    """needs_grad_scaler for each dtype, errors as text. In the guest."""
    answers = []
    for dtype in dtypes:
        try:
            answers.append(submission.needs_grad_scaler(dtype))
        except TypeError as error:
            answers.append(str(error) or "TypeError")
    return answers


@check(
    "needs_grad_scaler",
    points=1,
    inputs="integers, bool, and float16 among them",
    hint="One dtype needs a scaler. You need not ask the others anything.",
)
def test_integers_need_none(student):
    """needs_grad_scaler is False for dtypes without gradients, and still True for fp16"""
    dtypes = [torch.int64, torch.int16, HALF, torch.uint8, torch.bool]
    for dtype, answer in zip(dtypes, student.observe(ask_about, dtypes), strict=True):
        expect(
            not isinstance(answer, str),
            f"Want False for {dtype}, got an error: {answer}",
            mistake="no-answer-for-integers",
        )
        assert_number(
            answer,
            dtype == HALF,
            kind=bool,
            what=f"the answer for {dtype}",
            mistakes={"scaler-for-every-sixteen": True} if dtype == torch.int16 else {},
        )


# Predictions

WRITTEN = (
    "65519.0 in fp16",
    "65520.0 in fp16",
    "3.4e38 in bf16",
    "257.0 in bf16",
    "2051.0 in fp16",
    "1e-8 in fp16",
    "3e-8 in fp16",
    "1.005 in bf16",
)


def listed(got):
    """What came instead of eight numbers."""
    if not isinstance(got, (list, tuple)):
        return kind(got)
    strange = next((kind(number) for number in got if type(number) not in (int, float)), None)
    return f"{len(got)} entries" + (f", one of them a {strange}" if strange else "")


def to_four_digits(value, want):
    """Whether `value` is `want` to four good digits, a rounded fourth one too."""
    if want == 0 or not math.isfinite(want):
        return False
    unit = 10.0 ** (math.floor(math.log10(abs(want))) - 3)
    return abs(value - want) <= 0.5001 * unit


def judge_casts(student, reference, numbers, mistakes):
    """Judge the predictions with these numbers (from 1 on) against what the program prints."""
    got, printed = student.predict_casts(), results_of(reference.predict_casts)
    expect(
        isinstance(got, (list, tuple))
        and len(got) == len(printed)
        and all(type(number) in (int, float) for number in got),
        f"Want a list of {len(printed)} numbers, as the docstring says, got {listed(got)}",
    )
    for number in numbers:
        value, want, text = as_float(got[number - 1]), printed[number - 1], WRITTEN[number - 1]
        named = next(
            (id for id, slip in mistakes.get(number, {}).items() if math.isclose(value, slip, rel_tol=1e-6)),
            None,
        )
        expect(
            value == want or to_four_digits(value, want),
            f"Cast {number}, {text}: you predicted {value!r}, and the program prints something else",
            mistake=named,
        )


@check("predict_casts", points=1, inputs="casts 2 and 3: the ends of fp16 and bf16")
def test_the_far_ends(student, reference):
    """the casts at the far end of fp16 and bf16"""
    judge_casts(
        student,
        reference,
        (2, 3),
        {
            2: {"cast-changes-nothing": 65520.0},
            3: {"ends-are-alike": 3.4e38, "bf16-ends-like-fp32": 3.3895313892515355e38},
        },
    )


@check("predict_casts", points=1, inputs="casts 4, 5 and 8: between neighbours")
def test_between_neighbours(student, reference):
    """the casts that fall between two neighbours"""
    judge_casts(
        student,
        reference,
        (4, 5, 8),
        {
            4: {"cast-changes-nothing": 257.0},
            8: {"cast-changes-nothing": 1.005},
            5: {"cast-changes-nothing": 2051.0, "truncated": 2050.0},
        },
    )


@check("predict_casts", points=1, inputs="casts 6 and 7: near zero")
def test_near_zero(student, reference):
    """the casts near zero"""
    judge_casts(
        student,
        reference,
        (6, 7),
        {6: {"cast-changes-nothing": 1e-8}, 7: {"cast-changes-nothing": 3e-8, "below-normal-is-zero": 0.0}},
    )
