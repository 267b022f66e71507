# %% [markdown]
# # Modules: where a model keeps its state
#
# A model is a function with a memory. The function is `forward`; the memory is a tree of
# named tensors that hangs on an `nn.Module`. The function belongs to the person who has the
# idea. The tree is what *you* will work with: it is what an optimizer updates, what a
# checkpoint saves, what `.to(device)` moves, what a data-parallel wrapper broadcasts, what an
# inference server loads and quantises. Most of infrastructure never looks at `forward`.
#
# Three kinds of tensor can hang on a module, and the difference runs through this unit:
#
# | | optimizer sees it | in `state_dict()` | moves with `.to()` |
# |---|---|---|---|
# | parameter | yes | yes | yes |
# | buffer | no | yes | yes |
# | plain attribute | no | no | no |
#
# The third row is where days go missing. Nothing fails; a part of the model just stays
# behind.
#
# Fill in a task, save, and ask:
#
# ```
# course check modules
# ```
#
# `course hint modules.freeze` helps when you are stuck. Each task stands alone.

# %%
import copy

import torch
from torch import nn
from torch.nn import functional as F

# %% [markdown]
# ## A module of your own
#
# Two methods make a module. `__init__` builds the parts once; `forward` says how a batch goes
# through them:
#
# ```python
# class Gate(nn.Module):
#     def __init__(self, dim):
#         super().__init__()                  # first: sets up the registries
#         self.amount = nn.Linear(dim, dim)   # stored on self: registered
#
#     def forward(self, x):
#         return x * torch.sigmoid(self.amount(x))
#
# gate = Gate(3)
# gate(torch.ones(5, 3)).shape                # torch.Size([5, 3])
# ```
#
# The line `self.amount = ...` looks like plain Python and is not. `nn.Module` watches its
# attributes: what is a module or an `nn.Parameter` goes into its registries. That is why
# `super().__init__()` comes first (no registry, no place to put things), why a layer hidden
# in a plain list is not found, and why a layer made inside `forward` is never trained: it is
# new, and random, at every call. For several layers there are containers that register their
# contents: `nn.Sequential(a, b, c)` calls one after the other, `nn.ModuleList` only holds
# them, and the loop is yours.
#
# Call the module, `gate(x)`, not `gate.forward(x)`. The call runs `forward` and, around it,
# the *hooks* that others have attached. FLOP counters, sharded data parallelism and
# quantisation observers live in hooks; whoever goes straight to `forward` cuts them off.
#
# Some pieces for the first task. `nn.Linear(a, b)` maps the last axis from `a` numbers to `b`
# and leaves all axes before it alone, so there is nothing to reshape or flatten. It has a
# weight of shape `(b, a)` and a bias of shape `(b,)`. `nn.ReLU()` makes a layer that replaces
# negative numbers by zero. Without it two Linears in a row would be no more than one.
# `nn.Dropout(p)` sets each number to zero with probability `p` and scales the rest up by
# `1/(1-p)`, so that the average stays (we counted, with `p=0.1` on 10,000 ones: 9.9 % zeros,
# the others 1.111, mean 1.0008).
#
# Dropout is for training only. `model.train()` and `model.eval()` set a flag, `training`, on
# the module and on all modules registered below it, and nothing else. Modules read their own
# flag; the *function* `F.dropout` has none and drops by default, always, half of all values.
# In our run it zeroed 50 % of an "evaluation".

# %% task="TwoLayerMLP"
class TwoLayerMLP(nn.Module):
    """Linear, ReLU, Dropout, Linear.

    At sizes (784, 256, 10) it has 203,530 parameters, both biases included. Dropout acts in
    training mode only. Nothing follows the last Linear: the outputs are raw scores.

    Args:
        input_dim: numbers in the last axis of the input.
        hidden_dim: units in the middle.
        output_dim: numbers in the last axis of the output.
        dropout: probability of dropping a hidden unit in training.
    """

    def __init__(self, input_dim: int, hidden_dim: int, output_dim: int, dropout: float = 0.1) -> None:
        ### BEGIN SOLUTION
        super().__init__()
        self.layers = nn.Sequential(
            nn.Linear(input_dim, hidden_dim),
            nn.ReLU(),
            nn.Dropout(dropout),
            nn.Linear(hidden_dim, output_dim),
        )
        ### END SOLUTION

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        """(..., input_dim) -> (..., output_dim); nothing is flattened."""
        ### BEGIN SOLUTION
        return self.layers(x)
        ### END SOLUTION


