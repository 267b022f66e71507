# %% [markdown]
# # fp32, fp16, bf16
#
# A model is a pile of numbers, and how each of them is written down decides how many
# fit on a card, how fast they cross a link, and which matrix unit multiplies them. Half
# the bits is half the bytes: of weights in memory, of activations, of every all-reduce.
# That is why sixteen-bit formats run nearly every large model.
#
# Sixteen bits cannot do everything that thirty-two could. Each floating-point format
# splits its bits between an **exponent** (how far the numbers reach) and a **fraction**
# (how close together they lie):
#
# | format | sign | exponent | fraction | reaches to | neighbours of 1 are apart by |
# |---|---|---|---|---|---|
# | fp32 | 1 | 8 | 23 | about 3.4e38 | 0.00000012 |
# | fp16 | 1 | 5 | 10 | 65504 | 0.00098 |
# | bf16 | 1 | 8 | 7 | about 3.39e38 | 0.0078 |
#
# So "sixteen bits" names two opposite bargains. fp16 is the *precise* one that runs out
# of range; bf16 is the *far-reaching* one that has barely more than two decimal digits.
# Nearly every precision bug is one of two sentences: *the number did not fit* (range)
# or *the change was too small to see* (spacing). This unit lets you meet both on
# purpose, on a CPU, before they cost you a week on a cluster.
#
# The numbers below were measured with torch 2.14 on a CPU.

# %%
import math
from collections.abc import Iterable, Sequence

import torch

# %% [markdown]
# ## How big is it?
#
# The first question about any tensor is how many bytes its data takes. That needs no
# tensor: a shape says how many elements there are (the product of its sizes), and a
# dtype knows its own width, `torch.bfloat16.itemsize`.
#
# Two things trip people up. The product of *no* sizes is 1, not 0: shape `()` is one
# number (`math.prod` knows that). And a KiB is 1024 bytes, the unit in which memory is
# counted; a kB is 1000 bytes, the unit in which disks are sold. Over a 24 GiB card the
# difference between the two habits is 1.8 GB, enough to turn "fits" into "does not".


# %% task="tensor_kib"
def tensor_kib(shape: Sequence[int], dtype: torch.dtype) -> float:
    """KiB (1024 bytes each) of data in a tensor of this shape and dtype.

    Any shape: ``()`` holds one element, a size of 0 anywhere means no data at all.
    Not rounded.
    """
    ### BEGIN SOLUTION
    return math.prod(shape) * dtype.itemsize / 1024
    ### END SOLUTION


# %% [markdown]
# ## The data sheet of a format
#
# `torch.finfo(dtype)` is the data sheet of a floating-point format. Four of its entries
# settle most arguments:
#
# - **width**: `bits` there; people count bytes, and eight bits make one.
# - **max**: the largest finite number. Beyond it lies `inf`.
# - **smallest_normal**: the smallest positive number that still has its full fraction.
#   Below it come the *subnormals*, which lose one bit of precision at each halving,
#   until nothing is left. `min` is something else: the most *negative* number.
# - **eps**: the gap between 1 and the next number up. Read it as *relative* precision:
#   a value of 1000 has neighbours at a distance of about `1000 * eps`.
#
# `resolution` looks like `eps` but is a rounded count of decimal digits, meant for
# printing. It answers another question.


# %% task="dtype_facts"
def dtype_facts(dtype: torch.dtype) -> dict[str, float]:
    """The data sheet of ``torch.float32``, ``torch.float16`` or ``torch.bfloat16``.

    Returns plain Python numbers under four keys:
    ``"bytes"`` (an int: bytes per element), ``"max"`` (largest finite value),
    ``"smallest_normal"`` (smallest positive normal value) and ``"eps"`` (distance
    from 1.0 to the next larger value).
    """
    ### BEGIN SOLUTION
    info = torch.finfo(dtype)
    return {
        "bytes": dtype.itemsize,
        "max": info.max,
        "smallest_normal": info.smallest_normal,
        "eps": info.eps,
    }
    ### END SOLUTION


# %% [markdown]
# ## There and back
#
# The most honest way to see what a format does to your numbers: cast them into it, cast
# them back to fp32, and look at what is left. Everything between is *rounded to the
# nearest* number that the format has.
#
# | fp32 number | after fp16 | after bf16 |
# |---|---|---|
# | 0.1 | 0.0999756 | 0.1000977 |
# | 1.001 | 1.0009766 | 1.0 |
# | 3.14159265 | 3.140625 | 3.140625 |
# | 70000 | inf | 70144 |
#
# (Pi is a poor test: by luck both formats round it to the same number.)
#
# `tensor.to(dtype)` converts *values* and hands you a **new** tensor; the old one stays
# as it was. `tensor.view(dtype)` is its dangerous cousin: it keeps the *bits* and reads
# them as another format, which is good for looking inside a float and wrong for
# everything else.


