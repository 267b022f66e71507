"""Visible checks of 08_precision: small numbers, to be followed by hand."""

import math

import torch

from course.checks import (
    assert_equal,
    assert_number,
    assert_tensor,
    check,
    expect,
    expect_error,
    mistake,
    task,
)

task(
    "tensor_kib",
    hints=(
        "Elements times bytes per element, over 1024. How many elements has a shape?",
        "math.prod(shape) counts the elements, also for (), and dtype.itemsize is the width in bytes.",
    ),
)
task(
    "dtype_facts",
    hints=(
        "torch.finfo(dtype) has all of it; mind bits and bytes.",
        "Of finfo, use max, smallest_normal (not min) and eps (not resolution); dtype.itemsize is in bytes.",
    ),
)
task(
    "round_trip",
    hints=(
        "Two casts: one into dtype, and one back to float32.",
        ".to(dtype) returns a new tensor, so use what it returns, and cast that back to torch.float32.",
    ),
)
task(
    "overflows",
    hints=(
        "Ask the cast itself: what is infinite after it, and was finite before?",
        "Combine two masks with &: torch.isfinite of x, and torch.isinf of x cast to dtype.",
    ),
)
task(
    "vanishes",
    hints=(
        "Ask the cast itself: what is zero after it, and was not zero before?",
        "Combine two masks with &: one compares x with 0, the other compares x cast to dtype with 0.",
    ),
)
task(
    "stream_mean",
    hints=(
        "Narrow numbers, wide accumulator: in which dtype is your running total? And your count?",
        "Keep the total in float64 (or float32), the count in a Python int, divide, and cast to dtype at the very end.",
    ),
)
task(
    "safe_mask_value",
    hints=(
        "The data sheet of the dtype has this number.",
        "torch.finfo(dtype) has an entry for the far negative end; it is not the one for the smallest normal number.",
    ),
)
task(
    "choose_dtype",
    hints=(
        "Read the table in the stub row by row; two of its rows do not look at the capability at all.",
        "Settle the purposes first, unknown ones too; then None; then compare capability with (7, 0) and (8, 0) as tuples.",
    ),
)
task(
    "needs_grad_scaler",
    hints=(
        "Which format is short of range at the small end?",
        "Exactly one dtype: compare with torch.float16.",
    ),
)
task(
    "predict_casts",
    hints=(
        "For each number ask: does it fit, how far apart are the neighbours there, which is closer?",
        "fp16: the end is 65504, halfway to the next is 65520, neighbours are 2 apart from 2048 on, subnormals come in "
        "steps of 5.96e-8. bf16: the end is 3.3895e38, eps is 1/128. Ties go to the even neighbour.",
    ),
)

