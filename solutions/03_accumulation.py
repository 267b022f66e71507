# %% [markdown]
# # zero_grad and gradient accumulation
#
# `backward()` does not *set* gradients, it *adds* to them. This one decision explains a line that
# you will type in every training loop (`optimizer.zero_grad()`), a bug that hides well when the
# line is missing, and a trick without which few large models would train at all: pretend that
# your GPU is bigger than it is.
#
# In this unit you predict what `.grad` holds, clear it, take one clean step, then build a large
# batch out of small ones so exactly that the optimizer cannot tell the difference.
#
# Numbers in this lesson were measured with torch 2.14.1 on a CPU, in float32.

# %%
from collections.abc import Callable, Iterable
from itertools import islice

import torch
from torch import nn

LossFn = Callable[[torch.Tensor, torch.Tensor], torch.Tensor]

# %% [markdown]
# ## 1. An inbox, not a whiteboard
#
# Think of `w.grad` as an inbox. Each `backward()` drops its letter in; nobody empties the box
# unless you ask. Three backward calls in a row on the same loss `w ** 2` at `w = 2`:
#
# | call | what this call adds | `w.grad` |
# |---|---|---|
# | 1st | 4 | 4 |
# | 2nd | 4 | 8 |
# | 3rd | 4 | 12 |
#
# Why add? When a tensor is used twice in one loss, the chain rule wants the *sum* over its uses.
# Autograd therefore needs addition anyway, and it keeps adding across calls.
#
# Who touches the box?
#
# - `backward()` adds the derivative of the tensor it is called on, at the value that the leaf has
#   *now*.
# - `optimizer.step()` reads the box and changes the leaf. It takes no letter out.
# - `x.grad.zero_()` overwrites the numbers in place. A tensor stays, full of zeros.
# - `optimizer.zero_grad()` throws the tensor away: by default `x.grad` becomes `None`, as it was
#   before the very first backward.
# - Arithmetic on a loss makes a new tensor. It cannot reach into a box that is already filled.


# %% task="predict_gradients"
def predict_gradients() -> list:
    """Say what `x.grad` holds after each numbered line of this program.

        x = torch.tensor(1.0, requires_grad=True)
        optimizer = torch.optim.SGD([x], lr=0.75)

        (x ** 2).backward()          # 1
        (3 * x).backward()           # 2
        x.grad.zero_()               # 3
        (2 * x ** 2).backward()      # 4
        optimizer.step()             # 5
        (x ** 3).backward()          # 6
        optimizer.zero_grad()        # 7
        ((x - 4) ** 2).backward()    # 8
        loss = 6 * x
        loss.backward()
        loss = loss / 3              # 9
        (6 * x / 3).backward()       # 10

    Work it out with pencil and paper first; running it afterwards is a fine way to be surprised.

    Returns: a list of ten entries, in the order of the lines. Each is a number, or None where
        `x.grad` is None.
    """
    ### BEGIN SOLUTION
    return [2.0, 5.0, 0.0, 4.0, 4.0, 16.0, None, -12.0, -6.0, -4.0]
    ### END SOLUTION


# %% [markdown]
# ## 2. Two ways to empty the box
#
# *Zeros* keep the memory and pay one more kernel per gradient to fill it. *None* gives the memory
# back until the next backward and lets that backward write where it would otherwise add. For a
# multi-layer perceptron 784-256-10 (203,530 parameters) the gradients weigh 795 KiB; for a model with
# 7 billion float32 parameters they weigh 28 GB, so it matters whether they are there while you
# evaluate or save a checkpoint.
#
# The two are not the same to an optimizer. It *skips* a parameter whose gradient is `None`, but a
# zero gradient is a gradient: with SGD, `lr=0.1` and `momentum=0.9`, one real step with gradient 1
# moves a weight from 1.0 to 0.9. A second `step()` with no backward before it then leaves it at 0.9
# if the gradient is `None`, and coasts on to 0.81 if it is zero.
#
# Two facts for the task:
#
# - A parameter that no backward has reached yet (a frozen layer, an expert that no token chose) has
#   `grad` equal to `None`, and `None` has no methods.
# - `model.parameters()` is a *generator*: it can be walked once, and it does not know its length.
#
# Mind the difference between a name and a slot: after `g = p.grad`, assigning to `g` only moves
# your own label to something else. The parameter notices when you assign to `p.grad`, or when you
# change the tensor itself in place.


# %% task="clear_gradients"
def clear_gradients(parameters: Iterable[torch.Tensor], set_to_none: bool = True) -> None:
    """Forget the gradients of `parameters`, in place; the parameters themselves keep their values.

    parameters: any iterable of leaf tensors, a generator too.
    set_to_none: True makes every `.grad` None. False keeps each gradient tensor's shape and dtype and
        makes it all zeros; a `.grad` that is None stays None.
    """
    ### BEGIN SOLUTION
    for parameter in parameters:
        if set_to_none:
            parameter.grad = None
        elif parameter.grad is not None:
            parameter.grad.zero_()
    ### END SOLUTION


