# %% [markdown]
# # Autograd: graphs, backward, gradient descent by hand
#
# When you compute with tensors that *require grad*, PyTorch writes down what you did: every
# result carries a `grad_fn`, a small record that knows its inputs and how to differentiate
# itself. The records form a graph. `backward()` walks it from the result to the beginnings and
# applies the chain rule at each stop.
#
# If you run training for a living, the graph is where your memory goes. Each record keeps the
# tensors it will need later. Eight layers of `tanh(h @ w)`, 256 wide, at a batch of 4,096, have
# 2,097,152 bytes of weights, and autograd holds 39,583,744 bytes for the backward pass, nearly
# nineteen times as much (counted with `torch.autograd.graph.saved_tensors_hooks`, torch 2.14;
# that is a fact of the graph, so a GPU gives the same number). Under `torch.no_grad()`, it holds
# nothing. Going back is also the larger half of the work: for these layers, the backward pass
# takes 1.875 times the floating-point operations of the forward pass. It would be twice, but
# nobody asks for the gradient of the input.
#
# In this unit you use the machine, then take it apart, and end with a training loop that has
# no `nn.Module` and no optimizer in it: you, the chain rule, and a learning rate.

# %%
from collections.abc import Callable

import torch

# %% [markdown]
# ## A slope
#
# A tensor that you make with `requires_grad=True` is a **leaf**: the graph begins there. Call
# `backward()` on a one-element result and each leaf that took part finds the derivative in its
# `.grad`, a tensor in the leaf's own shape.
#
# ```python
# side = torch.tensor([2.0, 5.0], requires_grad=True)
# volume = (side ** 3).sum()
# volume.backward()
# side.grad          # tensor([12., 75.]), that is 3 * side**2
# ```
#
# Three details that cost people an afternoon each:
#
# - Only floating-point tensors can require grad. `torch.tensor(3)` is an integer and refuses.
# - `backward()` *adds* to `.grad`. A leaf that you use twice holds the sum of both.
# - `.grad` is a tensor. To get the Python number out of one element, call `.item()`.
#
# This is not the quotient of small differences from school. `(f(x + h) - f(x)) / h` has an error
# of the order of `h`, and rounding makes it worse as `h` shrinks: float32 has about seven
# digits, and the subtraction throws most of them away. Autograd differentiates each operation
# by its rule, so there is no `h`.


# %% task="slope"
def slope(f: Callable[[torch.Tensor], torch.Tensor], at: float) -> float:
    """The derivative of a function of one number, at one point.

    f: takes a one-element floating-point tensor and returns a tensor of the same shape
    at: where to take the derivative

    Returns df/dx as a Python float. Each call stands alone: calling twice does not add up.

    >>> slope(lambda x: x * x, 3.0)
    6.0
    """
    raise NotImplementedError("slope")


# %% [markdown]
# ## A gradient, without leaving footprints
#
# In a library you are a guest in somebody else's program. The tensor that you are handed may be a
# model's weight with half of an accumulated gradient in `.grad`, or an activation in the middle
# of a graph. Whatever you write to it, its owner will trip over.
#
# Two tools keep the floor clean.
#
# `t.detach()` gives a new tensor over the *same memory*, cut off from the graph. It is a leaf,
# and switching its `requires_grad` on (`requires_grad_()`, the trailing underscore means
# "in place") leaves `t` alone. Compare `t.clone()`: new memory, but *part of the graph*. If `t`
# requires grad, then the clone is no leaf, so its `.grad` stays `None` and the gradient flows
# on into `t`.
#
# `torch.autograd.grad(result, inputs)` returns the gradients instead of storing them:
#
# ```python
# width = torch.tensor(3.0, requires_grad=True)
# height = torch.tensor(4.0, requires_grad=True)
# torch.autograd.grad(width * height, (width, height))   # (tensor(4.), tensor(3.))
# width.grad                                             # None: nothing was written
# ```
#
# It returns a tuple, always, even for one input. A gradient is itself the result of a
# computation. With `create_graph=True`, it carries a graph of its own, for second derivatives;
# if you do not need those, leave it out, or every gradient you keep holds on to all the
# activations behind it.