mistake("thousand-bytes", "You divided by 1000. A KiB is 1024 bytes; 1000 bytes are a kB.")
mistake("bytes-not-kib", "This is the number of bytes. Divide by 1024 to get KiB.")
mistake(
    "always-four-bytes",
    "You counted 4 bytes per element whatever the dtype; dtype.itemsize knows its width.",
)
mistake("bits-for-bytes", "This is the width in bits. Eight bits make a byte.")
mistake("sum-of-sizes", "You added the sizes up. A tensor has as many elements as the product of its sizes.")
mistake(
    "half-of-eps",
    "This is half of eps, the largest relative rounding error. eps is the distance from 1 to the next "
    "larger number.",
)
mistake(
    "ties-go-to-even",
    "Only numbers exactly halfway between two neighbours are wrong. A cast takes the neighbour whose last bit is 0, "
    "be it the upper or the lower one.",
)
mistake(
    "compared-with-eps",
    "You compared with eps, which says how fine the numbers next to 1 are. How far a format reaches down is another "
    "question.",
)
mistake(
    "min-for-smallest",
    "finfo's min is the most negative number. The smallest positive normal number is smallest_normal.",
)
mistake(
    "subnormal-for-smallest",
    "This is the smallest subnormal number. smallest_normal is the smallest number that still has its "
    "full fraction.",
)
mistake(
    "resolution-for-eps",
    "This is finfo's resolution, a count of decimal digits for printing. eps is the distance from 1 to "
    "the next larger number.",
)
mistake(
    "bf16-ends-like-fp32",
    "You gave bf16 the maximum of fp32. They share the exponent, but bf16's short fraction ends a little "
    "earlier (3.3895e38 against 3.4028e38).",
)
mistake(
    "sixteens-swapped",
    "This is bf16's number. fp16 is the precise format with the short reach (65504), bf16 the one that reaches as far "
    "as fp32.",
)
mistake(
    "power-of-two",
    "65536 is 2**16, where fp16's range is over. The largest number below it that ten bits of fraction allow is 65504.",
)
mistake("stayed-narrow", "You cast into the 16-bit format and left the result there. Cast back to float32.")
mistake(
    "cast-thrown-away",
    "The values did not change at all. x.to(dtype) leaves x alone and returns a new tensor, which has to "
    "be used.",
)
mistake(
    "bits-reinterpreted",
    "view(dtype) reads the same bits as another format. A cast converts values: x.to(dtype).",
)
mistake(
    "wrong-sixteen-bits",
    "You always went through the same 16-bit format. fp16 and bf16 round differently; use the dtype that "
    "you are given.",
)
mistake(
    "compared-with-max",
    "You compared with the largest finite number. Rounding moves the border: numbers a little beyond max "
    "are rounded down to it. The cast itself knows where the border is.",
)
mistake(
    "one-sided",
    "You flagged only positive numbers. Large negative numbers overflow too, to minus infinity.",
)
mistake(
    "infinite-before",
    "You flagged elements that were infinite before the cast. Only a finite number can overflow.",
)
mistake(
    "compared-with-smallest-normal",
    "You treat everything below smallest_normal as lost. Subnormal numbers lie below it and survive the "
    "cast, with fewer digits.",
)
mistake("zero-counted-as-lost", "You flagged zeros. A number that was zero before the cast has not vanished.")
mistake(
    "sum-sticks",
    "Your sum is kept in the narrow dtype. From some point on each new number is smaller than half a step"
    " of the sum and is rounded away: ones stick at 256 in bf16 and at 2048 in fp16.",
)
mistake(
    "running-mean-sticks",
    "You update a running mean in the narrow dtype. Its step (value - mean) / n shrinks as n grows, until"
    " it is smaller than half the distance between neighbours: then the mean stands still.",
)
mistake(
    "left-wide",
    "The result is still in the wide dtype of the accumulator. Cast the finished mean to dtype.",
)
mistake(
    "minus-infinity",
    "Minus infinity is not finite: a row in which everything is masked becomes NaN after softmax.",
)
mistake(
    "minus-a-billion",
    "-1e9 is no fp16 number: fp16 ends at -65504, so -1e9 becomes minus infinity there. And in the other "
    "formats it is far from their end.",
)
mistake(
    "wrong-end",
    "This is the end next to zero, the smallest normal number: a mask value that masks nothing. You want the "
    "far negative end.",
)
mistake(
    "largest-positive",
    "This is the largest positive number: it would draw all attention to what should be hidden. The mask "
    "value is negative.",
)
mistake(
    "dtype-as-text",
    "You returned the dtype's name as text. Return the dtype itself, such as torch.float16.",
)
mistake(
    "narrow-state",
    "Optimizer state and master weights are added to at every step, so they stay in float32 on every card.",
)
mistake(
    "unknown-purpose-accepted",
    "An unknown purpose has to raise ValueError, so that a typing slip is found at once.",
)
mistake(
    "scaler-for-every-sixteen",
    "You ask for a scaler with more than fp16. bf16 has fp32's exponent, so its small gradients do not "
    "vanish and there is nothing to scale; integers have no gradients at all.",
)
mistake("one-sided-small", "You flagged only positive numbers. Small negative numbers vanish too.")
mistake("whole-kib", "You cut the result down to whole KiB. Use /, not //, and do not round.")
mistake(
    "cast-changes-nothing",
    "You predicted the number itself. Does the format really have exactly this number?",
)


def as_float(value):
    """A whole number as a float, infinite if it is too large for one; anything else as it is."""
    if type(value) is not int or abs(value) < 2**1023:
        return float(value) if type(value) is int else value
    return math.inf if value > 0 else -math.inf


def kind(value):
    """The name of a value's type, also of one that stayed in the guest."""
    return getattr(value, "type_name", None) or type(value).__name__


@check("tensor_kib")
def test_a_million_elements(student):
    """a 1000 x 1000 matrix takes 3906.25 KiB in fp32 and half of it in bf16"""
    assert_number(
        student.tensor_kib((1000, 1000), torch.float32),
        3906.25,
        what="KiB of (1000, 1000) in float32",
        mistakes={
            "thousand-bytes": 4000.0,
            "bytes-not-kib": 4_000_000.0,
            "whole-kib": 3906.0,
            "sum-of-sizes": 7.8125,
            "bits-for-bytes": 31250.0,
        },
    )
    assert_number(
        student.tensor_kib((1000, 1000), torch.bfloat16),
        1953.125,
        what="KiB of (1000, 1000) in bfloat16",
        mistakes={"always-four-bytes": 3906.25},
    )