# %% [markdown]
# ## How big is it?
#
# The first question about any model, since everything else is a multiple of the answer. The
# 203,530 parameters above take 795 KiB in float32. Gradients take as much again, and AdamW
# keeps two more numbers for each, so the same model under training holds 3,180 KiB before the
# first activation. Put a B for billion in, and this sum decides how many GPUs you rent.
#
# `module.parameters()` walks over the tree. Two things it does for you: a tensor that two
# layers *share* (a language model often uses its embedding table as output weight) comes
# once, and buffers do not come. `state_dict()` differs in both. One thing to mind: it is a
# generator. Loop over it twice and the second loop finds nothing.
#
# A parameter has `p.numel()` (its number of elements), `p.shape`, and `p.requires_grad`: does
# training change it? Counting needs no data, only shapes. On the `meta` device a tensor *has*
# only a shape, and we built a stack of a hundred 8192-wide blocks there, 6.7 billion
# parameters and 25 GiB of float32, in 0.07 s and about one MiB of memory. That is how large
# models are planned and sharded before any machine could hold them.

# %% task="count_parameters"
def count_parameters(module: nn.Module, trainable_only: bool = False) -> int:
    """How many numbers the parameters of a module hold.

    A parameter that several layers share counts once. Buffers never count.

    Args:
        module: any module, on any device (meta included); perhaps one without parameters.
        trainable_only: count only parameters that require grad.

    Returns:
        A Python int.

    Example:
        ``count_parameters(nn.Linear(3, 2))`` is ``8``.
    """
    ### BEGIN SOLUTION
    return sum(p.numel() for p in module.parameters() if p.requires_grad or not trainable_only)
    ### END SOLUTION


# %% [markdown]
# ## Every parameter has a name
#
# The name is the path through the tree, with dots: `encoder.layers.3.bias`. Attributes give
# their own names; `nn.Sequential` and `nn.ModuleList` give numbers. `named_parameters()`
# yields `(name, parameter)` pairs, a module's own parameters before those of its children,
# children in the order in which they were registered:
#
# ```python
# [name for name, _ in Gate(3).named_parameters()]   # ['amount.weight', 'amount.bias']
# ```
#
# These names are an interface. Checkpoints are keyed by them, sharding plans and optimizer
# groups select by them, and a renamed attribute is a broken checkpoint. A table of names,
# shapes and sizes is what you print first when somebody else's checkpoint does not load.
#
# `p.shape` is a `torch.Size`, which is a kind of tuple. A parameter can be a single number:
# then its shape is `()`, and it still holds one element.

# %% task="parameter_table"
def parameter_table(module: nn.Module) -> list[tuple[str, tuple[int, ...], int]]:
    """One row for each parameter: its name, its shape, its number of elements.

    The rows are in the order of ``named_parameters()``, shared parameters once, no buffers.

    Returns:
        A list of ``(name, shape, numel)``, the shape a tuple; empty if there are no parameters.

    Example:
        ``parameter_table(nn.Linear(3, 2))`` is ``[("weight", (2, 3), 6), ("bias", (2,), 2)]``.
    """
    ### BEGIN SOLUTION
    return [(name, tuple(p.shape), p.numel()) for name, p in module.named_parameters()]
    ### END SOLUTION


# %% [markdown]
# ## Freezing a part
#
# To fine-tune is to train some parameters and leave others as they are. A frozen parameter
# has `requires_grad` set to False: backward makes no gradient for it, the optimizer passes it
# over, and under AdamW three quarters of its training memory (gradient and two averages) are
# never allocated. The flag belongs to each parameter. A module has no such flag:
# `module.requires_grad = False` runs without complaint and makes a new attribute that nobody
# reads.
#
# Parts are chosen by name, and names have a trap. In a network with the layers `fc1` and
# `fc10`, all names of *both* begin with `"fc1"`; in a stack of twelve blocks, `"blocks.1"`
# begins `"blocks.10"` and `"blocks.11"` too. What separates the steps of a path is the dot.

# %% task="freeze"
def freeze(module: nn.Module, prefix: str) -> list[str]:
    """Freezes the parameters of the part that is called `prefix`, in place.

    A parameter belongs to it if its name is exactly `prefix`, or begins with `prefix` and a
    dot. Parameters that were frozen before stay frozen, wherever they are.

    Args:
        module: the whole model.
        prefix: the name of a part ("fc1", "blocks.3") or of one parameter ("fc1.weight").

    Returns:
        The names that belong to the prefix, in the order of ``named_parameters()``, those
        already frozen included; ``[]`` if nothing matches.
    """
    ### BEGIN SOLUTION
    frozen = []
    for name, parameter in module.named_parameters():
        if name == prefix or name.startswith(f"{prefix}."):
            parameter.requires_grad_(False)
            frozen.append(name)
    return frozen
    ### END SOLUTION