# %% [markdown]
# ## 3. One clean step
#
# A training step has four moves: *clear*, *forward*, *backward*, *step*. The box must be empty when
# backward writes, and still full when the optimizer reads. So clearing may stand first, or after
# the forward pass, or last. One place is forbidden: between `backward()` and `step()`.
# There it throws the letters away unread. Nothing crashes, and the loss stays flat for ever.
#
# Forget to clear, and nothing crashes either. The step then uses the sum of all gradients since the
# start, which acts like a momentum that never fades; on small problems the loss may even fall *faster*
# for a while. So do not look for this bug in a loss curve. Compare the parameters with a
# run that you trust: that is what the checks do here.
#
# A worked example, by hand: one weight `w = 1`, no bias, input 3, target 1, squared error,
# `lr = 0.05`.
#
# - prediction 3, loss (3 - 1)² = 4, gradient 2 · (3 - 1) · 3 = 12, new weight 1 - 0.05 · 12 = 0.4
# - prediction 1.2, loss 0.04, gradient 1.2, new weight 0.34. With a forgotten clear the step would
#   use 13.2, and the weight would jump to -0.26.
#
# The loss to report is the one that made the update (4, then 0.04), so no second forward is needed. Report it
# as a Python number (`.item()`): a tensor that still hangs on its graph keeps that whole graph alive, and
# a log of a thousand such losses is a memory leak. On a GPU `.item()` also makes the
# CPU wait for the device, so production loops call it only every so many steps.


# %% task="train_step"
def train_step(
    model: nn.Module,
    optimizer: torch.optim.Optimizer,
    loss_fn: LossFn,
    inputs: torch.Tensor,
    targets: torch.Tensor,
) -> float:
    """One update of `model` on one batch; gradients of earlier calls do not leak into it.

    loss_fn: takes (predictions, targets), returns the mean loss of the batch as a 0-d tensor.
    inputs, targets: one batch; the first axis counts samples.

    Returns: the loss of the forward pass that made the update, as a Python float.
    """
    ### BEGIN SOLUTION
    optimizer.zero_grad()
    loss = loss_fn(model(inputs), targets)
    loss.backward()
    optimizer.step()
    return loss.item()
    ### END SOLUTION


# %% [markdown]
# ## 4. A big batch out of small ones
#
# Backward needs the activations of the forward pass, and they grow with the batch. The multi-layer
# perceptron above keeps 2.09 MiB for its backward (beside weights and inputs) with a batch of 2048, but
# 0.13 MiB with a batch of 128; its gradients stay at 795 KiB in both cases. So cut the batch into *micro-batches*, run forward and
# backward on each, let the inbox do the adding, and step once at the end. Peak memory is that of one
# micro-batch; the update is that of the whole batch.
#
# If the arithmetic is right, that is. The loss function returns a *mean*, and the sum of several
# means is not the mean of everything. Say five samples have the losses 1, 1, 1, 1, 6, cut in chunks of two:
#
# | | chunk 1 | chunk 2 | chunk 3 | together |
# |---|---|---|---|---|
# | losses | 1, 1 | 1, 1 | 6 | mean of five: **2** |
# | mean | 1 | 1 | 6 | sum 8, mean of means 2.67 |
# | share of the samples | 2/5 | 2/5 | 1/5 | each mean times its share: 0.4 + 0.4 + 1.2 = **2** |
#
# Gradients obey the same sums, for the derivative is linear. Equal weights would give the lone sample
# of the last chunk as much say as two others together. On a small network with 32 samples in chunks of
# 12, 12 and 8, equal weights gave a gradient 16 to 19 % off; the shares gave the full-batch
# gradient to seven decimals. Large language models meet this with *tokens* in place of samples: sequences differ
# in length, so the share of a micro-batch is its count of tokens. Well-known
# training libraries had this wrong for a long time.
#
# Two more things to keep in order:
#
# - Scale the loss *before* `backward()`, or the gradients after it. Dividing the loss after `backward()` changes a
#   number that nobody will differentiate any more.
# - Clear once per *update*, not once per micro-batch. The chunks are there to be added up.
#
# `tensor.split(n)` cuts along the first axis into pieces of `n` rows, the last one as large as what is left.
# (Its cousin `tensor.chunk(n)` takes the *number* of pieces.)
#
# Where the big batch and the small ones cannot agree: BatchNorm normalises each micro-batch by that
# micro-batch's own mean. The same network with a BatchNorm layer, 32 samples in chunks of 8:
# the accumulated gradient pointed elsewhere (cosine 0.88 to 0.94 to the full-batch one).
# LayerNorm looks at one sample at a time and does not mind. Clipping belongs
# to the complete gradient: once, just before the step. And with `DistributedDataParallel`, every backward
# talks to the other GPUs, unless you wrap all micro-batches but the last in `model.no_sync()`.