@check("dtype_facts")
def test_the_data_sheet_of_fp16(student):
    """fp16: 2 bytes, up to 65504, normal from 2**-14 on, eps 2**-10"""
    facts = student.dtype_facts(torch.float16)
    expect(isinstance(facts, dict), f"Want a dict of four facts, got {kind(facts)}")
    assert_equal(sorted(facts, key=str), ["bytes", "eps", "max", "smallest_normal"], what="the keys")
    numbers = {}
    for key, value in facts.items():
        expect(type(value) in (int, float), f"Want a plain Python number for {key!r}, got {kind(value)}")
        numbers[key] = as_float(value)
    expect(type(facts["bytes"]) is int, f"Want an int for 'bytes', got {facts['bytes']!r}")
    assert_number(numbers["bytes"], 2.0, what="bytes of float16", mistakes={"bits-for-bytes": 16.0})
    assert_number(
        numbers["max"],
        65504.0,
        what="max of float16",
        mistakes={"sixteens-swapped": torch.finfo(torch.bfloat16).max, "power-of-two": 65536.0},
    )
    assert_number(
        numbers["smallest_normal"],
        2.0**-14,
        what="smallest_normal of float16",
        rtol=2e-3,
        atol=0.0,
        mistakes={"min-for-smallest": -65504.0, "subnormal-for-smallest": 2.0**-24},
    )
    assert_number(
        numbers["eps"],
        2.0**-10,
        what="eps of float16",
        rtol=2e-3,
        atol=0.0,
        mistakes={"resolution-for-eps": 1e-3, "half-of-eps": 2.0**-11},
    )


@check("round_trip")
def test_257_becomes_256_in_bf16(student):
    """257 comes back as 256 from bf16 and unharmed from fp16; 2049 comes back as 2048 from fp16"""
    x = torch.tensor([257.0, 2049.0, -0.5])
    got = student.round_trip(x, torch.bfloat16)
    expect(
        not (isinstance(got, torch.Tensor) and got.dtype == torch.bfloat16),
        "Want the round trip to end in torch.float32, got torch.bfloat16",
        mistake="stayed-narrow",
    )
    expect(
        not (isinstance(got, torch.Tensor) and got.shape == (6,)),
        "Want the shape to stay (3,), got (6,)",
        mistake="bits-reinterpreted",
    )
    assert_tensor(
        got,
        torch.tensor([256.0, 2048.0, -0.5]),
        what="the round trip through bfloat16",
        rtol=0.0,
        atol=0.0,
        mistakes={
            "cast-thrown-away": x,
            "wrong-sixteen-bits": torch.tensor([257.0, 2048.0, -0.5]),
            "ties-go-to-even": torch.tensor([258.0, 2048.0, -0.5]),
        },
    )
    assert_tensor(
        student.round_trip(x, torch.float16),
        torch.tensor([257.0, 2048.0, -0.5]),
        rtol=0.0,
        atol=0.0,
        what="the round trip through float16",
        mistakes={
            "cast-thrown-away": x,
            "wrong-sixteen-bits": torch.tensor([256.0, 2048.0, -0.5]),
            "ties-go-to-even": torch.tensor([257.0, 2050.0, -0.5]),
        },
    )


@check("overflows")
def test_seventy_thousand_does_not_fit_into_fp16(student):
    """70000 and -70000 overflow in fp16, 65504 does not, and an infinity did before"""
    x = torch.tensor([1.0, 65504.0, 70000.0, -70000.0, math.inf])
    assert_tensor(
        student.overflows(x, torch.float16),
        torch.tensor([False, False, True, True, False]),
        what="the mask for float16",
        mistakes={
            "one-sided": torch.tensor([False, False, True, False, False]),
            "infinite-before": torch.tensor([False, False, True, True, True]),
        },
    )