# %% [markdown]
# ## The state dict
#
# `module.state_dict()` is a dictionary from names to tensors: all parameters and all buffers.
# `module.load_state_dict(d)` is the way back. It copies *into* the tensors that the module
# already has, so an optimizer that holds them goes on working. And it is strict: a name that
# is missing or left over, or another shape, raises `RuntimeError`. Be glad. A checkpoint that
# half fits leaves random numbers in the other half, and the loss curve will not tell you
# where.
#
# Buffers are easy to forget here. `nn.BatchNorm1d(5)` has a weight and a bias, and three
# buffers: running mean, running variance, and a counter of batches (an int64). A copy of the
# parameters alone gives a model with the right weights that evaluates wrongly.
#
# Copying has two more traps. `copy_` between tensors broadcasts, so a shape that does not fit
# may go in without a word. And handing over a tensor is no copy: two modules that *share*
# memory look equal at first, and then each step of one trains the other. (Sometimes that is
# wanted; `load_state_dict(d, assign=True)` is there to load a large checkpoint without
# holding it twice.)

# %% task="copy_weights"
def copy_weights(source: nn.Module, target: nn.Module) -> None:
    """Makes the state of `target` equal to that of `source`: parameters and buffers, by name.

    Afterwards the two share no memory, and `source` is as it was.

    Raises:
        RuntimeError: if a name is missing or left over, or a shape differs.
    """
    ### BEGIN SOLUTION
    target.load_state_dict(source.state_dict())
    ### END SOLUTION


# %% [markdown]
# ## A photograph, not a mirror
#
# "Keep the best weights so far" is in every training script. Here is the mistake that is in
# many of them:
#
# ```python
# best = model.state_dict()          # epoch 3, the best so far
# ...                                # epochs 4 to 10
# model.load_state_dict(best)        # the weights of epoch 10
# ```
#
# `state_dict()` is fast, 9 microseconds for the MLP above, because it copies nothing: the
# dictionary is new, the tensors in it are the model's own. The next `optimizer.step()` writes
# into them. `.copy()` and `dict(...)` copy the dictionary and not the tensors; `.detach()`
# gives a new label over the same memory; and `.cpu()` does nothing for a tensor that is on
# the CPU already, so code that was right on a GPU breaks on a laptop. A real copy costs what
# memory costs: about 0.6 ms for the 795 KiB (torch 2.14, two busy CPU cores). Asynchronous
# checkpointing is this problem at full size: first a quick copy of everything, then training
# goes on while the copy is written out.

# %% task="snapshot"
def snapshot(module: nn.Module) -> dict[str, torch.Tensor]:
    """The state of a module as it is now.

    Returns:
        A dictionary with the names and values of ``module.state_dict()``. Later training
        does not change it, and ``module.load_state_dict`` takes it back.
    """
    ### BEGIN SOLUTION
    return copy.deepcopy(module.state_dict())
    ### END SOLUTION


# %% [markdown]
# ## Depth
#
# A transformer is one kind of block, many times. What lets a hundred of them train is a
# shortcut: each block *adds* to its input instead of replacing it, so there is a straight way
# through for the signal, and for the gradient on its way back. Measured on 20 fresh blocks of
# width 64: with plain Linear and ReLU, the gradient of the first weight has a norm of
# 0.000000001, that of the last 0.007. With a LayerNorm in front and the shortcut around: 3.0
# and 1.6.
#
# `nn.LayerNorm(dim)` takes the numbers along the last axis, subtracts their mean, divides by
# their standard deviation (with a small epsilon, 1e-5, added to the variance), and then
# applies a learnable scale and shift, two parameters of shape `(dim,)`. It looks at one row
# at a time, so neither the batch size nor the neighbours matter. A block of width `dim` thus
# has `2 * dim` parameters in the norm and `dim * dim + dim` in the Linear.
#
# Two traps wait where "many times" is written down. Python's `[block] * 3` is a list with one
# block in it, three times: three names for the same weights. And a plain Python list is not
# searched for layers, where an `nn.ModuleList` is. Both run, and both compute something.
#
# One more: `x += ...` writes into the tensor that the caller passed in, where `x = x + ...`
# makes a new one.

# %% task="ResidualStack"
class ResidualStack(nn.Module):
    """`depth` blocks, each of them ``x + relu(linear(layer_norm(x)))``.

    Each block has its own LayerNorm (with scale and shift) and its own Linear (with bias), both of width `dim`.

    Args:
        dim: width of the input, of the blocks and of the output.
        depth: number of blocks; with 0, x comes back as it is.
    """

    def __init__(self, dim: int, depth: int) -> None:
        ### BEGIN SOLUTION
        super().__init__()
        self.norms = nn.ModuleList(nn.LayerNorm(dim) for _ in range(depth))
        self.linears = nn.ModuleList(nn.Linear(dim, dim) for _ in range(depth))
        ### END SOLUTION

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        """(..., dim) -> (..., dim); x itself is not written to."""
        ### BEGIN SOLUTION
        for norm, linear in zip(self.norms, self.linears, strict=True):
            x = x + F.relu(linear(norm(x)))
        return x
        ### END SOLUTION