# %% task="gradient"
def gradient(f: Callable[[torch.Tensor], torch.Tensor], x: torch.Tensor) -> torch.Tensor:
    """The gradient of a one-element function at x, with x left exactly as it was.

    f: takes a tensor like x and returns a tensor with one element, of shape (), (1,) or (1, 1)
    x: any shape, floating point; it may require grad, may be a leaf or not, may have a `.grad`

    Returns df/dx in x's shape and dtype, free of any graph. The values of x, its
    `requires_grad` and its `.grad` are the same afterwards as before.
    """
    raise NotImplementedError("gradient")


# %% [markdown]
# ## What backward really computes
#
# Take a function with many outputs, say three inputs and two outputs. Its derivative is a table, the
# Jacobian: `J[i, j]` says how output `i` moves when input `j` moves. PyTorch never builds it. A
# backward pass answers a smaller question: *if you care about output `i` with weight `v[i]`,
# how much do you care about each input?* In symbols, it is `v` transposed times `J`: one weight per
# output goes in, one number per input comes out. Each operation in the graph only has to
# know that product for itself, and the chain rule passes `v` from one to the next.
#
# That is why deep learning is affordable. A layer from 4,096 to 4,096 features has a Jacobian of
# 4,096 x 4,096 numbers for *one* token, 64 MiB in float32; `v` and the answer take 16 KiB
# each. It is also what pipeline-parallel training sends between GPUs on the way back: not
# derivatives of anything by anything, but one `v`, in the shape of the activation.
#
# So `backward()` on a vector fails with "grad can be implicitly created only for scalar
# outputs". It is not that vectors have no backward pass: PyTorch does not know your `v`, and
# only for one element it is safe to assume 1. Tell it, as `result.backward(gradient=v)` or in
# `torch.autograd.grad` as `grad_outputs=v`:
#
# ```python
# a = torch.tensor([1.0, 2.0], requires_grad=True)
# b = torch.tensor([10.0, 20.0], requires_grad=True)
# torch.autograd.grad(a * b, b, grad_outputs=torch.tensor([1.0, 100.0]))
# # (tensor([  1., 200.]),)
# ```
#
# A quick way to see what `v` does: it is the gradient of `(result * v).sum()`.


# %% task="vector_jacobian"
def vector_jacobian(
    f: Callable[[torch.Tensor], torch.Tensor], x: torch.Tensor, v: torch.Tensor
) -> torch.Tensor:
    """v transposed times the Jacobian of f at x, from one backward pass.

    f: takes a tensor like x and returns y, of any shape
    x: any shape, floating point; left as untouched as `gradient` leaves it
    v: y's shape, one weight for each element of y

    Returns, in x's shape and dtype and free of any graph, the sum over all elements i of y of
    v[i] * dy[i]/dx.
    """
    raise NotImplementedError("vector_jacobian")


# %% [markdown]
# ## A loss that stays on the graph
#
# Now we fit a line, `y = w * x + b`. Its loss is the **mean squared error**: for each point,
# prediction minus target, squared; then the mean over all points. It must be *one* number, for
# then the backward pass needs no `v` from us.
#
# A loss is worth something only while it is connected to its parameters. Some doors lead off
# the graph, and each closes silently:
#
# - `.item()` and `float(...)` give a Python number. Right for a log, useless for `backward()`.
# - `.detach()` and `.data` give the value without the history.
# - `torch.tensor(number, requires_grad=True)` makes a *new* leaf that happens to have the same
#   value. It looks connected (it requires grad, and `backward()` runs) but the graph behind it
#   is empty, so the parameters' `.grad` stays `None`. If you meet "element 0 of tensors does not
#   require grad", look for the door that was taken; a fresh flag only hides it.
#
# Another thing goes wrong without any error. Subtract a `(4,)` from a `(4, 1)` and
# broadcasting gives `(4, 4)`: every prediction against every target. The mean of that is a
# plausible number. `F.mse_loss` warns about it, your own formula does not, and a model trained
# that way learns to predict the average target. Print two shapes before you trust a loss.


# %% task="line_loss"
def line_loss(
    w: torch.Tensor, b: torch.Tensor, x: torch.Tensor, y: torch.Tensor
) -> torch.Tensor:
    """Mean squared error of the line w * x + b against the targets y.

    w, b: slope and offset, of shape () or (1,), usually requiring grad
    x, y: inputs and targets, of one common shape

    Returns the loss as a 0-d tensor, attached to the graph of w and b.
    """
    raise NotImplementedError("line_loss")


