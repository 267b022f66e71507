"""Checks of 01_tensors that you may read, run and follow by hand."""

import numpy as np
import torch

from course.checks import (
    assert_equal,
    assert_tensor,
    check,
    expect,
    expect_error,
    fail,
    mistake,
    shares_storage,
    task,
)

# Tasks, in the order of the lesson ---------------------------------------------------------

task(
    "even_numbers",
    hints=(
        "torch.arange(start, end, step) counts and stops before `end`.",
        "You are given how many numbers, arange wants to know where to stop: with steps of "
        "two, `count` of them reach twice as far.",
    ),
)
task(
    "make_tensor",
    hints=(
        "One branch per kind, and a raise at the end for all others. Pass `shape` as one "
        "argument and hand `dtype` through.",
        "For a seed, make a torch.Generator(), call its manual_seed, and give it to torch.randn "
        "as generator=...; without a seed (`seed is None`) generator=None is right.",
    ),
)
task(
    "share_with_numpy",
    hints=(
        "torch.tensor always copies. Which door in the lesson's table shares?",
        "torch.from_numpy, and nothing after it: a change of dtype would copy again.",
    ),
)
task(
    "to_rows",
    hints=(
        "A new label on the same row of numbers: view.",
        "A row has `width` numbers, so that is the last size; torch can work out the first "
        "one if you write -1.",
    ),
)
task(
    "channels_first",
    hints=(
        "The axes change places, the numbers of a pixel stay together: permute, not reshape.",
        "permute lists, for each new axis, the number of the old one: which old axis comes first now?",
    ),
)
task(
    "split_heads",
    hints=(
        "Two moves: first re-cut the last axis into (num_heads, dim).",
        "Then swap the head axis with the sequence axis: of (batch, seq, heads, dim) those are axes 1 and 2.",
    ),
)
task(
    "merge_heads",
    hints=(
        "Undo split_heads backwards: first swap the axes back, then fuse the last two.",
        "After the swap the numbers do not lie in the order of the axes: fuse with reshape, "
        "or with .contiguous() before view.",
    ),
)
task(
    "drop_last_unit",
    hints=(
        "squeeze takes the number of the axis that you mean.",
        "Counted from the end, the last axis is -1; an axis that is not of size one, squeeze leaves alone.",
    ),
)
task(
    "best_device",
    hints=(
        "Ask the driver what it sees here and now, not the wheel what it was built for.",
        "The lesson's table has the question to the driver; mind the parentheses of the call. Return an object, "
        "torch.device(...), made from one of two names.",
    ),
)
task(
    "move_to",
    hints=(
        ".to(...) gives a result. What happens to it in your code?",
        "Return what .to gives you, and nothing else: if x is already there, that is x itself.",
    ),
)
task(
    "predict_shapes",
    hints=(
        "Go line by line: is only the label rewritten (view, permute, slice, squeeze, expand), "
        "or must numbers be moved?",
        "Numbers must move where strides cannot say it: after a turn that is then re-cut, "
        "and for a list of places.",
    ),
)

# Mistakes that we can recognise -------------------------------------------------------------

