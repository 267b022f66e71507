# %% [markdown]
# # Tensors: make, reshape and place them
#
# A tensor is a small label on a long row of numbers. The row lies in memory, flat, one
# number after another. The label says how to read it:
#
# | on the label | answers |
# |---|---|
# | `shape` | how many steps along each axis? |
# | `stride` | how many numbers to skip for one step along each axis? |
# | `dtype` | how many bytes is one number, and what do they mean? |
# | `device` | in whose memory does the row lie? |
#
# Much of this unit is one question, asked again and again: *does this line rewrite the
# label, or does it move the numbers?* A label is rewritten in under a microsecond. Moving
# 64 MiB took us 26 ms (4096 x 4096 float32, torch 2.14, one CPU core). In a model that
# serves tokens, such a copy in every layer is how a budget is lost without one line that
# looks slow. And when both lines run without an error but only one is right, you will be
# glad to know which is which.
#
# Fill in a task, save, and ask:
#
# ```
# course check tensors
# ```
#
# `course hint tensors.even_numbers` helps when you are stuck. Each task stands alone, so an
# open one costs you nothing elsewhere.

# %%
from collections.abc import Sequence

import numpy as np
import torch

# %% [markdown]
# ## Your first green line
#
# `torch.arange(start, end, step)` counts, like Python's `range`, and like `range` it stops
# *before* `end`:
#
# ```python
# torch.arange(10, 16, 3)        # tensor([10, 13])
# torch.arange(10, 17, 3)        # tensor([10, 13, 16])
# ```
#
# Whole numbers in, whole numbers out: the dtype is `torch.int64`, torch's type for counts,
# labels and indices. One float among the arguments, and the result is float. A range without
# room is an honest empty tensor of shape `(0,)`, still `int64`.
#
# Mind the difference between *where to stop* and *how many*. Warm-up done: go.

# %% task="even_numbers"
def even_numbers(count: int) -> torch.Tensor:
    """The first even numbers, from zero: ``0, 2, 4, ...``.

    Args:
        count: how many numbers, zero or more (not where to stop).

    Returns:
        An int64 tensor of shape ``(count,)``.

    Example:
        ``even_numbers(4)`` is ``tensor([0, 2, 4, 6])``.
    """
    ### BEGIN SOLUTION
    return torch.arange(0, 2 * count, 2)
    ### END SOLUTION


# %% [markdown]
# ## Tensors from nothing
#
# `torch.zeros`, `torch.ones` and `torch.randn` take a shape and, by keyword, a dtype:
#
# ```python
# torch.zeros((2, 3))                      # float32, the default
# torch.ones([4], dtype=torch.int64)       # a list is a shape, too
# torch.randn(())                          # no axes: one number, shape ()
# torch.zeros((0, 3)).numel()              # 0: a batch that happens to be empty
# ```
#
# `()` and `(0, 3)` look odd and are everyday: a loss is a `()`; the last rank of a
# distributed job may well get no rows. Pass the shape as one argument, and both just work;
# unpacked with a star, `()` leaves nothing to pass.
#
# `randn` draws from the normal distribution (mean 0, standard deviation 1). Its numbers come
# from torch's *global* generator, one stream for the whole process. `torch.manual_seed(7)`
# rewinds that stream for everybody: dropout, shuffling, the layer that a colleague makes
# next. A function that wants repeatable numbers and good neighbours owns a generator:
#
# ```python
# dice = torch.Generator()
# dice.manual_seed(7)
# torch.randint(1, 7, (3,), generator=dice)
# ```
#
# Two traps. A fresh `torch.Generator()` always starts at the same default seed, so without a
# seed of your own it deals the same numbers on every call; `generator=None` means the global
# one. And 0 is a fine seed, but it is falsy in Python: ask `seed is None`.

# %% task="make_tensor"
def make_tensor(
    kind: str,
    shape: Sequence[int],
    *,
    dtype: torch.dtype = torch.float32,
    seed: int | None = None,
) -> torch.Tensor:
    """A new tensor of zeros, of ones, or of normally distributed numbers.

    Args:
        kind: ``"zeros"``, ``"ones"`` or ``"normal"`` (mean 0, standard deviation 1).
        shape: any sequence of sizes; ``()`` and ``(0, 3)`` are shapes as well.
        dtype: of the result; for ``"normal"`` a floating one.
        seed: only for ``"normal"``. With a seed (0 is one), the same call gives the same
            numbers, and torch's global generator stays as it is. With None, each call gives
            new numbers.

    Raises:
        ValueError: any other kind; the message names it.
    """
    ### BEGIN SOLUTION
    if kind == "zeros":
        return torch.zeros(tuple(shape), dtype=dtype)
    if kind == "ones":
        return torch.ones(tuple(shape), dtype=dtype)
    if kind == "normal":
        generator = None if seed is None else torch.Generator().manual_seed(seed)
        return torch.randn(tuple(shape), dtype=dtype, generator=generator)
    raise ValueError(f"unknown kind {kind!r}: use 'zeros', 'ones' or 'normal'")
    ### END SOLUTION


