"""Hidden checks of 01_tensors: other sizes, strides, dtypes and machines."""

import inspect
import random
import textwrap

import numpy as np
import torch

from course.checks import (
    assert_tensor,
    check,
    expect,
    expect_error,
    facts,
    fail,
    mistake,
    shares_storage,
)

from .test_visible import ask_on, merge_or_view_error, write_both_ways

mistake(
    "uniform-not-normal",
    "Your numbers are spread evenly between 0 and 1: that is torch.rand. The n in randn is the "
    "normal distribution.",
)
mistake(
    "one-number-for-all",
    "The tensor is one number that is shown many times: expand makes a view with strides of 0, and writing to one entry "
    "writes to all. A new tensor has memory for each.",
)
mistake(
    "same-without-seed",
    "Two calls without a seed gave the same numbers. A fresh torch.Generator() starts at the same "
    "default seed each time; without a seed, leave it out (generator=None).",
)
mistake(
    "seed-ignored",
    "Two calls with the same seed gave different numbers: the seed does not reach the generator "
    "that draws them, or the generator is not made anew in each call.",
)
mistake(
    "zero-is-a-seed",
    "Other seeds repeat, but 0 does not. 0 is falsy in Python, so `if seed:` takes it for no "
    "seed; ask whether seed is None.",
)
mistake(
    "global-generator-touched",
    "Your call changed torch's global generator, so everybody else in the process now draws other numbers. "
    "torch.manual_seed rewinds it, and a draw that takes no notice of the seed uses it up; a torch.Generator() of "
    "your own leaves it alone.",
)
mistake(
    "handed-out-again",
    "Two calls gave the same memory: what is written to one tensor shows in the next. Make a new one in each call.",
)
mistake(
    "made-contiguous",
    "A contiguous array shares its memory with your tensor, a slice or a transposed one does not: "
    "on the way it was made contiguous, and that copies. A tensor can have strides, too.",
)
mistake(
    "cut-the-graph",
    "All is well but one thing: no gradient can flow back to the input. .detach(), .data, "
    ".tolist(), .numpy() or torch.no_grad() on the way cut the graph.",
)
mistake(
    "squeezed-all-but-the-batch",
    "You spared the first axis and dropped every other one of size 1. The last axis alone is meant.",
)
mistake(
    "machine-not-asked",
    "You did not look at the machine: with GPUs or without, the answer stays the same. Ask the "
    "driver when you are called: torch.cuda.is_available().",
)
mistake(
    "changed-the-dtype",
    "On its way the tensor changed its dtype. Moving is about the place only.",
)
mistake(
    "reshape-never-copies",
    "(b) turns two axes and then re-cuts across them. No stride can say that, so reshape copies.",
)
mistake(
    "list-is-no-slice",
    "(d) picks places by a list. Places in a list need not be evenly spaced, so torch copies them.",
)
mistake(
    "expand-copies",
    "(f) repeats without copying: the new axis has stride 0, one row is read many times.",
)
mistake(
    "slice-drops-axis",
    "In (c), 0:1 is a slice of length one, and a slice keeps its axis. A plain 0 would drop it.",
)
mistake(
    "squeeze-drops-two",
    "In (e), the first axis has size 2. squeeze(0) drops it only if its size is 1.",
)
mistake(
    "permute-is-its-inverse",
    "In (a), permute(2, 0, 1) means: first comes old axis 2, then old axis 0, then old axis 1. "
    "You sent axis 0 to place 2 instead.",
)


def is_float(got):
    """Whether an answer came as float32 numbers."""
    return isinstance(got, torch.Tensor) and got.dtype == torch.float32


def expect_form(got, dtype, shape, what):
    """A tensor of this dtype and shape, whatever its numbers."""
    expect(
        isinstance(got, torch.Tensor),
        f"{what} should be a tensor; got an object of type {type(got).__name__}",
        mistake="returned-nothing" if got is None else None,
    )
    expect(
        got.dtype == dtype and tuple(got.shape) == tuple(shape),
        f"{what} should be {dtype} of shape {tuple(shape)}; got {got.dtype} of shape {tuple(got.shape)}",
        mistake="ignored-dtype" if got.dtype == torch.float32 != dtype else None,
    )


def expect_graph(got, what):
    """The result hangs on the input that required a gradient."""
    expect(
        facts(got).grad_fn is not None,
        f"{what} came from an input that requires a gradient, but is not attached to it",
        mistake="cut-the-graph",
    )


# even_numbers ---------------------------------------------------------------------------------