mistake(
    "stopped-at-count",
    "You stopped counting at `count`, so about half of the numbers are there. The second "
    "argument of arange is where to stop, and `count` is how many.",
)
mistake(
    "started-at-two",
    "You started at 2. Zero is even, and it is the first number asked for.",
)
mistake(
    "one-short",
    "The last number is missing: arange stops before `end`, so `end` lies behind the last "
    "number that you want.",
)
mistake(
    "one-too-many",
    "There is one number too many: `end` lies so far out that one more step fits.",
)
mistake(
    "float-numbers",
    "The numbers are right, but they are floats. One float on the way (2.0, linspace, "
    "torch.Tensor) makes all of them floats; indices and counts are int64.",
)
mistake(
    "empty-list-is-float",
    "With nothing to count your tensor turns into floats: torch.tensor([]) has no number to "
    "tell the dtype from and falls back to float32. Say the dtype, or use arange.",
)
mistake(
    "ignored-dtype",
    "The tensor is float32 whatever dtype was asked for: `dtype` does not reach the function that makes it.",
)
mistake(
    "converted-to-float",
    "The values are right, but they became float32 on the way. torch.Tensor (capital T) and "
    ".float() do that; the dtype that came in was to be kept.",
)
mistake(
    "copied-the-array",
    "The tensor has memory of its own: what is written to the array does not show in it. "
    "torch.tensor, .clone() and every change of dtype copy.",
)
mistake(
    "width-as-height",
    "You made `width` rows. `width` is how long a row is, so it is the last size.",
)
mistake(
    "dealt-down-columns",
    "The shape is right, but the numbers run down the columns: you cut `width` long pieces and "
    "turned them. A row holds neighbours.",
)
mistake(
    "copied-the-rows",
    "The rows are right, but they lie in memory of their own: somewhere on the way the "
    "numbers were copied (clone, contiguous, stack, tensor, ...).",
)
mistake(
    "reshaped-the-image",
    "You reshaped to the target shape. That deals out the file's numbers in their old order, so "
    "colours end up as places. The axes must change places: permute.",
)
mistake(
    "axes-reversed",
    "The channels are in front, but height and width changed places as well: the image lies on "
    "its side. You reversed all the axes (or swapped the first with the last).",
)
mistake(
    "rotated-backwards",
    "The axes went round the wrong way: this is (width, channels, height). permute lists, for "
    "each new axis, the number of the old one.",
)
mistake(
    "added-a-batch",
    "You added an axis in front. Three axes in, three axes out.",
)
mistake(
    "scaled-to-unit",
    "The axes are right, but the numbers were turned into floats and divided by 255, as "
    "torchvision's ToTensor does. Here only the axes were to change.",
)
mistake(
    "reshaped-to-heads",
    "You reshaped straight to the target shape. Row-major order then deals out pieces of one "
    "token as if they were other tokens. First re-cut the last axis, then swap two axes.",
)
mistake(
    "heads-not-moved",
    "The last axis is split well, but the heads still stand behind the sequence: "
    "(batch, seq, heads, dim). Now swap the two.",
)
mistake(
    "dim-before-heads",
    "You took the axis of heads * dim as (dim, heads). The numbers of one head lie side by side, "
    "so the head number changes slowly: (heads, dim).",
)
mistake(
    "sequence-last",
    "The heads are in front, but the sequence went to the end: (batch, heads, dim, seq). Only two "
    "axes change places.",
)
mistake(
    "heads-before-batch",
    "The heads stand in front of the batch: (heads, batch, seq, dim). The batch stays in front; a stack that "
    "is not told where, or a permute that begins with the heads, pushes it back.",
)
mistake(
    "view-after-turn",
    "`view` cannot fuse two axes that were turned, since that needs the numbers moved. Use "
    "reshape, or .contiguous() before view.",
)
mistake(
    "not-turned-back",
    "You fused the axes without swapping heads and sequence back first. The shape fits, but each "
    "row now mixes the tokens of one head. It trains without an error, too.",
)
mistake(
    "heads-averaged",
    "The heads were summed or averaged. They are to lie side by side: (batch, seq, heads * dim).",
)
mistake(
    "squeezed-every-axis",
    "Every axis of size one went, the batch of a lone request as well; a bare squeeze() does that.",
)
mistake(
    "dropped-without-looking",
    "You dropped the last axis although its size is not 1, and lost the numbers behind the first one.",
)
mistake(
    "counted-from-the-front",
    "You squeezed an axis counted from the front. Which one is last depends on how many there "
    "are: count from the end.",
)
mistake(
    "flattened",
    "All axes became one. Only a last axis of size one was to go.",
)
mistake(
    "string-not-device",
    "You returned a string. It works in .to(...), but it has no .type and no .index: wrap it in "
    "torch.device.",
)
mistake(
    "cuda-without-asking",
    "You answered cuda on a machine without a GPU, and never asked the driver. Either the answer "
    "is fixed, or the condition is always true: is_available without its parentheses is, and "
    "so is whatever describes the wheel instead of the machine.",
)
mistake(
    "no-such-index",
    "The device has a number that no device of this machine has. They are counted from 0, so the number of the last "
    "one is one less than how many there are.",
)
mistake(
    "moved-and-dropped",
    "You gave back the old tensor, still where it was. .to(...) does not move a tensor; it makes a new one, and that "
    "is the one to return. And it is the device that was passed in that says where to.",
)
mistake(
    "copied-though-there",
    "The tensor was already on the device, and you made another one. A copy for nothing costs "
    "memory and time.",
)
mistake(
    "another-label",
    "No number was copied, but you made a new label over the memory of x, as a detach or a view does: it is another "
    "tensor, and if it is detached, no gradient gets back. Where nothing has to move, there is nothing to make.",
)
mistake(
    "device-is-no-string",
    'With torch.device("cpu") you recognise that x is already there, with "cpu" you do not: '
    'x.device == "cpu" is False, since a device is no string. .to(...) understands both.',
)