# %% [markdown]
# ## From tokens to scores
#
# Text reaches a model as integers. `nn.Embedding(vocab_size, dim)` is a table with one row
# for each token; called with int64 numbers it looks up their rows:
#
# ```python
# table = nn.Embedding(50, 4)
# table(torch.tensor([[3, 3, 7]])).shape     # torch.Size([1, 3, 4]): one axis more
# ```
#
# A lookup is also why only the rows that occurred get a gradient. In a large model this table
# may be the biggest single tensor, and the first one to be sharded.
#
# To classify a whole sequence, many rows must become one. The mean over the sequence does
# that and forgets the length. A sum looks harmless here, since the LayerNorm behind it
# divides any scale away: on ordinary numbers we saw 0.0002 between mean and sum. With
# embeddings of about 0.001 it was 0.96, because then the LayerNorm's epsilon is no longer
# small against the variance. A bug that shows only at some scales is found in production.
#
# Watch the axes: `(batch, seq, dim)`. A mean over the wrong one mixes the examples of a
# batch, and with batch and sequence of the same length not even the shape complains.

# %% task="TokenClassifier"
class TokenClassifier(nn.Module):
    """Embedding, mean over the sequence, LayerNorm, Dropout, Linear.

    Args:
        vocab_size: number of different tokens, all of them trained alike.
        dim: width of the embedding and of the LayerNorm.
        num_classes: number of scores.
        dropout: probability of dropping one of the `dim` numbers in training.
    """

    def __init__(self, vocab_size: int, dim: int, num_classes: int, dropout: float = 0.1) -> None:
        ### BEGIN SOLUTION
        super().__init__()
        self.embedding = nn.Embedding(vocab_size, dim)
        self.head = nn.Sequential(nn.LayerNorm(dim), nn.Dropout(dropout), nn.Linear(dim, num_classes))
        ### END SOLUTION

    def forward(self, tokens: torch.Tensor) -> torch.Tensor:
        """int64 (batch, seq) -> raw scores (batch, num_classes)."""
        ### BEGIN SOLUTION
        # (batch, seq) -> (batch, seq, dim) -> (batch, dim) -> (batch, num_classes)
        return self.head(self.embedding(tokens).mean(dim=1))
        ### END SOLUTION


# %% [markdown]
# ## State that is not trained
#
# Some tensors belong to a model and are measured, not learned: the mean and standard
# deviation of the training data, BatchNorm's running statistics, a causal mask, the scales of
# a quantised layer. As a parameter, such a tensor would be offered to the optimizer; as a
# plain attribute, it would be left behind by `state_dict()` and `.to()`. It is a *buffer*:
#
# ```python
# self.register_buffer("steps", torch.zeros(()))     # in __init__
# self.steps                                         # read like any attribute
# self.steps.add_(1)                                 # changed in place, or assigned anew
# ```
#
# Three habits. Register a buffer in `__init__` with its final shape, for a fresh module must
# have a place into which a saved state can be loaded. Read it as `self.steps` each time:
# `.to()` puts a *new* tensor in its place, and a reference kept on the side goes on showing
# the old one. And leave `persistent=False` for what can be computed again, like a mask; such
# a buffer moves with the module but is not saved.
#
# On a CPU you will not notice a tensor that failed to move, since there is nowhere to go. The
# checks therefore also move your module to another dtype and to the `meta` device. You can do
# the same, and find without a GPU what would break on one.
#
# `x.std(dim=0)` divides by `n - 1`, torch's default. That is the one wanted here.

# %% task="Standardize"
class Standardize(nn.Module):
    """Subtracts a fitted mean from each column and divides it by a fitted standard deviation.

    Both are state, and no parameters: they are saved and loaded with ``state_dict()``, also
    into a fresh ``Standardize(dim)`` that was never fitted, and follow ``.to(dtype)`` and
    ``.to(device)``.

    Args:
        dim: number of columns.
    """

    def __init__(self, dim: int) -> None:
        ### BEGIN SOLUTION
        super().__init__()
        self.register_buffer("mean", torch.zeros(dim))
        self.register_buffer("std", torch.ones(dim))
        ### END SOLUTION

    def fit(self, x: torch.Tensor) -> None:
        """Takes mean and standard deviation (n - 1) of each column of x, shape (rows, dim), rows > 1.

        A later fit replaces an earlier one. No column is constant.
        """
        ### BEGIN SOLUTION
        with torch.no_grad():
            self.mean.copy_(x.mean(dim=0))
            self.std.copy_(x.std(dim=0))
        ### END SOLUTION

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        """(rows, dim) -> (rows, dim), by the fitted statistics, not by those of x."""
        ### BEGIN SOLUTION
        return (x - self.mean) / self.std
        ### END SOLUTION