# %% task="round_trip"
def round_trip(x: torch.Tensor, dtype: torch.dtype) -> torch.Tensor:
    """What is left of ``x`` after a cast to ``dtype`` and back.

    ``x`` is float32 of any shape; the result is float32 of the same shape. Values too
    large for ``dtype`` come back as infinity.
    """
    ### BEGIN SOLUTION
    return x.to(dtype).float()
    ### END SOLUTION


# %% [markdown]
# ## Too large
#
# A finite number that rounds past the end of a format becomes infinity, silently. One
# such logit turns a softmax into NaN, and the NaN is in every weight one step later.
# When a run breaks, the first thing to find is *which* numbers did not fit.
#
# Where exactly is the end? 65504 is the largest fp16 number, yet 65519 still fits: it
# rounds *down* to 65504. 65520 lies halfway to where the next number would be, and goes
# to infinity. So a comparison with `max` is not the same question as "what does the cast
# do", and the cast itself is the best witness. Both ends of the line count, negative
# numbers too; and a number that was infinite or NaN before the cast is not the cast's
# fault. `torch.isfinite` and `torch.isinf` give masks, and masks combine with `&`, `|`, `~`.


# %% task="overflows"
def overflows(x: torch.Tensor, dtype: torch.dtype) -> torch.Tensor:
    """Which finite elements of ``x`` become infinite when cast to ``dtype``?

    ``x`` is float32 of any shape; the result is a bool mask of the same shape.
    Elements that are infinite or NaN already count as False.
    """
    ### BEGIN SOLUTION
    return x.isfinite() & x.to(dtype).isinf()
    ### END SOLUTION


# %% [markdown]
# ## Too small
#
# The other end of the range is quieter still. Gradients are often tiny, and one that is
# rounded to zero is a weight that does not learn. There is no NaN and no warning, only a
# loss curve that flattens early.
#
# Here too the border lies further out than the data sheet suggests. The smallest
# *normal* fp16 number is about 6.1e-5, but below it the subnormals go on in steps of
# 5.96e-8, and *half* a step (2.98e-8) is where rounding decides between the first step
# and zero. So 3e-8 survives in fp16, rounded up to twice its size; 2.9e-8 is gone. bf16
# has fp32's exponent and keeps all of this and far smaller numbers.
#
# A number that was zero to begin with has not vanished.


# %% task="vanishes"
def vanishes(x: torch.Tensor, dtype: torch.dtype) -> torch.Tensor:
    """Which non-zero elements of ``x`` become zero when cast to ``dtype``?

    ``x`` is float32 of any shape; the result is a bool mask of the same shape.
    """
    ### BEGIN SOLUTION
    return (x != 0) & (x.to(dtype) == 0)
    ### END SOLUTION


# %% [markdown]
# ## Sums that stick
#
# Add 1 to a bf16 counter five thousand times, and it reads 256. At 256 the neighbours in
# bf16 are 2 apart, `256 + 1` lies halfway, is rounded back to 256, and so for ever. In
# fp16 the same counter stops at 2048. The same happens to weights: take 0.001 off a
# weight of 1.0 a hundred times, and you get 0.9000 in fp32, 0.9023 in fp16 and **1.0**
# in bf16. Every single update was too small to see. That is why optimizers keep fp32
# master weights, and why metrics are summed in fp32.
#
# Do not think that rounding averages out: it is always the *small* number that loses. A
# running mean, `mean += (value - mean) / n`, has the same weakness in disguise: as `n`
# grows, so shrinks the step. Fed 500 ones and then 1500 threes, it ends at 1.03 in bf16;
# the true mean is 2.5. Counting in bf16 fails at 256 as well. And the total of many fp16
# numbers can pass 65504 while their mean is harmless.
#
# The rule, from matrix units to all-reduce: **narrow numbers, wide accumulator**.
# Whatever you *add to* is wide; only the final result is made narrow, once.


# %% task="stream_mean"
def stream_mean(values: Iterable[torch.Tensor], dtype: torch.dtype) -> torch.Tensor:
    """The mean of a stream of numbers that arrive one by one.

    ``values`` yields at least one 0-d tensor of ``dtype`` (a 16-bit or 32-bit float); it
    may be a generator: it can be walked once and has no length. The result is a 0-d
    tensor of ``dtype``, as close to the true mean as ``dtype`` can say it, however long
    the stream is.
    """
    ### BEGIN SOLUTION
    total, count = torch.zeros((), dtype=torch.float64), 0
    for value in values:
        total = total + value.double()
        count += 1
    return (total / count).to(dtype)
    ### END SOLUTION


# %% [markdown]
# ## A mask value that fits
#
# Attention hides positions by giving their score a hugely negative value before the
# softmax. Much code writes `-1e9`, which is a fine number in fp32 and bf16. fp16 has no
# such number: `masked_fill` refuses it with "value cannot be converted ... without
# overflow", and a cast turns it into `-inf`. That looks harmless until a row is
# masked *completely* (padding does it): softmax over nothing but `-inf` is 0/0, and the
# whole row is NaN. Filled with the most negative *finite* number, the same row becomes
# uniform: useless, and harmless.
#
# Which number that is depends on the dtype, and the data sheet has it. Mind the name of
# the entry: what you want is the far *negative* end, not the number closest to zero. And
# fp32's is just outside of bf16's reach (3.4028e38 against 3.3895e38).