mistake(
    "turning-copies",
    "permute and transpose never move a number: they shuffle the strides on the label.",
)

# Probes: they run beside your code and report what a value alone cannot show ----------------


def write_both_ways(submission, array, place, first, second):
    """Writes to the array and reads the tensor, then the other way round."""
    array = np.array(array)  # one that is ours to write to
    tensor = submission.share_with_numpy(array)
    array[place] = first
    in_tensor = tensor[place].item()
    tensor[place] = second
    return in_tensor, array[place].item()


def merge_or_view_error(submission, x):
    """The merged heads, or the text of torch's error about view."""
    try:
        return submission.merge_heads(x)
    except RuntimeError as error:
        if "view size is not compatible" in str(error):
            return str(error).split(" (")[0]
        raise


def ask_on(submission, gpus):
    """Calls best_device on a pretended machine: a wheel for CUDA, a driver that sees `gpus` GPUs.

    Tells the answer and what the driver was asked. A function that asks nothing may hand out
    what was found when the file was loaded, before we pretended. So the file is run once more
    on this machine, and its answer counts if the driver is asked now.
    """
    import ast
    import io
    from contextlib import ExitStack, redirect_stdout, suppress
    from pathlib import Path
    from unittest.mock import patch

    from course.sandbox.cells import FUTURE, split_pieces

    asked = []

    def load_again():
        """The names of the file, statement by statement: as in a notebook, one that fails stops no other."""
        path, flags, pieces = submission.__file__, 0, []
        text = Path(path).read_text(encoding="utf-8", errors="surrogatepass")
        try:
            pieces = [ast.parse(text)]
        except SyntaxError:  # a command of a notebook, or a function that is not finished
            for _, piece in split_pieces(text):
                with suppress(SyntaxError):
                    pieces.append(ast.parse(piece))
        names = {"__name__": submission.__name__, "__file__": path}
        for statement in (statement for piece in pieces for statement in piece.body):
            if isinstance(statement, ast.Expr):
                continue  # binds no name; it may print, or ask for checks
            with suppress(Exception, SystemExit):
                code = compile(ast.Module([statement], []), path, "exec", flags, dont_inherit=True)
                flags |= code.co_flags & FUTURE
                exec(code, names)
        return names

    def count():
        asked.append("how many?")
        return gpus

    def initialise():
        asked.append("wake up")
        raise RuntimeError("this machine has no real GPU")

    if hasattr(submission.best_device, "cache_clear"):
        submission.best_device.cache_clear()
    with ExitStack() as machine:
        for where, name, value in (
            (torch._C, "_cuda_getDeviceCount", count),
            (torch._C, "_accelerator_getAccelerator", lambda: torch.device("cuda")),
            (torch.cuda, "_device_count_nvml", count),
            (torch.cuda, "_cached_device_count", None),
            (torch.cuda, "_lazy_init", initialise),
            (torch.backends.cuda, "is_built", lambda: True),
            (torch.version, "cuda", "13.0"),
        ):
            machine.enter_context(patch.object(where, name, value, create=True))
        try:
            got = submission.best_device()
            if not asked:
                machine.enter_context(redirect_stdout(io.StringIO()))
                with suppress(Exception, SystemExit):  # if it cannot be run again, the first answer counts
                    again = load_again()["best_device"]()
                    got = again if asked else got
            return got, asked
        except RuntimeError:
            if gpus and "wake up" in asked:  # it used the GPU that we only pretend
                return None, asked
            raise