# %% [markdown]
# ## The chain rule by hand
#
# Once in your life you should do autograd's work for it. After that you can read a fused kernel's
# backward, which somebody has derived on paper in just this way.
#
# Take another model, `z = a * t**3` with a single parameter `a`. For one sample, the error is
# `e = a * t**3 - z` and the loss is `e**2`. Two links in the chain: the square gives `2 * e`, and
# the error moves by `t**3` when `a` moves by one. The product is `2 * e * t**3`. The
# loss is a mean, so the gradient is the mean of these products over all samples. In
# words: *twice the error, times what the parameter is multiplied with, averaged*.
#
# A line has two parameters. Ask for each: by how much does the error of one sample move when only
# this parameter moves by one? For the offset `b`, the answer is easy to overlook, because
# there is nothing to see.
#
# You need no graph for this, only tensors and arithmetic.


# %% task="line_gradients"
def line_gradients(
    w: torch.Tensor, b: torch.Tensor, x: torch.Tensor, y: torch.Tensor
) -> tuple[torch.Tensor, torch.Tensor]:
    """The gradients of the mean squared error of w * x + b, by your own formula.

    w, b: plain 0-d tensors that do not require grad
    x, y: inputs and targets, of shape (n,)

    Returns (dw, db), two 0-d tensors without a graph.
    """
    raise NotImplementedError("line_gradients")


# %% [markdown]
# ## Gradient descent
#
# The gradient points uphill. One step of gradient descent moves each parameter against it:
# the new value is the old one minus `lr` times its gradient. Repeat. Each round does the same
# five things: loss, note its value, backward, update, clear. All parameters move together: the
# gradients of one round belong to the values from before its update.
#
# The update looks like the easiest line, and it is the one that goes wrong. What you need to know:
#
# - *The update must not be recorded.* It is no part of the model. Inside `with torch.no_grad():`
#   PyTorch does arithmetic and writes nothing down. Outside, changing a leaf in place raises
#   "a leaf Variable that requires grad is being used in an in-place operation".
# - *The parameter must stay the same object.* `name = expression` binds the name to a **new**
#   tensor. Outside of `no_grad`, that is a link in the old graph, not a leaf, and it has no `.grad`.
#   Inside, it does not require grad at all. In-place operations (`t -= u`, `t.sub_(u)`,
#   `t.mul_(2)`) write into the tensor that you have.
# - *Clear once a round*, since `backward()` adds: `t.grad = None`, or `t.grad.zero_()`. Anywhere but
#   between `backward()` and the update is fine; there, it erases what you are about to use.
# - *A graph serves one backward pass.* "Trying to backward through the graph a second time" says that
#   you computed the loss once and reused it. Compute it anew each round, from the new parameters.
# - *Notes are numbers.* A loss that you keep as a tensor keeps its whole graph. 200 of them on a line
#   of 100,000 points held 88 MiB here (CPU, torch 2.14); 200 floats hold next to nothing.
#
# How fast is it? On `x = 1, 2, 3, 4` and `y = 2x + 1`, starting from zero with `lr=0.01`:
#
# | steps | w | b |
# |---|---|---|
# | 1 | 0.3500 | 0.1200 |
# | 100 | 2.0722 | 0.7876 |
# | 1000 | 2.0049 | 0.9857 |
# | 2000 | 2.0002 | 0.9993 |
#
# After a hundred steps it is *not* there. The slope settles early, the offset crawls, since the loss
# is 56 times more curved in one direction than in the other, and one `lr` must serve both. A
# larger one? At 0.1, 1,000 steps get both right to five decimals. At 0.12, `w` is -120 after 1,000 steps: past 2 divided by
# the largest curvature (here 0.1198), each step overshoots further than the one before. This is
# what an optimizer like Adam and a learning-rate schedule are paid for.
#
# Do it with your own hands here, without `torch.optim`.