# %% [markdown]
# ## One memory, two labels
#
# NumPy keeps the same kind of flat row, so the two can share one. From torch to NumPy,
# `t.numpy()` does it: no copy, both write into the same bytes.
#
# ```python
# t = torch.zeros(3)
# a = t.numpy()
# t += 10
# a                              # array([10., 10., 10.], dtype=float32)
# ```
#
# The other way, torch offers several doors, and they differ in what they do to the bytes:
#
# | door | memory | dtype |
# |---|---|---|
# | `torch.tensor` | always a copy | kept |
# | `torch.Tensor` (capital T) | a copy, unless it was float32 | always float32: labels turn into floats |
# | `torch.from_numpy` | shared | kept |
#
# For our 64 MiB array, the copy took 27 ms and the shared one half a microsecond. This is how
# data loaders hand over batches, and why a buffer that is reused too early can change a
# batch after you got it. A change of dtype afterwards, such as `.float()` on integers, copies
# again.

# %% task="share_with_numpy"
def share_with_numpy(array: np.ndarray) -> torch.Tensor:
    """A tensor over the very memory of the array.

    Args:
        array: any numeric or boolean array, contiguous or a slice with positive strides.

    Returns:
        A tensor of the same shape and dtype. What is written to one shows in the other.
    """
    ### BEGIN SOLUTION
    return torch.from_numpy(array)
    ### END SOLUTION


# %% [markdown]
# ## view: the same row, another shape
#
# The last axis runs fastest: in a `(2, 3, 4)` tensor, neighbours along the last axis are
# neighbours in memory, and the strides are `(12, 4, 1)`. `view` keeps the row and the order
# of its numbers, and writes a new shape on the label:
#
# ```python
# x = torch.arange(24).view(2, 3, 4)
# x.view(6, 4).shape             # (6, 4)
# x.view(-1, 3, 2).shape         # (4, 3, 2): one size may be -1, torch works it out
# ```
#
# Nothing was copied: write to the view, and `x` shows it. If `view` cannot do it without a
# copy, it raises an error. `reshape` is the softer sister: a view where possible, else a
# silent copy. On contiguous tensors the two do the same.
#
# Flattening to rows is what a linear layer, a loss over tokens and a row-parallel kernel all
# do first: (batch, seq, width) is just many rows of `width` numbers. Autograd follows
# through views, as long as you do not step out of it with `.data` or `.detach()`.

# %% task="to_rows"
def to_rows(x: torch.Tensor, width: int) -> torch.Tensor:
    """The numbers of ``x``, in their order, as rows of ``width``; no copy.

    Args:
        x: a contiguous tensor of any shape whose count of numbers is a multiple of width.
        width: the length of a row.

    Returns:
        Shape ``(x.numel() / width, width)``, over the storage of ``x``. Gradients flow.
    """
    ### BEGIN SOLUTION
    return x.view(-1, width)
    ### END SOLUTION


# %% [markdown]
# ## permute: the same row, another order of axes
#
# To *turn* a tensor is another thing than to re-cut its row. `permute` lists the old axes in
# their new order; `transpose` swaps two:
#
# ```python
# speech = torch.zeros(50, 8, 80)          # (time, batch, features)
# speech.permute(1, 2, 0).shape            # (8, 80, 50): batch, features, time
# speech.transpose(0, 1).shape             # (8, 50, 80)
# ```
#
# Both only shuffle the strides, so they are free. `reshape` to the same *shape* is no
# substitute, although it runs without a murmur: it deals out the old row in the old order,
# and what was a feature is now a moment in time. Shapes agree, numbers do not.
#
# Image files come as rows of pixels, with the three colours of a pixel side by side: (height,
# width, channels). Convolutions in torch want channels first. A turned 5 x 7 image has the
# strides `(1, 21, 3)`: the bytes still lie in file order. GPU kernels like that layout so
# much that torch has a name for it, `channels_last`.

# %% task="channels_first"
def channels_first(image: torch.Tensor) -> torch.Tensor:
    """(height, width, channels) -> (channels, height, width).

    Args:
        image: any dtype (``uint8`` from a file, say), any strides (a crop, say).

    Returns:
        The same numbers and dtype with the channel axis in front. Gradients flow.
    """
    ### BEGIN SOLUTION
    # (H, W, C) -> (C, H, W)
    return image.permute(2, 0, 1)
    ### END SOLUTION