def expect_even(student, count):
    """The even numbers, in int64; what the known slips yield is named."""
    got = student.even_numbers(count)
    want = torch.tensor([2 * i for i in range(count)], dtype=torch.int64)
    mistakes = {}
    if count > 1:
        mistakes = {
            "stopped-at-count": want[: (count + 1) // 2],
            "started-at-two": want + 2,
            "one-short": want[:-1],
            "one-too-many": torch.cat([want, want[-1:] + 2]),
        }
    if is_float(got):
        mistakes["float-numbers" if count else "empty-list-is-float"] = want
    assert_tensor(got, want, what=f"even_numbers({count})", mistakes=mistakes)


@check("even_numbers", inputs="some dozens of numbers, just one, and some thousands")
def test_any_count(student):
    """even_numbers gives as many numbers as asked for"""
    for count in (random.randrange(20, 60), 1):
        expect_even(student, count)
    expect_even(student, random.randrange(2_100, 2_900))  # past the end of uint8 and of the 16-bit floats


@check("even_numbers", inputs="an odd count, and none at all")
def test_no_numbers_at_all(student):
    """even_numbers(0) is an empty int64 tensor"""
    for count in (2 * random.randrange(3, 9) + 1, 0):
        expect_even(student, count)


# make_tensor ----------------------------------------------------------------------------------


@check(
    "make_tensor",
    inputs="no axes, empty axes, lists, several dtypes",
    hint="Pass `shape` as one argument, without a star, and hand `dtype` through to each branch.",
)
def test_any_shape_and_dtype(student):
    """make_tensor takes any shape and dtype, () and (0, 3) included"""
    for kind, number in (("zeros", 0), ("ones", 1)):
        for shape, dtype in (
            ((3, 1, 5), torch.float64),
            ([2, 7], torch.bool),
            ((), torch.int64),
            ((0, 3), torch.bfloat16),
            (torch.Size((4, 2)), torch.float32),
        ):
            what = f'make_tensor("{kind}", {tuple(shape)}, dtype={dtype})'
            got = student.make_tensor(kind, shape, dtype=dtype)
            expect_form(got, dtype, shape, what)
            assert_tensor(got, torch.full(tuple(shape), number, dtype=dtype), what=what)
    for shape, dtype in (((2, 3, 5), torch.float64), ([4], torch.float16), ((), torch.float32)):
        for seed in (None, 3):
            what = f'make_tensor("normal", {tuple(shape)}, dtype={dtype}, seed={seed})'
            got = student.make_tensor("normal", shape, dtype=dtype, seed=seed)
            expect_form(got, dtype, shape, what)
            expect(
                torch.isfinite(got).all(),
                f"{what} holds nan or infinity",
                hint="Numbers that are drawn from the normal distribution are done. What do you do to them, and what "
                "does it do to a single one?",
            )
    got = student.make_tensor("normal", (0, 3), seed=3)
    expect_form(got, torch.float32, (0, 3), 'make_tensor("normal", (0, 3), seed=3)')


def made_twice(submission, kind, shape):
    """Two tensors, made one right after the other in the guest, with the generator running on."""
    return submission.make_tensor(kind, shape), submission.make_tensor(kind, shape)


def written_to(submission, kind, shape):
    """A tensor one entry of which was set to 7 in the guest."""
    made = submission.make_tensor(kind, shape)
    made[1, 0] = 7.0
    return made


def made_after_a_write(submission, kind, shape, keywords):
    """A tensor, and what the same call makes after the first one was filled with 7."""
    first = submission.make_tensor(kind, shape, **keywords)
    before = first.clone()
    with torch.no_grad():
        first.fill_(7)
    return before, submission.make_tensor(kind, shape, **keywords)


def expect_anew(student, kind, shape, **keywords):
    """What is written to one result does not show in the next."""
    before, second = student.observe(made_after_a_write, kind, shape, keywords)
    assert_tensor(
        second,
        before,
        what=f'make_tensor("{kind}", {shape}) after its first result was filled with 7',
        mistakes={"handed-out-again": torch.full(shape, 7.0)},
    )


@check(
    "make_tensor",
    inputs="thousands of normal numbers, with a seed and without",
    hint="torch.randn draws from the normal distribution; without a seed let it use the global generator.",
)
def test_normal_numbers(student):
    """make_tensor("normal") is standard normal, and new in each call without a seed"""
    shape = (61, 67)
    for keywords in ({}, {"seed": random.randrange(1, 2**31)}):
        how = "with a seed" if keywords else "without a seed"
        got = student.make_tensor("normal", shape, **keywords)
        expect_form(got, torch.float32, shape, f"The normal tensor {how}")
        mean, spread = got.mean().item(), got.std().item()
        expect(
            not (got.min() >= 0 and got.max() <= 1 and 0.2 < spread < 0.4),
            f'make_tensor("normal", {shape}) {how}: all {got.numel()} numbers lie between 0 and 1',
            mistake="uniform-not-normal",
        )
        expect(
            abs(mean) < 0.12 and abs(spread - 1) < 0.1,
            f'make_tensor("normal", {shape}) {how} should have mean 0 and standard deviation 1, '
            f"more or less; got {mean:.2f} and {spread:.2f}",
        )
        beyond_two = (got.abs() > 2).float().mean().item()
        expect(
            0.02 < beyond_two < 0.08,
            "About one normal number in 22 lies more than two standard deviations from 0. "
            f'Of those of make_tensor("normal", {shape}) {how}, it is {beyond_two:.1%}',
        )
        expect(
            got.unique().numel() > 0.9 * got.numel(),
            f'make_tensor("normal", {shape}) {how}: many of the numbers are there more than once',
            hint="Are all of them drawn in one go, from one generator that runs on?",
        )
    first, second = student.observe(made_twice, "normal", (4, 9))
    expect(
        not torch.equal(first, second),
        'make_tensor("normal", (4, 9)) should give new numbers in each call',
        mistake="same-without-seed",
    )


@check(
    "make_tensor",
    inputs="random seeds, and the seed 0",
    hint="Ask `seed is None`; otherwise a new torch.Generator() takes the seed by manual_seed and "
    "goes to torch.randn as generator=...",
)
def test_a_seed_repeats(student):
    """make_tensor("normal", ..., seed=s) gives the same numbers again"""
    shape, seed = (5, 7), random.randrange(1, 2**31)
    first, again, other, zero, zero_again = (
        student.make_tensor("normal", shape, seed=s) for s in (seed, seed, seed + 1, 0, 0)
    )
    for got in (first, again, other, zero, zero_again):
        expect_form(got, torch.float32, shape, "The seeded normal tensor")
    expect(
        torch.equal(first, again),
        f"Two calls with seed={seed} should give the same numbers",
        mistake="seed-ignored",
    )
    expect_anew(student, "normal", shape, seed=seed)
    expect(not torch.equal(first, other), "Two different seeds gave the same numbers")
    expect(
        torch.equal(zero, zero_again),
        "Two calls with seed=0 should give the same numbers",
        mistake="zero-is-a-seed",
    )


def draws_around(submission, shape, seed, outer):
    """What the global generator gives next: undisturbed, and with a seeded call in between."""
    torch.manual_seed(outer)
    torch.rand(3)
    undisturbed = torch.rand(8)
    torch.manual_seed(outer)
    torch.rand(3)
    made = submission.make_tensor("normal", shape, seed=seed)
    return made, undisturbed, torch.rand(8)


@check(
    "make_tensor",
    inputs="a seeded call between two draws of the global generator",
    hint="A torch.Generator() has a manual_seed of its own; torch.randn takes it as generator=...",
)
def test_the_global_generator_is_left_alone(student):
    """make_tensor with a seed leaves torch's global generator as it was"""
    shape, seed, outer = (6, 5), random.randrange(1, 2**31), random.randrange(1, 2**31)
    made, undisturbed, after = student.observe(draws_around, shape, seed, outer)
    expect_form(made, torch.float32, shape, "The seeded normal tensor")
    expect(made.std().item() > 0.1, "The seeded normal tensor holds the same number everywhere")
    expect(
        torch.equal(undisturbed, after),
        "After a call with a seed, the next numbers of torch.rand are others than without it",
        mistake="global-generator-touched",
    )


@check(
    "make_tensor",
    inputs="names of no kind, with other arguments around them",
    hint='raise ValueError(f"... {kind!r} ...") where no branch fits.',
)
def test_other_kinds(student):
    """make_tensor raises ValueError for every other kind, and names it"""
    for kind, want in (("zeros", torch.zeros(3, 2)), ("ones", torch.ones(3, 2))):
        got = student.make_tensor(kind, (3, 2))
        assert_tensor(got, want, what=f'make_tensor("{kind}", (3, 2))')
        changed, want[1, 0] = student.observe(written_to, kind, (3, 2)), 7.0
        assert_tensor(
            changed,
            want,
            what=f'make_tensor("{kind}", (3, 2)) after its entry [1, 0] was set to 7',
            mistakes={"one-number-for-all": torch.full((3, 2), 7.0)},
        )
        expect_anew(student, kind, (4, 3))
    for kind in ("gaussian", "Ones", "zero", "empty", "twos" + str(random.randrange(100, 999))):
        for shape, keywords in (((3, 2), {}), ((), {"dtype": torch.float64, "seed": 5})):
            with expect_error("ValueError", what=f"make_tensor({kind!r}, {shape})", naming=kind):
                student.make_tensor(kind, shape, **keywords)


# share_with_numpy -----------------------------------------------------------------------------


@check("share_with_numpy", inputs="several dtypes and numbers of axes")
def test_many_dtypes(student):
    """share_with_numpy keeps dtype and memory for any kind of number"""
    numbers = np.random.randint(1, 100, size=(3, 2, 5))
    for dtype in ("float64", "uint8", "complex64", "int32"):
        array = numbers.astype(dtype)
        want = torch.tensor(numbers.tolist(), dtype=getattr(torch, dtype))
        got = student.share_with_numpy(array)
        assert_tensor(
            got,
            want,
            what=f"the tensor over a {dtype} array",
            mistakes={"converted-to-float": want} if is_float(got) else {},
        )
        in_tensor, in_array = student.observe(write_both_ways, array, (2, 1, 3), 101, 102)
        expect(
            (in_tensor, in_array) == (101, 102),
            f"What we wrote to a {dtype} array (or to the tensor) did not show on the other side",
            mistake="copied-the-array",
        )
    flags = np.array([True, False, True, False, False])
    assert_tensor(
        student.share_with_numpy(flags),
        torch.tensor([True, False, True, False, False]),
        what="the tensor over a bool array",
    )
    in_tensor, in_array = student.observe(write_both_ways, flags, (1,), True, False)
    expect(
        (in_tensor, in_array) == (True, False),
        "What we wrote to a bool array (or to the tensor) did not show on the other side",
        mistake="copied-the-array",
    )


def write_to_slices(submission, array, value):
    """Writes to a slice and to a turned array: the tensors, and what they show of it."""
    seen = []
    for turn in (lambda a: a, lambda a: a[1::2, 1:], lambda a: a.T):
        part = turn(np.array(array))
        tensor = submission.share_with_numpy(part)
        before = tensor.clone()
        part[1, 2] = value
        seen.append((before, tensor[1, 2].item()))
    return seen


@check("share_with_numpy", inputs="slices and transposed arrays")
def test_strides_are_shared_too(student):
    """share_with_numpy shares slices and transposed arrays as well"""
    array = np.random.randint(1, 100, size=(6, 5))
    want = torch.tensor(array.tolist())
    # The shapes first: a wrong one would make the probe stumble.
    for part, wanted, what in (
        (array, want, "an array"),
        (array[1::2, 1:], want[1::2, 1:], "a slice"),
    ):
        got = student.share_with_numpy(part)
        assert_tensor(
            got,
            wanted,
            what=f"the tensor over {what} of int64",
            mistakes={"converted-to-float": wanted} if is_float(got) else {},
        )
    whole, part, turned = student.observe(write_to_slices, array, 777)
    expect(
        whole[1] == 777,
        "What we wrote to the whole array did not show in the tensor",
        mistake="copied-the-array",
    )
    assert_tensor(turned[0], want.T, what="the tensor over a transposed array")
    for name, (_, seen) in (("a slice", part), ("a transposed array", turned)):
        expect(
            seen == 777,
            f"What we wrote to {name} did not show in the tensor",
            mistake="made-contiguous",
        )


# to_rows --------------------------------------------------------------------------------------


def expect_rows(student, x, width, what):
    """Rows of neighbours, in the storage of x."""
    flat = x.detach().flatten()
    assert_tensor(
        student.to_rows(x, width),
        torch.stack([flat[i : i + width] for i in range(0, flat.numel(), width)]),
        what=what,
        mistakes={
            "width-as-height": flat.reshape(width, -1),
            "dealt-down-columns": flat.reshape(width, -1).T,
        },
    )
    outcome = student.call("to_rows", x, width)
    expect(
        shares_storage(outcome.value, outcome.args[0]),
        f"{what}: the numbers are right, but lie in memory of their own",
        mistake="copied-the-rows",
    )
    return outcome.value


@check("to_rows", inputs="three axes; a slice from the middle of a longer tensor")
def test_any_shape_in_rows(student):
    """to_rows cuts any contiguous tensor, also one in the middle of its storage"""
    x = torch.randint(0, 1000, (3, 4, 5))
    expect_rows(student, x, random.choice((6, 10, 15)), "to_rows of a (3, 4, 5) tensor")
    middle = torch.randn(11, 6)[2:9]
    expect_rows(student, middle, random.choice((14, 21)), "to_rows of a slice of shape (7, 6)")


@check("to_rows", inputs="an input that requires a gradient; rows that get longer or shorter")
def test_gradients_flow_through_rows(student):
    """to_rows keeps the way back for gradients"""
    x = torch.randn(4, 9, requires_grad=True)
    for width in (3, 18):
        expect_graph(expect_rows(student, x, width, "to_rows of a (4, 9) tensor"), "The result")


# channels_first -------------------------------------------------------------------------------


def expect_channels(student, image, what):
    """The channels of the image, one after the other."""
    plain = image.detach()
    height, width, channels = plain.shape
    got = student.channels_first(image)
    want = torch.stack([plain[:, :, c] for c in range(channels)])
    mistakes = {
        "reshaped-the-image": plain.reshape(channels, height, width),
        "axes-reversed": plain.permute(2, 1, 0),
        "rotated-backwards": plain.permute(1, 2, 0),
        "scaled-to-unit": plain.permute(2, 0, 1) / 255,
        "added-a-batch": plain.permute(2, 0, 1)[None],
    }
    if is_float(got) and plain.dtype != torch.float32:
        mistakes["converted-to-float"] = want
    assert_tensor(got, want, what=f"channels_first of {what}", mistakes=mistakes)
    return got


@check("channels_first", inputs="bytes with three channels, a crop with four")
def test_images_and_crops(student):
    """channels_first turns images of any dtype, and crops"""
    image = torch.randint(0, 256, (5, 7, 3), dtype=torch.uint8)
    expect_channels(student, image, "a uint8 image of shape (5, 7, 3)")
    crop = torch.rand(9, 8, 4)[1:7, 2:7]
    expect_channels(student, crop, "a crop of shape (6, 5, 4)")


@check("channels_first", inputs="two channels; an image that requires a gradient")
def test_gradients_flow_through_images(student):
    """channels_first keeps the way back for gradients"""
    image = torch.rand(3, 5, 2, requires_grad=True)
    expect_graph(expect_channels(student, image, "an image of shape (3, 5, 2)"), "The result")


# split_heads ----------------------------------------------------------------------------------


def expect_split(student, x, heads):
    """Head by head, cut from the width of the tokens."""
    plain = x.detach()
    batch, seq, width = plain.shape
    dim = width // heads
    cut = plain.reshape(batch, seq, heads, dim)
    what = f"split_heads of shape {tuple(plain.shape)} with num_heads={heads}"
    mistakes = {
        "reshaped-to-heads": plain.reshape(batch, heads, seq, dim),
        "heads-not-moved": cut,
        "dim-before-heads": plain.reshape(batch, seq, dim, heads).permute(0, 3, 1, 2),
        "sequence-last": cut.permute(0, 2, 3, 1),
        "heads-before-batch": cut.permute(2, 0, 1, 3),
    }
    got = student.split_heads(x, heads)
    want = torch.stack([plain[:, :, h * dim : (h + 1) * dim] for h in range(heads)], dim=1)
    assert_tensor(got, want, what=what, mistakes=mistakes)
    return got


@check("split_heads", points=2, inputs="other batches, lengths and numbers of heads")
def test_heads_come_before_the_sequence(student):
    """split_heads moves the heads in front of the sequence"""
    expect_split(student, torch.randn(2, 5, 12), 3)
    expect_split(student, torch.randint(0, 1000, (4, 3, 10)), 5)
    # One head alone would hide every mistake; it comes after two that do not.
    expect_split(student, torch.randn(3, 2, 7), 1)


@check("split_heads", inputs="a lone request; tokens that require a gradient")
def test_gradients_flow_through_heads(student):
    """split_heads keeps the way back for gradients"""
    for shape, heads in (((3, 4, 10), 2), ((1, 6, 12), 4)):
        got = expect_split(student, torch.randn(shape, requires_grad=True), heads)
        expect_graph(got, "The result")


# merge_heads ----------------------------------------------------------------------------------


def expect_merged(student, x, what):
    """Each token collects its pieces from all heads."""
    plain = x.detach()
    batch, heads, seq, dim = plain.shape
    target = (batch, seq, heads * dim)
    got = student.observe(merge_or_view_error, x)
    if isinstance(got, str):
        fail(f"merge_heads of {what} raised torch's error: {got}", mistake="view-after-turn")
    assert_tensor(
        got,
        torch.cat([plain[:, h] for h in range(heads)], dim=-1),
        what=f"merge_heads of {what}",
        mistakes={
            "not-turned-back": plain.reshape(target),
            "dim-before-heads": plain.permute(0, 2, 3, 1).reshape(target),
            "heads-averaged": plain.mean(1) if plain.is_floating_point() else plain.sum(1),
        },
    )
    return got


@check("merge_heads", points=2, inputs="contiguous heads, turned ones, a slice")
def test_any_strides(student):
    """merge_heads takes heads however they lie in memory"""
    expect_merged(student, torch.randn(2, 3, 5, 4), "contiguous heads of shape (2, 3, 5, 4)")
    turned = torch.randn(3, 7, 2, 5).transpose(1, 2)
    expect_merged(student, turned, "turned heads of shape (3, 2, 7, 5)")
    cut = torch.randn(2, 5, 9, 3)[:, 1:5, ::2]
    expect_merged(student, cut, "sliced heads of shape (2, 4, 5, 3)")


@check("merge_heads", inputs="what split_heads gives; heads that require a gradient")
def test_the_inverse_of_split_heads(student, reference):
    """merge_heads undoes split_heads, and lets gradients through"""
    tokens = torch.randn(2, 6, 15)
    heads = reference.split_heads(tokens, 5)
    assert_tensor(
        student.merge_heads(heads),
        tokens,
        what="merge_heads of split heads",
        mistakes={
            "not-turned-back": heads.reshape(2, 6, 15),
            "dim-before-heads": heads.permute(0, 2, 3, 1).reshape(2, 6, 15),
        },
    )
    x = torch.randn(1, 4, 3, 2, requires_grad=True)
    expect_graph(expect_merged(student, x, "one request with four heads"), "The result")


# drop_last_unit -------------------------------------------------------------------------------


def expect_dropped(student, x):
    """The last axis is gone if its size was 1, and nothing else."""
    plain = x.detach()
    shape = tuple(plain.shape)
    want = plain.reshape(shape[:-1]) if shape[-1] == 1 else plain
    one_by_one = plain
    while one_by_one.dim() > 1 and one_by_one.shape[-1] == 1:
        one_by_one = one_by_one[..., 0]
    slips = [
        ("squeezed-every-axis", plain.squeeze()),
        ("squeezed-all-but-the-batch", plain.squeeze(tuple(range(1, plain.dim())))),
        ("counted-from-the-front", plain.squeeze(0)),
        ("counted-from-the-front", plain.squeeze(1)),
        ("flattened", plain.flatten()),
        ("none of ours", plain.flatten(1)),
        ("none of ours", plain),
        ("none of ours", one_by_one),
        ("none of ours", want),
    ]
    if plain.numel():
        slips.append(("dropped-without-looking", plain[..., 0]))
    # A slip is evidence only where no other slip yields that shape.
    own = {
        name: value
        for name, value in slips
        if all(name == other or value.shape != seen.shape for other, seen in slips)
    }
    own.pop("none of ours", None)
    got = student.drop_last_unit(x)
    assert_tensor(got, want, what=f"drop_last_unit of shape {shape}", mistakes=own)
    return got


@check("drop_last_unit", inputs="more axes, other axes of size one, empty batches")
def test_only_the_last_axis_goes(student):
    """drop_last_unit drops the last axis of size one, never another"""
    for shape in ((1, 1, 4, 3, 1), (1, 4, 3, 1), (4, 1, 3, 1), (1, 6, 1), (3, 1, 1), (1, 1), (0, 1)):
        expect_dropped(student, torch.randn(shape))


@check("drop_last_unit", inputs="last axes that must stay; an input that requires a gradient")
def test_other_last_axes_stay(student):
    """drop_last_unit leaves a longer last axis alone, and lets gradients through"""
    for shape in ((1, 1, 2, 1, 4), (1, 3, 4), (3, 1, 5, 2), (1, 7), (2, 0)):
        expect_dropped(student, torch.randn(shape))
    x = torch.randn(2, 3, 1, requires_grad=True)
    expect_graph(expect_dropped(student, x), "The result")


# best_device ----------------------------------------------------------------------------------


def expect_index(got, gpus, where):
    """The device has no number, or one that there is."""
    expect(
        got.index is None or got.index < max(gpus, 1),
        f"{where}, and best_device() was {got}",
        mistake="no-such-index",
    )


@check("best_device", inputs="pretended machines: without a GPU, with one, with eight")
def test_the_answer_follows_the_machine(student):
    """best_device is CUDA where the driver sees a GPU, else the CPU"""
    seen = [(gpus, *student.observe(ask_on, gpus)) for gpus in (0, 1, 8)]
    never_asked = not any(asked for _, _, asked in seen)
    for gpus, got, asked in seen:
        if gpus and "wake up" in asked:
            continue  # it tries the GPU itself, and ours is pretended; a real one will tell
        slips = {str: "string-not-device", type(None): "returned-nothing"}
        expect(
            isinstance(got, torch.device),
            "best_device() should be a torch.device; got an object of type "
            f"{getattr(got, 'type_name', type(got).__name__)}",
            mistake=slips.get(type(got)),
        )
        expect(
            got.type == ("cuda" if gpus else "cpu"),
            f"We pretended a machine with a torch built for CUDA and {gpus or 'no'} GPU(s): there, "
            f"best_device() was of type {got.type}",
            mistake="machine-not-asked" if never_asked else None,
        )
        expect_index(got, gpus, f"We pretended a machine with {gpus or 'no'} GPU(s)")


@check("best_device", cuda=True, inputs="the GPU of this machine")
def test_the_real_gpu(student):
    """best_device finds the GPU that is really there"""
    got = student.best_device()
    expect(
        isinstance(got, torch.device) and got.type == "cuda",
        f"This machine has a GPU, and best_device() was {got}",
    )
    gpus = torch.cuda.device_count()
    expect_index(got, gpus, f"This machine has {gpus} GPU(s)")


# move_to --------------------------------------------------------------------------------------


def move_and_look(submission, x, device, first=None):
    """Moves x (after an own move to `first`) and describes what came back."""
    if first is not None:
        x = x.to(first)
    at, was = str(x.device), x.dtype
    moved = submission.move_to(x, device)
    if not isinstance(moved, torch.Tensor):
        return {"type": type(moved).__name__}
    return {
        "type": "Tensor",
        "device": str(moved.device),
        "dtype": str(moved.dtype),
        "shape": list(moved.shape),
        "is_x": moved is x,
        "same_memory": moved.device.type == x.device.type == "cpu"
        and moved.untyped_storage().data_ptr() == x.untyped_storage().data_ptr(),
        "graph": moved.grad_fn is not None,
        "x_stayed": str(x.device) == at and x.dtype == was,
    }


def expect_a_tensor(seen, what):
    """Not None, and nothing else either."""
    expect(
        seen["type"] == "Tensor",
        f"{what} should be a tensor; got an object of type {seen['type']}",
        mistake="returned-nothing" if seen["type"] == "NoneType" else None,
    )


def expect_moved(seen, x, device, what):
    """The result is another tensor with the same dtype and shape, on the device."""
    expect_a_tensor(seen, what)
    expect(seen["x_stayed"], f"{what}: x itself was changed; it should stay where it is")
    expect(
        seen["device"].startswith(device),
        f"{what} should lie on {device}; it lies on {seen['device']}",
        mistake="moved-and-dropped" if seen["is_x"] else None,
    )
    expect(
        seen["dtype"] == str(x.dtype),
        f"{what} should keep its dtype, {x.dtype}; got {seen['dtype']}",
        mistake="changed-the-dtype",
    )
    expect(
        seen["shape"] == list(x.shape),
        f"{what} should keep its shape, {tuple(x.shape)}; got {tuple(seen['shape'])}",
    )


def expect_home(seen, what, mistake):
    """The very tensor that went in."""
    expect_a_tensor(seen, what)
    expect(
        seen["is_x"] or not seen["same_memory"],
        f"{what} gave another tensor over the same memory (a detach or a view?), not x itself",
        mistake="another-label" if mistake == "copied-though-there" else mistake,
    )
    expect(
        seen["is_x"],
        f"{what}: x is already there, and the result is another tensor, on {seen['device']}",
        mistake=mistake if seen["device"] == "cpu" else None,
    )


@check("move_to", points=2, inputs="other dtypes, strings and devices, an input with a gradient")
def test_a_real_move(student):
    """move_to gives a tensor on the other device, with dtype, shape and graph kept"""
    for x in (torch.randint(0, 9, (3, 4)), torch.randn(2, 5, 3, dtype=torch.float64)):
        for device in ("meta", torch.device("meta")):
            seen = student.observe(move_and_look, x, device)
            expect_moved(seen, x, "meta", f"move_to of a {x.dtype} tensor to {device!r}")
    x = torch.randn(4, 3, requires_grad=True)
    seen = student.observe(move_and_look, x, "meta")
    expect_moved(seen, x, "meta", 'move_to(x, "meta")')
    expect(
        seen["graph"],
        "The moved tensor should be attached to x, which requires a gradient",
        mistake="cut-the-graph",
    )


@check("move_to", inputs="tensors that are at home already, turned or with a gradient")
def test_nothing_to_do(student):
    """move_to gives x itself where nothing has to move"""
    plain = torch.randn(3, 5)
    seen = student.observe(move_and_look, plain, "meta")
    expect_moved(seen, plain, "meta", 'move_to(x, "meta")')
    for name, x in (
        ("an int64 tensor", torch.randint(0, 9, (2, 7))),
        ("a transposed tensor", torch.randn(4, 6).T),
        ("a tensor that requires a gradient", torch.randn(5, 2, requires_grad=True)),
    ):
        seen = student.observe(move_and_look, x, torch.device("cpu"))
        expect_home(seen, f'move_to of {name} to torch.device("cpu")', "copied-though-there")
        seen = student.observe(move_and_look, x, "cpu")
        expect_home(seen, f'move_to of {name} to "cpu"', "device-is-no-string")
    seen = student.observe(move_and_look, plain, torch.device("meta"), "meta")
    expect_home(seen, "move_to of a meta tensor to meta", None)


def there_and_back(submission, x):
    """Through the GPU and home again: where it was, and what arrived."""
    there = submission.move_to(x, "cuda")
    same = submission.move_to(there, "cuda") is there
    back = submission.move_to(there, torch.device("cpu"))
    return str(there.device), there.cpu(), same, str(back.device), back


@check("move_to", cuda=True, inputs="a tensor that goes to the GPU and back")
def test_through_the_gpu_and_back(student):
    """move_to really moves to a GPU and back, numbers and all"""
    x = torch.randn(7, 4)
    where, there, same, home, back = student.observe(there_and_back, x)
    expect(where.startswith("cuda"), f'move_to(x, "cuda") should lie on cuda; it lies on {where}')
    assert_tensor(there, x, what="the tensor on the GPU")
    expect(
        same,
        "The tensor was on the GPU already, and move_to made another one",
        mistake="copied-though-there",
    )
    expect(home == "cpu", f"The way back should end on the cpu; it ended on {home}")
    assert_tensor(back, x, what="the tensor after its way back")


# predict_shapes -------------------------------------------------------------------------------


def printed(function):
    """Runs the program in the docstring; what it prints, line by line."""
    program = inspect.getdoc(function).split("\n\n", 1)[1].split("Returns:")[0]
    rows = []
    exec(textwrap.dedent(program), {"torch": torch, "print": lambda *row: rows.append(row)})
    return rows


def read_prediction(student):
    """Six pairs of a shape and a bool, or the check fails."""
    got = student.predict_shapes()
    well_formed = isinstance(got, (list, tuple)) and len(got) == 6
    well_formed = well_formed and all(
        isinstance(pair, (list, tuple))
        and len(pair) == 2
        and isinstance(pair[0], (list, tuple))
        and isinstance(pair[1], bool)
        for pair in got
    )
    expect(well_formed, "predict_shapes() should give six pairs: a shape, and True or False")
    return [(tuple(shape), shared) for shape, shared in got]


@check("predict_shapes", inputs="the six lines of the docstring: their shapes")
def test_six_shapes(student, reference):
    """predict_shapes knows the shape of each line"""
    got, truth = read_prediction(student), printed(reference.predict_shapes)
    slips = {
        ("a", (3, 4, 2)): "permute-is-its-inverse",
        ("c", (2, 4)): "slice-drops-axis",
        ("e", (3, 4)): "squeeze-drops-two",
    }
    for letter, (shape, _), (want, _) in zip("abcdef", got, truth, strict=False):
        right = sum(mine[0] == true[0] for mine, true in zip(got, truth, strict=False))
        expect(
            shape == want,
            f"{right} of 6 shapes are right. The shape of ({letter}) is not {shape}",
            mistake=slips.get((letter, shape)),
        )


@check("predict_shapes", inputs="the six lines of the docstring: their memory")
def test_who_shares_memory(student, reference):
    """predict_shapes knows which lines share memory with x"""
    got, truth = read_prediction(student), printed(reference.predict_shapes)
    slips = {
        ("a", False): "turning-copies",
        ("b", True): "reshape-never-copies",
        ("d", True): "list-is-no-slice",
        ("f", False): "expand-copies",
    }
    for letter, (_, shared), (_, want) in zip("abcdef", got, truth, strict=False):
        right = sum(mine[1] == true[1] for mine, true in zip(got, truth, strict=False))
        expect(
            shared == want,
            f"{right} of 6 answers about memory are right; ({letter}) is one that is not",
            mistake=slips.get((letter, shared)),
        )
