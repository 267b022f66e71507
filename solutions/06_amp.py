# %% [markdown]
# # Autocast, GradScaler, memory
#
# The matrix units of a GPU multiply 16-bit numbers several times faster than 32-bit ones,
# and 16-bit activations take half the room. But weights that are *stored* in 16 bits stop
# learning: an update of a thousandth disappears in the rounding of a weight near 1.
#
# **Mixed precision** takes the good half of both. The weights, their gradients and the
# optimizer's state stay in fp32; only the arithmetic inside the forward and the backward
# pass is done in 16 bits. PyTorch has two tools for that:
#
# - `torch.autocast` chooses the dtype of each operation while the forward pass runs;
# - `torch.amp.GradScaler` keeps small fp16 gradients alive.
#
# Both also run on a CPU, so everything below can be tried without a GPU. `device_type` is
# a string, `"cpu"` or `"cuda"`, and the same function serves both. The numbers in this
# lesson were measured with torch 2.14 on a CPU, unless a sentence says where they are from.

# %%
from collections.abc import Callable

import torch
from torch import nn

LossFunction = Callable[[torch.Tensor, torch.Tensor], torch.Tensor]

# %% [markdown]
# ## Autocast, and a step in bf16
#
# `torch.autocast(device_type, dtype=...)` is a context. Inside it, operations that gain
# from 16 bits (matrix products above all) convert their inputs on the fly, weights
# included; operations that need range or precision stay in fp32. The parameters
# themselves are never touched: look at `model.weight.dtype` inside the context, and it
# says `torch.float32`.
#
# What belongs inside is the *forward pass and the loss*. Backward follows each
# operation's dtype by itself and needs no context, and the optimizer works on fp32
# weights with fp32 gradients.
#
# Always say the `dtype`. The default is bf16 on a CPU and **fp16 on CUDA**; code that
# leans on the default is right on your laptop, and trains in fp16 without a scaler on
# the cluster.
#
# bf16 has the exponent of fp32, so its gradients do not vanish. A bf16 step is an ordinary
# training step with one context around two lines. Everything you know about such a step
# still holds: old gradients are cleared once per update, and the loss that you report is the
# one of the forward pass that made the update, as a plain float.


# %% task="bf16_step"
def bf16_step(
    model: nn.Module,
    optimizer: torch.optim.Optimizer,
    loss_fn: LossFunction,
    inputs: torch.Tensor,
    targets: torch.Tensor,
    device_type: str,
) -> float:
    """One training step in bf16 mixed precision; updates ``model`` in place.

    The forward pass and the loss run under bf16 autocast for ``device_type`` ("cpu" or
    "cuda"); the weights and their gradients stay float32. Gradients of an earlier call do
    not leak in. Returns the loss of this step's forward pass as a Python float.
    """
    ### BEGIN SOLUTION
    optimizer.zero_grad()
    with torch.autocast(device_type, dtype=torch.bfloat16):
        loss = loss_fn(model(inputs), targets)
    loss.backward()
    optimizer.step()
    return loss.item()
    ### END SOLUTION


# %% [markdown]
# ## A step in fp16, with a scaler
#
# fp16 reaches down to 6e-8, and many gradients are smaller than that. The cure is plain
# arithmetic: multiply the loss by a large number, the **scale**, and by the chain rule every
# gradient is multiplied with it. Before the update, divide it out again. The
# `GradScaler` does the bookkeeping:
#
# | call | what it does |
# |---|---|
# | `scaler.scale(loss)` | the loss times the scale; call `backward()` on *that* |
# | `scaler.unscale_(optimizer)` | divides the gradients by the scale, in place; at most once per step |
# | `scaler.step(optimizer)` | unscales if you have not; then steps, **unless** a gradient is inf or NaN |
# | `scaler.update()` | once per iteration, last: shrinks the scale after a skipped step, grows it after many good ones |
# | `scaler.get_scale()` | the scale as a float |
#
# **Skipping is normal.** The scale starts high (65536) on purpose and finds its level. On a
# toy of two Linear layers, the first step overflowed and was skipped, the scale halved to
# 32768, and all later steps went through. But *your* code has to know about it: a
# learning-rate schedule that moves on although the optimizer did not will complain, and a
# step counter that counts skipped steps lies. `scaler.step` does not tell you: it
# returns what the optimizer returned, which is `None` for a good step too. The scale
# does: `update()` makes it *smaller* after a skipped step, and only then.
#
# **Clip true gradients.** Clipping to a norm of 1.0 compares with the real gradient's
# norm. Do it while the gradients are still scaled, and you compare with something a
# thousand times larger. Measured with a scale of 1024: the norm read 3323 instead of 3.245,
# and the update was 0.0000976 long instead of 0.1. Nothing fails; the model merely stops
# learning. So: unscale, then clip (`torch.nn.utils.clip_grad_norm_` clips all
# gradients together by their common norm), then let the *scaler* step.