# %% [markdown]
# ## Attention heads: re-cut, then turn
#
# In multi-head attention, each token's vector is a row of small vectors, one per head. With
# 3 heads of 4 numbers, token 0 is
#
# ```
# h0 h0 h0 h0 | h1 h1 h1 h1 | h2 h2 h2 h2
# ```
#
# The head number changes slowly, the place inside a head fast. Attention kernels (and the KV
# cache, and tensor parallelism, which gives each GPU some of the heads) want each head's
# whole sequence together: (batch, heads, seq, dim).
#
# That takes two moves, in this order. *Re-cut* the last axis in two; this is only a new
# label. Then *turn*: swap the head axis with the sequence axis. One `reshape` straight to the
# target shape gives the right shape and the wrong numbers: of a (8, 128, 512) batch with 8
# heads, 0.2 % stand where they belong. Nothing crashes, and a model may even train, on heads
# that are made of cut-up tokens.
#
# ```python
# deck = torch.arange(12).reshape(2, 6)        # two hands of six cards
# deck.reshape(2, 3, 2)                        # each hand as three pairs
# deck.reshape(2, 3, 2).transpose(0, 1)        # the first pair of each hand, the second, ...
# ```

# %% task="split_heads"
def split_heads(x: torch.Tensor, num_heads: int) -> torch.Tensor:
    """(batch, seq, heads * dim) -> (batch, heads, seq, dim).

    Args:
        x: token vectors; in each, the numbers of head 0 come first, then those of head 1, ...
        num_heads: how many; the last axis is a multiple of it.

    Returns:
        One sequence of small vectors per head. Gradients flow; a view or a copy, as you like.
    """
    ### BEGIN SOLUTION
    batch, seq, width = x.shape
    # (B, T, H*D) -> (B, T, H, D) -> (B, H, T, D)
    return x.reshape(batch, seq, num_heads, width // num_heads).transpose(1, 2)
    ### END SOLUTION


# %% [markdown]
# ## ... and back
#
# The way back undoes both moves in reverse: turn, then re-cut. Here you meet a famous error:
#
# ```
# view size is not compatible with input tensor's size and stride
# ```
#
# A turned tensor no longer lies in the order of its axes, so two of them cannot be fused by a
# new label alone. That needs the numbers moved, and `view` never moves numbers. Two remedies:
# `.contiguous()` (copies into the order of the axes) before `view`, or `reshape`, which
# copies when it must. The copy is real work: transposing our 64 MiB matrix took 0.9
# microseconds, `.contiguous()` on it 42 ms.
#
# Not every turned tensor needs it. After a plain `split_heads`, turning back restores the old
# order, and even `view` works, until someone hands you heads that came out of a kernel.
# The error is the kind way to fail: skip the turn, and `reshape` mixes tokens in silence.

# %% task="merge_heads"
def merge_heads(x: torch.Tensor) -> torch.Tensor:
    """(batch, heads, seq, dim) -> (batch, seq, heads * dim): the inverse of split_heads.

    Args:
        x: contiguous or not.

    Returns:
        Token vectors; in each, the numbers of head 0 first, then head 1, ... Gradients flow.
    """
    ### BEGIN SOLUTION
    batch, heads, seq, dim = x.shape
    # (B, H, T, D) -> (B, T, H, D) -> (B, T, H*D)
    return x.transpose(1, 2).reshape(batch, seq, heads * dim)
    ### END SOLUTION


# %% [markdown]
# ## Axes of size one
#
# A regression head gives `(batch, 1)`, the targets are `(batch,)`. Subtract them, and torch
# broadcasts: `(4, 1) - (4,)` is `(4, 4)`, every prediction against every target. Four perfect
# predictions of 0, 1, 2, 3 then have a mean squared error of 2.5. So the spare axis must go.
#
# `squeeze()` without an argument removes *every* axis of size one. That is right in all your
# tests and wrong for the last batch of an epoch, or the lone request in a server, where the
# batch axis itself is 1:
#
# ```python
# torch.zeros(1, 3, 1).squeeze().shape     # (3,): the batch is gone
# torch.zeros(1, 3, 1).squeeze(0).shape    # (3, 1)
# torch.zeros(2, 3, 1).squeeze(0).shape    # (2, 3, 1): size 2, so nothing happens
# ```
#
# Name the axis you mean. Negative numbers count from the end, as in lists.

# %% task="drop_last_unit"
def drop_last_unit(x: torch.Tensor) -> torch.Tensor:
    """Drops the last axis if its size is 1; leaves every other axis alone.

    Args:
        x: at least two axes.

    Returns:
        ``(..., n, 1) -> (..., n)``; any other shape as it is. Gradients flow.
    """
    ### BEGIN SOLUTION
    return x.squeeze(-1)
    ### END SOLUTION


# %% [markdown]
# ## Where the numbers lie
#
# `torch.device("cpu")` and `torch.device("cuda")` are small objects that name a memory. Code
# that should run on a laptop and on a GPU node asks first, and asks the right question:
#
# | question | what it really answers |
# |---|---|
# | `torch.version.cuda`, `torch.backends.cuda.is_built()` | was this *wheel* built for CUDA? |
# | `torch.cuda.is_available()` | does the driver see a GPU here, now? |
#
# The usual Linux wheel is built for CUDA and says so on any laptop: ours reports 13.0 on a
# machine without a GPU. And a name is not a call: `if torch.cuda.is_available:` is always
# true, since the function itself is a true value.
#
# A device is no string: `x.device == "cpu"` is False, always. Compare `x.device.type`.

# %% task="best_device"
def best_device() -> torch.device:
    """The CUDA device if this machine has one that works, else the CPU.

    Returns:
        A ``torch.device``, with an index or without.
    """
    ### BEGIN SOLUTION
    return torch.device("cuda" if torch.cuda.is_available() else "cpu")
    ### END SOLUTION


# %% [markdown]
# ## Moving is making
#
# A tensor never moves. `.to` gives a *new* tensor in the other place, or of the other dtype,
# and leaves the old one where it was:
#
# ```python
# w = torch.ones(3)
# w.to(torch.float16)            # made, and thrown away
# w.dtype                        # torch.float32, as before
# w = w.to(torch.float16)        # this is how
# ```
#
# (Only a *module* changes in place; that is for unit 4.) If nothing has to change, `.to` hands
# back the very same tensor: free, so you may write it in every loop. A copy that is made
# for nothing is not free: on a GPU it costs memory and time, and your result is no
# longer the tensor that others hold.
#
# On a laptop a forgotten assignment goes unnoticed, since CPU to CPU changes nothing. The
# `meta` device helps: its tensors have a label and no memory at all.
# `torch.empty(1_000_000, 1_000_000, device="meta")`, four terabytes on paper, is made at once.
# Big models are born there before their weights are loaded, and our checks use it as "some
# other device".

# %% task="move_to"
def move_to(x: torch.Tensor, device: str | torch.device) -> torch.Tensor:
    """``x`` on the device.

    Args:
        x: any tensor.
        device: ``"cpu"``, ``"cuda"``, ``torch.device("meta")``, ...

    Returns:
        ``x`` itself if it is already there. Otherwise a tensor on the device, with the same
        shape, dtype and numbers, through which gradients flow; ``x`` stays where it is.
    """
    ### BEGIN SOLUTION
    return x.to(device)
    ### END SOLUTION


# %% [markdown]
# ## Predict, then run
#
# You now own two questions for any line: what is the shape, and was a number moved? Four
# facts that we have not needed yet:
#
# - A slice (`x[2:3]`) keeps its axis and shares memory. A single number (`x[2]`) drops the axis.
# - A list of places (`x[[0, 5]]`) follows no constant stride, so it must copy.
# - `unsqueeze(dim)` adds an axis of size one. `expand` stretches such an axis with stride 0:
#   one row, read many times. This is how a few key heads serve many query heads without
#   more memory.
# - `untyped_storage()` is the flat row itself; the same address means the same memory.
#
# Write down your answer first. Being wrong on paper is cheap, and you will remember it.

# %% task="predict_shapes"
def predict_shapes() -> list[tuple[tuple[int, ...], bool]]:
    """What does this program print? Predict it, then run it.

        x = torch.arange(24).reshape(2, 3, 4)
        a = x.permute(2, 0, 1)
        b = x.transpose(1, 2).reshape(2, 12)
        c = x[:, 0:1]
        d = x[:, [0, 2]]
        e = x.squeeze(0)
        f = x.unsqueeze(1).expand(2, 5, 3, 4)
        for y in (a, b, c, d, e, f):
            shared = y.untyped_storage().data_ptr() == x.untyped_storage().data_ptr()
            print(tuple(y.shape), shared)

    Returns:
        One ``(shape, shares memory)`` pair for each of a to f, in this order: six pairs like
        ``((2, 3, 4), True)``.
    """
    ### BEGIN SOLUTION
    return [
        ((4, 2, 3), True),  # a: only the strides are shuffled
        ((2, 12), False),  # b: two axes that a stride cannot fuse
        ((2, 1, 4), True),  # c: a slice keeps its axis
        ((2, 2, 4), False),  # d: a list of places
        ((2, 3, 4), True),  # e: an axis of size two stays
        ((2, 5, 3, 4), True),  # f: stride 0 along the new axis
    ]
    ### END SOLUTION