@check("vanishes")
def test_a_hundred_millionth_is_lost_in_fp16(student):
    """1e-8 vanishes in fp16; 1e-6 is subnormal there and survives; zero was zero before"""
    x = torch.tensor([1.0, 5e-4, 1e-6, 1e-8, -1e-8, 0.0])
    assert_tensor(
        student.vanishes(x, torch.float16),
        torch.tensor([False, False, False, True, True, False]),
        what="the mask for float16",
        mistakes={
            "compared-with-smallest-normal": torch.tensor([False, False, True, True, True, False]),
            "compared-with-eps": torch.tensor([False, True, True, True, True, False]),
            "zero-counted-as-lost": torch.tensor([False, False, False, True, True, True]),
            "one-sided-small": torch.tensor([False, False, False, True, False, False]),
        },
    )


@check("stream_mean")
def test_a_thousand_ones_have_the_mean_one(student):
    """the mean of 1,000 ones in bf16 is 1, and that of 1, 2 and 4.5 is 2.5"""
    ones = [torch.tensor(1.0, dtype=torch.bfloat16)] * 1000
    assert_tensor(
        student.stream_mean(ones, torch.bfloat16),
        torch.tensor(1.0, dtype=torch.bfloat16),
        what="the mean of 1,000 ones",
        rtol=0.01,
        atol=0.0,
        mistakes={"sum-sticks": torch.tensor(0.256, dtype=torch.bfloat16), "left-wide": torch.tensor(1.0)},
    )
    three = [torch.tensor(value, dtype=torch.bfloat16) for value in (1.0, 2.0, 4.5)]
    assert_tensor(
        student.stream_mean(three, torch.bfloat16),
        torch.tensor(2.5, dtype=torch.bfloat16),
        what="the mean of 1, 2 and 4.5",
        rtol=0.01,
        atol=0.0,
    )


@check("safe_mask_value")
def test_the_end_of_fp16(student):
    """in fp16 the most negative finite value is -65504"""
    got = as_float(student.safe_mask_value(torch.float16))
    expect(got != -math.inf, "Want a finite mask value for float16, got -inf", mistake="minus-infinity")
    near_zero = isinstance(got, float) and 0 < abs(got) < 1
    assert_number(
        got,
        -65504.0,
        what="the mask value for float16",
        mistakes={
            "minus-a-billion": -1e9,
            "largest-positive": 65504.0,
            **({"wrong-end": got} if near_zero else {}),
        },
    )


@check("choose_dtype")
def test_an_ampere_and_a_turing_card(student):
    """matrix products: bf16 on 8.0, fp16 on 7.5; the optimizer's state is fp32 on both"""
    got = student.choose_dtype("matmul", (8, 0))
    expect(not isinstance(got, str), f"Want a torch.dtype, got the text {got!r}", mistake="dtype-as-text")
    assert_equal(got, torch.bfloat16, what="the dtype of a matmul on 8.0")
    assert_equal(student.choose_dtype("matmul", (7, 5)), torch.float16, what="the dtype of a matmul on 7.5")
    assert_equal(
        student.choose_dtype("optimizer_state", (8, 0)),
        torch.float32,
        what="the dtype of optimizer state on 8.0",
        mistakes={"narrow-state": torch.bfloat16},
    )
    with expect_error("ValueError", what="an unknown purpose", mistake="unknown-purpose-accepted"):
        student.choose_dtype("matmull", (8, 0))


@check("needs_grad_scaler")
def test_fp16_does_and_bf16_does_not(student):
    """fp16 wants a scaler, bf16 and fp32 do not"""
    assert_number(student.needs_grad_scaler(torch.float16), True, kind=bool, what="the answer for float16")
    assert_number(
        student.needs_grad_scaler(torch.bfloat16),
        False,
        kind=bool,
        what="the answer for bfloat16",
        mistakes={"scaler-for-every-sixteen": True},
    )
    assert_number(student.needs_grad_scaler(torch.float32), False, kind=bool, what="the answer for float32")


@check("predict_casts")
def test_the_first_cast(student):
    """there are eight predictions, and the first one holds"""
    got = student.predict_casts()
    expect(
        isinstance(got, (list, tuple))
        and len(got) == 8
        and all(type(number) in (int, float) for number in got),
        "Want a list of eight numbers, as the docstring says, got "
        + (
            f"{len(got)} entries" + (", not all of them numbers" if len(got) == 8 else "")
            if isinstance(got, (list, tuple))
            else kind(got)
        ),
    )
    printed = torch.tensor(65519.0).to(torch.float16).item()
    assert_number(
        float(got[0]),
        printed,
        what="cast 1, 65519.0 in fp16",
        rtol=1e-4,
        mistakes={"cast-changes-nothing": 65519.0},
    )