# %% task="fp16_step"
def fp16_step(
    model: nn.Module,
    optimizer: torch.optim.Optimizer,
    scaler: torch.amp.GradScaler,
    loss_fn: LossFunction,
    inputs: torch.Tensor,
    targets: torch.Tensor,
    device_type: str,
    max_norm: float | None = None,
) -> bool:
    """One training step in fp16 mixed precision with loss scaling; updates in place.

    The forward pass and the loss run under fp16 autocast for ``device_type``; the weights
    stay float32. If ``max_norm`` is given, the (true, unscaled) gradients are clipped to
    that total 2-norm. ``scaler`` is used and updated once. Gradients of an earlier call
    do not leak in, not even those of a skipped step.

    Returns True if the weights were updated, False if the step was skipped because a
    gradient was not finite.
    """
    ### BEGIN SOLUTION
    optimizer.zero_grad()
    with torch.autocast(device_type, dtype=torch.float16):
        loss = loss_fn(model(inputs), targets)
    scaler.scale(loss).backward()
    if max_norm is not None:
        scaler.unscale_(optimizer)
        nn.utils.clip_grad_norm_(model.parameters(), max_norm)
    scale = scaler.get_scale()
    scaler.step(optimizer)
    scaler.update()
    return scaler.get_scale() >= scale
    ### END SOLUTION


# %% [markdown]
# ## Which layer runs in which dtype?
#
# Do not trust a list that you once read: autocast's choices differ by device and version.
# Measured on a CPU with bf16: `Embedding` gives fp32, a `LayerNorm` right after it gives fp32
# (nobody made its input narrow), `Linear` gives bf16, and from there on GELU, LayerNorm and
# even Softmax stay in bf16. The documentation of autocast lists LayerNorm and softmax
# among the operations that CUDA runs in fp32.
#
# So measure. A **forward hook** is a function that a module calls after its forward pass with
# `(module, args, output)`; `module.register_forward_hook(hook)` returns a handle, and
# `handle.remove()` takes the hook off again. A hook that stays behind runs in every later
# step, and keeps alive what it holds.
#
# A *leaf* module is one without children of its own, and `model.named_modules()` walks over
# all modules, nested ones too, with their full names (`"body.0"`). One trap when you make
# hooks in a loop: a function written inside a loop sees the loop's variable as it is
# *later*. Bind the name when you make the hook, as a default argument or through an outer
# function.


# %% task="output_dtypes"
def output_dtypes(
    model: nn.Module, inputs: torch.Tensor, device_type: str, dtype: torch.dtype
) -> dict[str, torch.dtype]:
    """The output dtype of each leaf module in one forward pass under autocast.

    Returns ``{name: dtype}`` with names as in ``model.named_modules()``, for every leaf
    module that is called with this input (others are absent). Their outputs are tensors.
    ``model`` is left as it was: no hook of ours stays, no other hook goes.
    """
    ### BEGIN SOLUTION
    found: dict[str, torch.dtype] = {}

    def watch(name: str, module: nn.Module) -> torch.utils.hooks.RemovableHandle:
        def note(module: nn.Module, args: tuple, output: torch.Tensor) -> None:
            found[name] = output.dtype

        return module.register_forward_hook(note)

    leaves = [(name, module) for name, module in model.named_modules() if not list(module.children())]
    handles = [watch(name, module) for name, module in leaves]
    try:
        with torch.no_grad(), torch.autocast(device_type, dtype=dtype):
            model(inputs)
    finally:
        for handle in handles:
            handle.remove()
    return found
    ### END SOLUTION