# %% task="fit_line"
def fit_line(
    x: torch.Tensor, y: torch.Tensor, lr: float = 0.01, steps: int = 2000
) -> tuple[float, float, list[float]]:
    """Fit w * x + b to y by gradient descent on the mean squared error.

    x, y: inputs and targets, float32, of shape (n,)
    lr: the learning rate
    steps: how many updates to make

    Starts at w = 0 and b = 0; each step uses all points and moves w and b together.

    Returns (w, b, losses): two Python floats, and a list of `steps` Python floats, the loss
    *before* each update.
    """
    raise NotImplementedError("fit_line")


# %% [markdown]
# ## In place, and off the record
#
# Many systems keep a slow copy of a model beside the one that trains: an exponential moving
# average of the weights for evaluation, the teacher in self-distillation, running statistics
# in a normalisation layer. After each step, the average keeps the share `decay` of itself and
# takes the rest, `1 - decay`, from the new value.
#
# It has to happen *in place*. Somebody else holds that tensor too: a module, an optimizer, or a flat buffer
# of which it is a slice, as sharded training likes to lay out its weights. Operations with a trailing underscore, and
# `+=` and friends, write into the existing memory; so does assigning to a slice, `t[:] = u`.
# `t = u` and `t.data = u` do not: they leave the other holders with the old values.
#
# And it has to happen *off the record*. The new value usually requires grad. Write `average = 0.9 *
# average + 0.1 * value` with autograd watching, and after 1,000 updates `average` drags a graph of
# 3,000 records behind it, every one alive. In-place operations record too. Nothing fails,
# memory just climbs until the job dies at night. `torch.no_grad()` or `value.detach()` stop it. Mind
# that `detach_()`, with the underscore, changes the value itself, and the value is not yours.


# %% task="update_average"
def update_average(average: torch.Tensor, value: torch.Tensor, decay: float) -> None:
    """Move a running average towards a new value, in place.

    average: changed in place to decay * average + (1 - decay) * value; does not require grad
    value: average's shape and dtype, left untouched; it may require grad or be part of a graph
    decay: the share of the old average that stays, from 0 to 1

    No graph grows: average does not require grad afterwards either. All that share average's
    memory see the change. Returns None (returning average is fine too).
    """
    raise NotImplementedError("update_average")


# %% [markdown]
# ## Leaves, and who gets a gradient
#
# Two questions decide what `backward()` leaves behind, and they are not the same one.
#
# **Is it a leaf?** A leaf is a tensor without a recorded history: `t.grad_fn` is `None`. All
# tensors that do not require grad are leaves, whatever they were computed from. Of those that
# do, only the ones that you created directly are. Any recorded operation
# ends the leafhood of its result, and moving to a device or changing the dtype is an
# operation too (for a good reason: the gradient must find its way back through the copy).
#
# **Does it have a `.grad` afterwards?** It does if it requires grad, if the loss depends on it, and
# if it is a leaf. Gradients of tensors in between are freed as soon as they have been passed on, which
# saves as much memory as the activations take. To keep one, call `t.retain_grad()` before the
# backward pass.
#
# Parameters that the loss never reached have `.grad` equal to `None`, not zero. In distributed
# training that difference matters: `DistributedDataParallel` waits for a gradient of every
# parameter before it reduces them.
#
# Read the program as PyTorch would, line by line, and predict. Nobody will stop you from running it,
# but try your head first.


# %% task="predict_leaves"
def predict_leaves() -> dict[str, list[str]]:
    """Predict what this program leaves behind.

        data = torch.tensor([1.0, 2.0, 3.0])
        scale = torch.tensor([0.5, 1.5, 2.5], requires_grad=True)
        shift = torch.tensor(0.25, requires_grad=True)
        spare = torch.tensor(4.0, requires_grad=True)
        bias = torch.zeros(3, requires_grad=True).double()
        hidden = data * scale
        hidden.retain_grad()
        frozen = hidden.detach()
        with torch.no_grad():
            doubled = scale * 2
        mixed = hidden + shift + frozen + doubled
        loss = (mixed + bias).sum()
        loss.backward()

    Returns {"leaves": [...], "with_grad": [...]}, two lists of names in any order: all
    tensors of the program whose `is_leaf` is True at the end, and all whose `.grad` is not None.
    The names are data, scale, shift, spare, bias, hidden, frozen, doubled, mixed and loss.
    """
    raise NotImplementedError("predict_leaves")