# %% task="accumulated_step"
def accumulated_step(
    model: nn.Module,
    optimizer: torch.optim.Optimizer,
    loss_fn: LossFn,
    inputs: torch.Tensor,
    targets: torch.Tensor,
    micro_batch: int,
) -> float:
    """One update that equals the full-batch update, though only `micro_batch` samples are run at a time.

    loss_fn: takes (predictions, targets), returns the mean loss over the samples given to it.
    inputs, targets: the whole batch; the first axis counts samples.
    micro_batch: samples per chunk (the last chunk may be smaller).

    Calls `optimizer.step()` exactly once. Gradients of earlier calls do not leak in.

    Returns: the mean loss over the whole batch before the update, as a Python float.
    """
    ### BEGIN SOLUTION
    optimizer.zero_grad()
    total = 0.0
    for chunk, wanted in zip(inputs.split(micro_batch), targets.split(micro_batch), strict=True):
        loss = loss_fn(model(chunk), wanted) * (len(chunk) / len(inputs))
        loss.backward()
        total += loss.item()
    optimizer.step()
    return total
    ### END SOLUTION


# %% [markdown]
# ## 5. Accumulating over a stream of batches
#
# In a real loop the batches come from a loader, one by one, and you step after every `every` of them.
# Call such a group a *window*: seven batches with `every=3` make the windows 3, 3 and 1.
#
# - Where does a window end? Count on your fingers: the loop index starts at 0, so its remainder is
#   already 0 at the very first batch, long before a window is full.
# - The last window may be short. Its batches were computed and paid for, so they deserve a step.
# - Each window is the average of *its own* batches. Divide a lone last batch by 3, and its
#   step is three times too small (Adam would hide much of it, SGD does not).
# - The stream may be a generator: no `len`, no index, one pass. To know how large the current window is
#   before its first backward, fetch the window first; or correct the sum before the step; or
#   look one batch ahead. `itertools.islice(iterator, n)` takes at most the next `n` items of an iterator.
# - Leave the place tidy: whoever calls `backward()` next should find an empty box.
#
# `DataLoader` yields equally large batches except, perhaps, the last; here you may treat the batches
# of a window as equally large.


# %% task="train_accumulating"
def train_accumulating(
    model: nn.Module,
    optimizer: torch.optim.Optimizer,
    loss_fn: LossFn,
    batches: Iterable[tuple[torch.Tensor, torch.Tensor]],
    every: int,
) -> int:
    """One optimizer step per `every` batches, and one for the rest if a rest is left.

    loss_fn: takes (predictions, targets), returns the mean loss of one batch.
    batches: any iterable of (inputs, targets), perhaps a generator, perhaps empty.
    every: batches per window, at least 1. A step uses the mean of the gradients of its window's batches.

    Afterwards no gradient is left: every `.grad` is None or zeros.

    Returns: how many steps were taken.
    """
    ### BEGIN SOLUTION
    stream = iter(batches)
    steps = 0
    optimizer.zero_grad()
    while window := list(islice(stream, every)):
        for inputs, targets in window:
            loss = loss_fn(model(inputs), targets) / len(window)
            loss.backward()
        optimizer.step()
        optimizer.zero_grad()
        steps += 1
    return steps
    ### END SOLUTION


# %% [markdown]
# ## 6. One number to watch
#
# The *gradient norm* is the length of all gradients laid end to end in one long vector:
# the square root of the sum of all squares. Training dashboards plot it, since it shows a
# run that is about to blow up before the loss does, and it catches the bugs of this unit: a forgotten
# division multiplies it, a forgotten clear makes it grow step by step.
#
# A model has many gradients, of all shapes. Lengths do not add up, squares do: gradients of
# lengths 8 and 15 together have length 17, not 23. (Handy: the norm of a list of norms is the norm of
# everything.) That is also how sharded training does it: each GPU squares and sums its own
# shard, one all-reduce adds the sums, and only then comes the root.
#
# A thermometer must not heat the room: measuring changes no gradient. The well-known
# `clip_grad_norm_` returns the same number, but ends in `_` for a reason.


# %% task="gradient_norm"
def gradient_norm(parameters: Iterable[torch.Tensor]) -> float:
    """The 2-norm of all gradients of `parameters` together, as one Python float.

    parameters: any iterable of tensors, a generator too. Those whose `.grad` is None are skipped;
        without any gradient at all the norm is 0.0.

    Changes no gradient.
    """
    ### BEGIN SOLUTION
    norms = [parameter.grad.norm() for parameter in parameters if parameter.grad is not None]
    return torch.stack(norms).norm().item() if norms else 0.0
    ### END SOLUTION