# %% [markdown]
# ## Where the memory goes: the fixed part
#
# Before a single sample is read, training in fp32 (and mixed precision, where weights and
# gradients stay fp32) pays per parameter: 4 bytes for the weight, 4 for its gradient, and
# what the optimizer remembers. Plain SGD remembers nothing; with momentum, one number per
# parameter; AdamW two (running means of the gradient and of its square).
#
# So AdamW costs 16 bytes per parameter in all: the 203,530 weights of a small MLP take 3.1
# MiB, and a model of seven billion takes 112 GB. It does not fit on an 80 GB card before the
# first activation. This sum is why optimizer states are sharded over GPUs, and note what it does
# *not* contain: mixed precision does not shrink it by a byte.


# %% task="training_bytes"
def training_bytes(num_params: int, optimizer: str = "adamw") -> dict[str, int]:
    """Bytes that training holds for ``num_params`` fp32 parameters, activations apart.

    Returns ints under ``"weights"``, ``"gradients"`` and ``"optimizer"``. The
    optimizer is "adamw", "sgd" or "sgd_momentum"; its few single counters do not count.
    Raises ValueError for any other name.
    """
    ### BEGIN SOLUTION
    per_parameter = {"adamw": 8, "sgd": 0, "sgd_momentum": 4}
    if optimizer not in per_parameter:
        raise ValueError(f"unknown optimizer {optimizer!r}")
    return {
        "weights": 4 * num_params,
        "gradients": 4 * num_params,
        "optimizer": per_parameter[optimizer] * num_params,
    }
    ### END SOLUTION


# %% [markdown]
# ## Where the memory goes: what backward needs
#
# The other part grows with the batch. To compute gradients later, autograd *saves* tensors
# during the forward pass: the input of each Linear (for the weight's gradient), the result
# of each ReLU (to know where it was zero). This is what mixed precision halves, and you
# can see it without a GPU:
#
# `torch.autograd.graph.saved_tensors_hooks(pack, unpack)` is a context. Inside it, autograd
# hands every tensor it saves to `pack(tensor)`, and keeps what `pack` returns. A `pack`
# that takes a note and returns the tensor unchanged is a perfect spy.
#
# Count memory, not tensors:
#
# - A ReLU's result is also the next Linear's input. Both are saved, and it is one piece of
#   memory. So is a view. The piece is `tensor.untyped_storage()`: its `data_ptr()` says
#   which one it is, its `nbytes()` how large. A small slice keeps its whole storage alive.
# - Weights are saved as well (to pass the gradient on to the layer below). They exist
#   anyway, so they do not count here.
# - An address can be used again once its tensor has died. Hold on to what you have seen
#   while you count.
#
# Now the surprise. Autocast saves its own 16-bit *copies of the weights*, and those are
# new memory. Eight layers of `Linear(256, 256)` and ReLU:
#
# | batch | fp32 | bf16 autocast | ratio |
# |---|---|---|---|
# | 64 | 589,824 | 1,212,416 | 2.06 |
# | 512 | 4,718,592 | 3,276,800 | 0.69 |
# | 1,024 | 9,437,184 | 5,636,096 | 0.60 |
# | 4,096 | 37,748,736 | 19,791,872 | 0.52 |
#
# With wide layers and a small batch, mixed precision keeps *more*. The copies cost the same
# at any batch size; the activations they compete with grow.


# %% task="saved_activation_bytes"
def saved_activation_bytes(
    model: nn.Module, inputs: torch.Tensor, device_type: str, dtype: torch.dtype | None = None
) -> int:
    """Bytes that autograd keeps for the backward pass of ``model(inputs)``.

    With a ``dtype`` the forward pass runs under autocast in it, with None it runs without.
    Counts whole storages, each one once; the model's own parameters do not count, but the
    input (where it is saved) and autocast's 16-bit copies of weights do. There is no loss
    and no backward pass: ``.grad`` stays as it is.
    """
    ### BEGIN SOLUTION
    own = {parameter.untyped_storage().data_ptr() for parameter in model.parameters()}
    kept: dict[int, torch.UntypedStorage] = {}

    def pack(tensor: torch.Tensor) -> torch.Tensor:
        storage = tensor.untyped_storage()
        if storage.data_ptr() not in own:
            kept[storage.data_ptr()] = storage  # holding it keeps its address from being used again
        return tensor

    autocast = torch.autocast(device_type, dtype=dtype, enabled=dtype is not None)
    with torch.autograd.graph.saved_tensors_hooks(pack, lambda tensor: tensor), autocast:
        model(inputs)
    return sum(storage.nbytes() for storage in kept.values())
    ### END SOLUTION