def move(submission, x, device):
    """Calls move_to and tells what came back, and whether it is x itself or has its memory."""
    moved = submission.move_to(x, device)
    if not isinstance(moved, torch.Tensor):
        return type(moved).__name__, "no device", False, False
    there = moved.device.type == x.device.type == "cpu"
    same = there and moved.untyped_storage().data_ptr() == x.untyped_storage().data_ptr()
    return "Tensor", str(moved.device), moved is x, same


def _is_float(value):
    """Whether an answer came as float32 numbers."""
    return isinstance(value, torch.Tensor) and value.dtype == torch.float32


def _quoted(device):
    """A device or its name, as one writes it."""
    return f'"{device}"' if isinstance(device, str) else f'torch.device("{device}")'


def _in_words(value):
    """A short description of an answer that has the wrong form."""
    if isinstance(value, (list, tuple)):
        return f"a {type(value).__name__} of {len(value)}"
    if value is None:
        return "None"
    return f"an object of type {getattr(value, 'type_name', type(value).__name__)}"


# Checks ---------------------------------------------------------------------------------------


@check("even_numbers")
def test_four_even_numbers(student):
    """even_numbers(4) is 0, 2, 4, 6"""
    want = torch.tensor([0, 2, 4, 6])
    got = student.even_numbers(4)
    mistakes = {
        "stopped-at-count": torch.tensor([0, 2]),
        "started-at-two": torch.tensor([2, 4, 6, 8]),
        "one-short": torch.tensor([0, 2, 4]),
        "one-too-many": torch.tensor([0, 2, 4, 6, 8]),
    }
    if _is_float(got):
        mistakes["float-numbers"] = want
    assert_tensor(got, want, what="even_numbers(4)", mistakes=mistakes)


@check("make_tensor")
def test_zeros_and_ones(student):
    """make_tensor gives zeros, and ones of the dtype asked for"""
    assert_tensor(
        student.make_tensor("zeros", (2, 3)),
        torch.tensor([[0.0, 0.0, 0.0], [0.0, 0.0, 0.0]]),
        what='make_tensor("zeros", (2, 3))',
    )
    want = torch.tensor([1, 1, 1, 1])
    got = student.make_tensor("ones", (4,), dtype=torch.int64)
    assert_tensor(
        got,
        want,
        what='make_tensor("ones", (4,), dtype=torch.int64)',
        mistakes={"ignored-dtype": want} if _is_float(got) else {},
    )


@check("make_tensor", hint="End with raise ValueError(...), and put `kind` into its message.")
def test_an_unknown_kind_is_refused(student):
    """make_tensor knows its kinds, and refuses "cubes" with a ValueError that names it"""
    for kind, want in (("zeros", [0.0, 0.0]), ("ones", [1.0, 1.0])):
        got = student.make_tensor(kind, (2,))
        assert_tensor(got, torch.tensor(want), what=f'make_tensor("{kind}", (2,))')
    with expect_error("ValueError", what='make_tensor("cubes", (2,))', naming="cubes"):
        student.make_tensor("cubes", (2,))


@check("share_with_numpy")
def test_a_write_shows_on_both_sides(student):
    """share_with_numpy: what is written to one shows in the other"""
    array = np.array([[1, 2, 3], [4, 5, 6]], dtype=np.int16)
    want = torch.tensor([[1, 2, 3], [4, 5, 6]], dtype=torch.int16)
    got = student.share_with_numpy(array)
    assert_tensor(
        got,
        want,
        what="the tensor over an int16 array",
        mistakes={"converted-to-float": want} if _is_float(got) else {},
    )
    in_tensor, in_array = student.observe(write_both_ways, array, (1, 2), 70, 80)
    expect(
        in_tensor == 70,
        f"We wrote 70 to array[1, 2]; then tensor[1, 2] was {in_tensor}",
        mistake="copied-the-array",
    )
    expect(in_array == 80, f"We wrote 80 to tensor[1, 2]; then array[1, 2] was {in_array}")


@check("to_rows")
def test_six_numbers_in_rows_of_two(student):
    """to_rows cuts 0..5 into rows of two, without a copy"""
    x = torch.tensor([0, 1, 2, 3, 4, 5])
    assert_tensor(
        student.to_rows(x, 2),
        torch.tensor([[0, 1], [2, 3], [4, 5]]),
        what="to_rows of 0..5 with width 2",
        mistakes={
            "width-as-height": torch.tensor([[0, 1, 2], [3, 4, 5]]),
            "dealt-down-columns": torch.tensor([[0, 3], [1, 4], [2, 5]]),
        },
    )
    outcome = student.call("to_rows", x, 2)
    expect(
        shares_storage(outcome.value, outcome.args[0]),
        "The rows hold the right numbers, but not in the memory of x",
        mistake="copied-the-rows",
    )