# %% task="safe_mask_value"
def safe_mask_value(dtype: torch.dtype) -> float:
    """The most negative finite value of a floating ``dtype``, as a Python float."""
    ### BEGIN SOLUTION
    return torch.finfo(dtype).min
    ### END SOLUTION


# %% [markdown]
# ## Who gets which format?
#
# NVIDIA numbers its GPU generations by *compute capability*, a pair `(major, minor)`:
# 7.0 is Volta (V100), 7.5 Turing (T4), 8.0 and 8.6 Ampere, 8.9 Ada, 9.0 Hopper (H100),
# and it goes on upwards. Matrix units that eat fp16 arrived with 7.0, bf16 with 8.0.
#
# That settles the matrix products. What is *added to* over thousands of steps, master
# weights and optimizer state, does not depend on the card at all: you have just seen why.
#
# Tuples compare the way words do in a dictionary: the first entry decides, then the
# second. `(7, 5) < (8, 0)` is True, and so is `(9, 0) >= (8, 6)`. Strings do not share
# the virtue: `"10.0" < "8.0"`.


# %% task="choose_dtype"
def choose_dtype(purpose: str, capability: tuple[int, int] | None) -> torch.dtype:
    """The dtype for a purpose on a GPU of this compute capability (None: no GPU).

    | purpose             | 8.0 and up | 7.x     | below 7.0, or None |
    |---------------------|------------|---------|--------------------|
    | ``optimizer_state`` | float32    | float32 | float32            |
    | ``master_weights``  | float32    | float32 | float32            |
    | ``matmul``          | bfloat16   | float16 | float32            |

    Raises ValueError for any other purpose.
    """
    ### BEGIN SOLUTION
    if purpose in ("optimizer_state", "master_weights"):
        return torch.float32
    if purpose != "matmul":
        raise ValueError(f"unknown purpose {purpose!r}")
    if capability is None or capability < (7, 0):
        return torch.float32
    return torch.float16 if capability < (8, 0) else torch.bfloat16
    ### END SOLUTION


# %% [markdown]
# ## Who needs a scaler?
#
# A gradient scaler multiplies the loss by a large number, so that tiny gradients land
# inside the format's range, and divides them again before the update. It is a cure for
# *too little range at the small end*, and for nothing else. bf16 reaches as far down as
# fp32 (smallest normal 1.18e-38 for both): it has a *spacing* problem, which no scaling
# cures. On bf16 a scaler is dead weight that still costs a check for infinities at each
# step. Integers have no gradients to rescue.


# %% task="needs_grad_scaler"
def needs_grad_scaler(dtype: torch.dtype) -> bool:
    """Does training with matrix products in ``dtype`` want gradient scaling?

    True for float16 only; any other dtype, integers and bool too, gives False.
    """
    ### BEGIN SOLUTION
    return dtype is torch.float16
    ### END SOLUTION


# %% [markdown]
# ## Predict
#
# Now be the hardware yourself. For each number ask: does it fit? How far apart are the
# neighbours there? Which of them is closer?
#
# Between 2^k and 2^(k+1) the neighbours are `2^k * eps` apart: in bf16, with an eps of
# 1/128, that is 1/128 between 1 and 2, and 2 between 256 and 512. A number exactly halfway
# goes to the neighbour whose last bit is 0 (that is what happened to the counter at 256).


# %% task="predict_casts"
def predict_casts() -> list[float]:
    """Predict the eight numbers that this program prints, before you run it.

    Return them in order, as a list of eight floats: write ``float("inf")`` for an
    infinity. Four good digits are enough.

    The program::

        import torch

        half, brain = torch.float16, torch.bfloat16
        casts = [
            (65519.0, half),
            (65520.0, half),
            (3.4e38, brain),
            (257.0, brain),
            (2051.0, half),
            (1e-8, half),
            (3e-8, half),
            (1.005, brain),
        ]
        results = [torch.tensor(number).to(dtype).item() for number, dtype in casts]
        for result in results:
            print(result)
    """
    ### BEGIN SOLUTION
    return [
        65504.0,  # rounds down to the largest fp16 number
        float("inf"),  # halfway to the next one, which fp16 does not have
        float("inf"),  # bf16 ends at 3.3895e38
        256.0,  # neighbours are 2 apart; halfway goes to the even one
        2052.0,  # neighbours are 2 apart; the even one lies above this time
        0.0,  # less than half of the smallest step
        2.0**-24,  # more than half of the smallest step
        1.0078125,  # 1 + eps; 1.005 is past the middle
    ]
    ### END SOLUTION