# %% [markdown]
# ## The peak on a GPU
#
# On CUDA, PyTorch's allocator keeps count. Three numbers get mixed up all the time:
#
# | number | what it is |
# |---|---|
# | `torch.cuda.memory_allocated(device)` | bytes of tensors that are alive *now* |
# | `torch.cuda.max_memory_allocated(device)` | the highest that number ever was, **since the last reset** |
# | reserved memory, and what `nvidia-smi` shows | what the allocator holds back from the driver, free blocks included |
#
# The peak decides whether you run out of memory, and it usually falls where the forward pass
# ends, when everything that backward needs is alive. To measure one call honestly:
#
# 1. Reset the peak first (`torch.cuda.reset_peak_memory_stats(device)`). Without it you
#    report the largest thing that *ever* happened in this process.
# 2. Take note of what is alive before. A peak counts the model, the optimizer and that old
#    tensor in a forgotten variable. What you want is how far the call rises *above* that.
# 3. Kernels run behind Python's back. `torch.cuda.synchronize(device)` waits for them, so that
#    nothing from before or after the call gets mixed in.
#
# And where `torch.cuda.is_available()` is False: say so in one clear sentence. PyTorch's own
# answers there range from a silent 0 to "invalid argument".


# %% task="peak_memory"
def peak_memory(step: Callable[[], object], device: torch.device | str) -> int:
    """Peak bytes that one call of ``step()`` allocates on a CUDA device.

    How far the memory of living tensors rises during the call above what was alive before
    it; unspoiled by anything that happened earlier. Raises RuntimeError, with a message
    that names CUDA, where there is no CUDA.
    """
    ### BEGIN SOLUTION
    if not torch.cuda.is_available():
        raise RuntimeError("peak_memory measures CUDA memory, and CUDA is not available here")
    torch.cuda.synchronize(device)
    torch.cuda.reset_peak_memory_stats(device)
    before = torch.cuda.memory_allocated(device)
    step()
    torch.cuda.synchronize(device)
    return torch.cuda.max_memory_allocated(device) - before
    ### END SOLUTION


# %% [markdown]
# ## Predict
#
# A gradient *survives* a format if it is neither zero nor infinite there. What you need:
# fp16 ends at 65504; at the small end its last step is 5.96e-8, and what is above half of
# that is rounded up to it. bf16 reaches about as far as fp32 on both sides. A scale of 65,536
# moves every gradient by a factor of 6.5e4 before it is stored, the large ones too.


# %% task="predict_underflow"
def predict_underflow() -> dict[str, list[bool]]:
    """Predict which gradients survive in fp16, in bf16, and in fp16 scaled by 65,536.

    Return what this program's ``results`` will be: a dict with three lists of seven bools.

    The program::

        import torch

        gradients = torch.tensor([3.0, 1e-3, 1e-6, 3e-8, 1e-8, 1e-12, 1e-13])

        def survives(numbers):
            return (numbers.isfinite() & (numbers != 0)).tolist()

        results = {
            "fp16": survives(gradients.to(torch.float16)),
            "bf16": survives(gradients.to(torch.bfloat16)),
            "scaled fp16": survives((gradients * 65536).to(torch.float16)),
        }
        print(results)
    """
    ### BEGIN SOLUTION
    return {
        "fp16": [True, True, True, True, False, False, False],  # the last to survive is rounded up
        "bf16": [True, True, True, True, True, True, True],
        "scaled fp16": [False, True, True, True, True, True, False],  # 3 * 65536 is infinite
    }
    ### END SOLUTION