@check("channels_first")
def test_two_pixels(student):
    """channels_first on an image of one row and two pixels"""
    # The left pixel is red 10, green 20, blue 30; the right one 11, 21, 31.
    image = torch.tensor([[[10, 20, 30], [11, 21, 31]]])
    want = torch.tensor([[[10, 11]], [[20, 21]], [[30, 31]]])
    got = student.channels_first(image)
    mistakes = {
        "reshaped-the-image": image.reshape(3, 1, 2),
        "axes-reversed": image.permute(2, 1, 0),
        "rotated-backwards": image.permute(1, 2, 0),
        "scaled-to-unit": image.permute(2, 0, 1) / 255,
        "added-a-batch": image.permute(2, 0, 1)[None],
    }
    if _is_float(got):
        mistakes["converted-to-float"] = want
    assert_tensor(got, want, what="channels_first of an image of one row and two pixels", mistakes=mistakes)


@check("split_heads")
def test_three_tokens_two_heads(student):
    """split_heads gives each head its own four numbers of all three tokens"""
    # The first digit is the token (1 to 3), the second the head (1 or 2), the third the place.
    x = torch.tensor(
        [
            [
                [111, 112, 113, 114, 121, 122, 123, 124],
                [211, 212, 213, 214, 221, 222, 223, 224],
                [311, 312, 313, 314, 321, 322, 323, 324],
            ]
        ]
    )
    want = torch.tensor(
        [
            [
                [[111, 112, 113, 114], [211, 212, 213, 214], [311, 312, 313, 314]],
                [[121, 122, 123, 124], [221, 222, 223, 224], [321, 322, 323, 324]],
            ]
        ]
    )
    for tokens, heads in ((x, want), (torch.cat([x, -x]), torch.cat([want, -want]))):
        batch = len(tokens)
        cut = tokens.reshape(batch, 3, 2, 4)
        assert_tensor(
            student.split_heads(tokens, num_heads=2),
            heads,
            what=f"split_heads of three tokens with num_heads=2 in a batch of {batch}",
            mistakes={
                "reshaped-to-heads": tokens.reshape(batch, 2, 3, 4),
                "heads-not-moved": cut,
                "dim-before-heads": tokens.reshape(batch, 3, 4, 2).permute(0, 3, 1, 2),
                "sequence-last": cut.permute(0, 2, 3, 1),
                "heads-before-batch": cut.permute(2, 0, 1, 3),
            },
        )


@check("merge_heads")
def test_two_heads_meet_again(student):
    """merge_heads puts the pieces of each token side by side"""
    # The first digit is the token (1 to 3), the second the head (1 or 2), the third the place.
    x = torch.tensor(
        [
            [
                [[111, 112, 113, 114], [211, 212, 213, 214], [311, 312, 313, 314]],
                [[121, 122, 123, 124], [221, 222, 223, 224], [321, 322, 323, 324]],
            ]
        ]
    )
    want = torch.tensor(
        [
            [
                [111, 112, 113, 114, 121, 122, 123, 124],
                [211, 212, 213, 214, 221, 222, 223, 224],
                [311, 312, 313, 314, 321, 322, 323, 324],
            ]
        ]
    )
    for heads, tokens in ((x, want), (torch.cat([x, -x]), torch.cat([want, -want]))):
        batch = len(heads)
        got = student.observe(merge_or_view_error, heads)
        if isinstance(got, str):
            fail(f"merge_heads of two heads raised torch's error: {got}", mistake="view-after-turn")
        assert_tensor(
            got,
            tokens,
            what=f"merge_heads of two heads in a batch of {batch}",
            mistakes={
                "not-turned-back": heads.reshape(batch, 3, 8),
                "dim-before-heads": heads.permute(0, 2, 3, 1).reshape(batch, 3, 8),
                "heads-averaged": heads.float().mean(1),
            },
        )


@check("drop_last_unit")
def test_a_column_and_a_lone_row(student):
    """drop_last_unit makes (3, 1) a (3,), (1, 1) a (1,), and leaves (1, 2)"""
    column = torch.tensor([[1.0], [2.0], [3.0]])
    assert_tensor(
        student.drop_last_unit(column),
        torch.tensor([1.0, 2.0, 3.0]),
        what="drop_last_unit of a (3, 1) column",
    )
    assert_tensor(
        student.drop_last_unit(torch.tensor([[4.0]])),
        torch.tensor([4.0]),
        what="drop_last_unit of a (1, 1) batch of one",
        mistakes={"squeezed-every-axis": torch.tensor(4.0)},
    )
    lone_row = torch.tensor([[5.0, 6.0]])
    assert_tensor(
        student.drop_last_unit(lone_row),
        torch.tensor([[5.0, 6.0]]),
        what="drop_last_unit of a (1, 2) row, whose last axis is not of size one",
        mistakes={"dropped-without-looking": torch.tensor([5.0])},
    )


@check("best_device")
def test_a_laptop_without_a_gpu(student):
    """best_device is torch.device("cpu") where there is no GPU"""
    got, asked = student.observe(ask_on, 0)
    expect(
        not isinstance(got, str),
        f"best_device() should be a torch.device; got the string {got!r}",
        mistake="string-not-device",
    )
    expect(
        isinstance(got, torch.device),
        f"best_device() should be a torch.device; got {_in_words(got)}",
        mistake="returned-nothing" if got is None else None,
    )
    expect(
        got.type == "cpu",
        "We pretended that this machine has a torch built for CUDA, but no GPU: there, "
        f"best_device() should be of type cpu; got {got.type}",
        mistake="cuda-without-asking" if got.type == "cuda" and not asked else None,
    )
    expect(not got.index, f"best_device() was {got}, and there is one CPU only", mistake="no-such-index")


@check("move_to")
def test_elsewhere_and_at_home(student):
    """move_to gives a new tensor elsewhere, and x itself at home"""
    x = torch.tensor([[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]])
    kind, device, is_x, _ = student.observe(move, x, "meta")
    expect(
        kind == "Tensor",
        f'move_to(x, "meta") should be a tensor; got an object of type {kind}',
        mistake="returned-nothing" if kind == "NoneType" else None,
    )
    expect(
        device == "meta",
        f'move_to(x, "meta") should lie on meta; the result lies on {device}',
        mistake="moved-and-dropped" if is_x else None,
    )
    copied = "copied-though-there"
    for where, named in ((torch.device("cpu"), copied), ("cpu", "device-is-no-string")):
        _, device, is_x, same = student.observe(move, x, where)
        expect(
            not same or is_x,
            f"x lies on the CPU; move_to(x, {_quoted(where)}) gave another tensor over the same memory "
            "(a detach or a view?), not x itself",
            mistake="another-label" if named == copied else named,
        )
        expect(
            is_x,
            f"x lies on the CPU; move_to(x, {_quoted(where)}) gave another tensor, on {device}",
            mistake=named if device == "cpu" else None,
        )


@check("predict_shapes", hint="The docstring says what to return: six (shape, bool) pairs.")
def test_six_pairs_and_the_first_is_right(student):
    """predict_shapes returns six pairs, and (a) is right"""
    got = student.predict_shapes()
    expect(
        isinstance(got, (list, tuple)) and len(got) == 6,
        f"There are six lines, a to f, so six pairs; got {_in_words(got)}",
    )
    for letter, pair in zip("abcdef", got, strict=False):
        expect(
            isinstance(pair, (list, tuple)) and len(pair) == 2 and isinstance(pair[1], bool),
            f"({letter}) should be a pair of a shape and True or False; got {_in_words(pair)}",
        )
        expect(
            isinstance(pair[0], (list, tuple)) and all(type(size) is int for size in pair[0]),
            f"The shape of ({letter}) should be a tuple of ints; got {_in_words(pair[0])}",
        )
    # (a): permute(2, 0, 1) of a (2, 3, 4) tensor; only the strides change.
    shape, shared = got[0]
    assert_equal(tuple(shape), (4, 2, 3), what="the shape of (a)")
    expect(
        shared,
        "You say that (a) does not share memory with x",
        mistake="turning-copies",
    )
