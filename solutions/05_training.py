# %% [markdown]
# # Data, loop, schedule, checkpoint
#
# A training run is a small machine: data goes in, batches go round, a schedule turns the
# learning rate down, and now and then the state is written to disk so that a crash costs
# minutes and not days. Every large run you will ever operate, on one GPU or on ten thousand,
# is this machine with more plumbing. In this unit you build each part, check it by itself,
# and at the end train a network on real handwriting.
#
# All numbers below were measured on two CPU cores with torch 2.14.1.

# %%
import os

import torch
from torch import nn
from torch.utils.data import DataLoader, Dataset
from torchvision import datasets, transforms

# %% [markdown]
# ## A dataset is a length and an index
#
# PyTorch asks two things of a (map-style) dataset: `len(dataset)`, and `dataset[i]` for one
# sample. Nothing else; a Python list will do. One sample of a supervised task is a pair,
# input first, label second.
#
# A dataset is also the right place to refuse nonsense. If there are 60,000 images and 59,999
# labels, something upstream went wrong, and the best moment to say so is when the dataset is
# made: at that point the person who can mend it is still looking. A check that waits for the
# bad index goes off in the middle of the night, in a worker process. Use `raise ValueError(...)`
# for it rather than `assert`: assertions vanish under `python -O`.
#
# For a tensor, `len(t)` is the size of its first axis, however many axes follow.

# %% task="TensorPairs"
class TensorPairs(Dataset):
    """A dataset of (sample, label) pairs from two tensors.

    data: (n, ...), any dtype. labels: (n, ...), any dtype. Sample i is the tuple
    (data[i], labels[i]), with both dtypes as they were.

    Raises ValueError when it is made, if the two lengths differ.
    """

    def __init__(self, data: torch.Tensor, labels: torch.Tensor) -> None:
        ### BEGIN SOLUTION
        if len(data) != len(labels):
            raise ValueError(f"{len(data)} samples but {len(labels)} labels")
        self.data = data
        self.labels = labels
        ### END SOLUTION

    def __len__(self) -> int:
        ### BEGIN SOLUTION
        return len(self.data)
        ### END SOLUTION

    def __getitem__(self, index: int) -> tuple[torch.Tensor, torch.Tensor]:
        ### BEGIN SOLUTION
        return self.data[index], self.labels[index]
        ### END SOLUTION

# %% [markdown]
# ## A loader makes batches
#
# `torch.utils.data.DataLoader` picks indices, fetches the samples and stacks them. Training and
# evaluation want different things of it:
#
# | | order | last partial batch |
# |---|---|---|
# | training | new in each epoch (`shuffle`) | dropped (`drop_last`): a batch of 3 among batches of 64 is a noisy step with full weight |
# | evaluation | as stored | kept: every sample counts |
#
# MNIST has 60,000 training images. In batches of 64 that is 938 batches, the last of 32. Its
# 10,000 test images leave 16 over; drop these and you report the accuracy of 9,984
# images as if it were that of 10,000. Published code has done so.
#
# **A generator of its own.** A shuffle needs random numbers. By default they come from the one global
# generator that dropout and initialisation also draw from, and so the order of your data depends
# on how many layers you created before. Give the loader a private `torch.Generator`, seeded
# with `manual_seed`, through its `generator` argument, and the order depends on the seed alone. Each
# epoch continues the same generator, hence a new order each time, and the whole sequence of orders
# repeats in the next run. Calling `torch.manual_seed` inside the function would not do: it
# resets everyone else's random numbers, a nasty surprise for the caller.
#
# **Pinned memory** is host memory that the operating system may not page out. A GPU can copy from it
# by itself while the CPU goes on (`non_blocking=True`). Without CUDA there is nobody to copy for, and
# PyTorch warns; so ask for it exactly when `torch.cuda.is_available()`.
#
# **Workers** are processes that fetch ahead. They pay when a sample is expensive (decoding,
# augmentation, network storage). For the small set at the end of this unit they gain
# nothing: an epoch took 0.13 s without workers, 0.14 s with two and with four.

# %% task="make_loader"
def make_loader(
    dataset: Dataset, batch_size: int, *, train: bool, num_workers: int = 0, seed: int = 0
) -> DataLoader:
    """A loader over `dataset`, for training or for evaluation.

    train=True: a new order each epoch, drawn from a generator of the loader's own that starts
    at `seed` (the same seed gives the same sequence of orders); the last partial batch is
    dropped, so fewer samples than `batch_size` give no batch at all.
    train=False: the stored order, every sample.
    Memory is pinned if CUDA is available, else not. The global generator is left alone.
    """
    ### BEGIN SOLUTION
    return DataLoader(
        dataset,
        batch_size=batch_size,
        shuffle=train,
        drop_last=train,
        num_workers=num_workers,
        pin_memory=torch.cuda.is_available(),
        generator=torch.Generator().manual_seed(seed),
    )
    ### END SOLUTION

# %% [markdown]
# ## One epoch of training
#
# You know the step from the units before: clear the gradients, forward, loss, backward, `step`.
# An epoch does it for each batch of the loader. Three things are new.
#
# **Mode.** `model.train()` switches dropout on and makes BatchNorm use (and update) the statistics of the
# batch. An evaluation between two epochs may have left the model in the other mode, so set the mode at
# the top of every epoch, and not once before the first.
#
# **Device.** The model lives somewhere already, while batches come from the loader on the CPU. Move inputs
# and targets to `device`, and remember that `.to` returns the moved tensor.
#
# **The mean.** `loss_fn` returns the mean over a batch. The epoch's loss is the mean over *samples*. If
# batches differ in size, the mean of the batch means is something else: batches of 2 and 1
# with mean losses 2.5 and 4.0 hold 2.5 + 2.5 + 4.0 = 9.0 in all, so 3.0 per sample, while the mean of means
# says 3.25. Weight each batch's loss by its size, and divide by the number of samples *you saw*. Not by
# `len(loader.dataset)`: with a sampler, or with a dropped batch, the loader visits fewer.
#
# Keep the numbers, not the tensors. A loss tensor holds its whole graph alive, and with it the
# activations of that step; `.item()` gives a plain float. On a GPU `.item()` also waits until the device
# has caught up, which is why large training loops call it rarely.

# %% task="train_epoch"
def train_epoch(model: nn.Module, loader, loss_fn, optimizer, device) -> float:
    """Train `model` for one pass over `loader`, one optimizer step per batch.

    `loader` yields (inputs, targets); `loss_fn(model(inputs), targets)` is the mean over the
    batch. The model, already on `device`, is put in train mode; batches are moved to `device`.
    Returns the mean loss per sample, each as it was in the forward pass of its step, as a float.
    """
    ### BEGIN SOLUTION
    model.train()
    total, seen = 0.0, 0
    for inputs, targets in loader:
        inputs, targets = inputs.to(device), targets.to(device)
        optimizer.zero_grad()
        loss = loss_fn(model(inputs), targets)
        loss.backward()
        optimizer.step()
        total += loss.item() * len(targets)
        seen += len(targets)
    return total / seen
    ### END SOLUTION

# %% [markdown]
# ## Evaluation is a measurement
#
# A measurement should not disturb what it measures. Four disturbances are easy to cause:
#
# - **Train mode left on.** Dropout then removes units at random, and BatchNorm judges each sample by its
#   neighbours. A network of ours had 95.8% in eval mode; the same weights in train mode gave 93.8% with one
#   batch of 357, 90.5% in batches of 8, and 74.0% in batches of 3. A score that depends on the batch size is a
#   sure sign. Worse, each such forward pass also moves BatchNorm's running statistics: you
#   train on the test set a little.
# - **A graph.** Without `torch.no_grad()` (or `torch.inference_mode()`) each forward pass keeps its
#   activations for a backward pass that never comes. That is memory, and memory is the batch size.
#   `.detach()` on the result comes too late: the graph has been built by then.
# - **The wrong mode afterwards.** Remember `model.training` before you switch, and put the model back as it was.
#   `evaluate` then can be called anywhere, on a model in training as on one in service.
# - **Samples lost or weighted twice.** Count right answers and samples, divide once at the end.
#
# The model gives one row of scores (logits) per sample. The predicted class is the column of the largest:
# `argmax` over axis 1. No softmax is needed, since it never changes the order.

# %% task="evaluate"
def evaluate(model: nn.Module, loader, device) -> float:
    """The fraction, 0.0 to 1.0, of samples in `loader` whose largest logit is at the target.

    `loader` yields (inputs, targets): model(inputs) is (batch, classes), targets int64 (batch,).
    Inputs are moved to `device`. Runs in eval mode and builds no graph; afterwards parameters,
    buffers and the model's mode are as they were before.
    """
    ### BEGIN SOLUTION
    was_training = model.training
    model.eval()
    right, seen = 0, 0
    with torch.no_grad():
        for inputs, targets in loader:
            # (batch, classes) -> (batch,)
            predicted = model(inputs.to(device)).argmax(dim=1)
            right += (predicted == targets.to(device)).sum().item()
            seen += len(targets)
    model.train(was_training)
    return right / seen
    ### END SOLUTION

# %% [markdown]
# ## A schedule for the learning rate
#
# Large steps first, to get near; small ones later, to settle. A scheduler holds on to the optimizer and
# rewrites the learning rate in its `param_groups` each time you call `scheduler.step()`. Two common ones,
# both in `torch.optim.lr_scheduler`:
#
# - `StepLR` multiplies the rate by `gamma` after every `step_size` calls.
# - `CosineAnnealingLR` follows half a wave of a cosine from the first rate down to zero in `T_max` calls. With
#   `T_max=5` the fractions are 1, 0.905, 0.655, 0.345, 0.095, and 0.
#
# The unit of `step_size` and of `T_max` is *one call of `step()`*, whatever you take it to mean. Give
# the cosine 5 epochs and call it in every batch, and it is at zero after five batches, then
# swings up again: 0.095, 0.345, ..., and back at the full rate after ten.

# %% task="make_scheduler"
def make_scheduler(
    optimizer: torch.optim.Optimizer, name: str, epochs: int
) -> torch.optim.lr_scheduler.LRScheduler:
    """A scheduler of `optimizer`, to be stepped once per epoch.

    "step": a tenth of the rate after each 10 epochs.
    "cosine": from the full rate to zero in `epochs` epochs, along a cosine.
    Raises ValueError for any other name.
    """
    ### BEGIN SOLUTION
    if name == "step":
        return torch.optim.lr_scheduler.StepLR(optimizer, step_size=10, gamma=0.1)
    if name == "cosine":
        return torch.optim.lr_scheduler.CosineAnnealingLR(optimizer, T_max=epochs)
    raise ValueError(f"unknown schedule {name!r}: step or cosine")
    ### END SOLUTION

# %% [markdown]
# ## The run
#
# Now the parts go together. In each epoch: train, evaluate, write down, turn the schedule by
# one. The order carries meaning:
#
# - the accuracy is that of the weights *after* this epoch's training;
# - the learning rate in the record is the one that this epoch *used*, so read it before the scheduler moves on;
# - `scheduler.step()` comes after the optimizer's steps. The other way round the first rate is
#   never used, and PyTorch warns.
#
# `epochs` is the total length of the run, not "how many more". A run that stopped after epochs 0 and 1
# goes on with `start_epoch=2` and the same `epochs`, and its records are numbered 2, 3, ... This is what
# lets a cluster restart a job with one command line, whatever happened before.

# %% task="fit"
def fit(
    model: nn.Module,
    train_loader,
    test_loader,
    loss_fn,
    optimizer: torch.optim.Optimizer,
    scheduler,
    epochs: int,
    device,
    start_epoch: int = 0,
) -> list[dict]:
    """Run epochs start_epoch, ..., epochs - 1; the scheduler moves once at the end of each.

    Returns one dict per epoch that was run: {"epoch": int, "loss": mean training loss,
    "accuracy": on test_loader after the epoch's training, "lr": the rate that the epoch used
    (of the first parameter group)}.
    """
    ### BEGIN SOLUTION
    history = []
    for epoch in range(start_epoch, epochs):
        lr = optimizer.param_groups[0]["lr"]
        loss = train_epoch(model, train_loader, loss_fn, optimizer, device)
        accuracy = evaluate(model, test_loader, device)
        scheduler.step()
        history.append({"epoch": epoch, "loss": loss, "accuracy": accuracy, "lr": lr})
    return history
    ### END SOLUTION

# %% [markdown]
# ## Checkpoints: what a run consists of
#
# Kill a run after epoch 3, start it again, and it should go on as if nothing had happened. What must
# be in the file for that?
#
# - **The model's** `state_dict()`: parameters and buffers.
# - **The optimizer's** `state_dict()`: momentum, Adam's averages, and the current learning rate. This is most of
#   the file. A network of 101,770 fp32 parameters takes 409 kB; with AdamW's two averages per
#   parameter the checkpoint has 1,227 kB, three times as much. The same factor decides how large a
#   model fits on a GPU, and it is why sharded optimizers exist.
# - **The scheduler's** `state_dict()`: how many calls it has counted.
# - **The last finished epoch.**
#
# We left the optimizer out and resumed a run (SGD with momentum, rate 0.05 to be cut to 0.005 after three
# epochs). The next epochs' losses were 0.187, 0.221, 0.300; without the interruption they are
# 0.111, 0.048, 0.036. Nothing crashed, nothing warned: the momentum was gone, and so was the cut, because the *rate* is
# kept in the optimizer. Without the scheduler's state the count starts again, and later cuts come too late.
#
# Save plain data only: state dicts, numbers, strings, put together in a dict. `torch.save(model, path)` would
# store a pickle that runs code when it is opened and that breaks as soon as you move a class. `torch.load` refuses it by
# default (`weights_only=True`), and that default is worth keeping: checkpoints are files from strangers.

# %% task="save_checkpoint"
def save_checkpoint(path: str | os.PathLike, *, model, optimizer, scheduler, epoch: int) -> None:
    """Write to `path` all that a run needs to go on. `epoch` is the last finished epoch.

    The file loads with `torch.load(path, weights_only=True)`. Nothing that is saved is changed.
    """
    ### BEGIN SOLUTION
    checkpoint = {
        "model": model.state_dict(),
        "optimizer": optimizer.state_dict(),
        "scheduler": scheduler.state_dict(),
        "epoch": epoch,
    }
    torch.save(checkpoint, path)
    ### END SOLUTION

# %% [markdown]
# ## Picking up the thread
#
# The other direction: make model, optimizer and scheduler as at the start of the run, then pour the saved
# state into them, each with its own `load_state_dict`. Finished epoch 1 means that epoch 2 is next, so that is
# what to return; `fit(..., start_epoch=...)` takes it from there.
#
# `map_location` of `torch.load` says where the tensors should be put. Without it a file that was written on
# `cuda:3` wants to go back to `cuda:3`, on a laptop as well as on each of eight processes of one node.
#
# One trap has a harmless name. `model.load_state_dict(state, assign=True)` does not copy into the model's parameters,
# it *replaces* them. An optimizer that was made before still holds the old ones. It steps
# happily, and the model never changes again.

# %% task="load_checkpoint"
def load_checkpoint(path: str | os.PathLike, *, model, optimizer, scheduler, device) -> int:
    """Read what `save_checkpoint` wrote into model, optimizer and scheduler, in place.

    All three were made as at the start of the run; the optimizer holds the model's parameters
    and still does so afterwards. Saved tensors are mapped to `device`.
    Returns the number of the epoch to run next.
    """
    ### BEGIN SOLUTION
    checkpoint = torch.load(path, map_location=device, weights_only=True)
    model.load_state_dict(checkpoint["model"])
    optimizer.load_state_dict(checkpoint["optimizer"])
    scheduler.load_state_dict(checkpoint["scheduler"])
    return checkpoint["epoch"] + 1
    ### END SOLUTION

# %% [markdown]
# ## The whole script
#
# Time to train something. This course carries real handwriting: 1,440 digits to train on and 357 to
# test, of 28x28 pixels, in the file layout of MNIST, so that `torchvision.datasets.MNIST` reads them and no
# download is needed. Where are they? In a terminal `course data` prints the folder; in Python:
#
# ```python
# from course.digits import digits_root
#
# data_dir = digits_root()
# ```
#
# If you have the real MNIST on disk, pass its folder instead. The script is the same.
#
# **Transforms.** `transforms.ToTensor()` turns an image of bytes into a float tensor `(1, 28, 28)` in [0, 1].
# `transforms.Normalize((mean,), (std,))` then shifts and scales; for MNIST one uses 0.1307 and 0.3081, so that black
# becomes -0.4242 and white 2.8215. In this order: Normalize wants a tensor. `transforms.Compose` chains
# them, and the dataset takes the chain as `transform`.
#
# **The network** is an MLP: flatten to 784, one hidden layer, 10 logits.
#
# **The loss** is `nn.CrossEntropyLoss`, which takes *logits*. It applies log-softmax itself. If the model ends in
# a softmax too, the largest score that a class can get is 1, and then the loss cannot fall below
# ln(e + 9) - 1 = 1.4612 for ten classes. It still learns, only badly: three seeds (batches of 64) gave 0.94, 0.85 and 0.84
# with the softmax, and 0.93, 0.93 and 0.94 without it. An accuracy of 0.94 raises no suspicion. The loss does: the smallest
# of that run was 1.54, against 0.13.
#
# **The optimizer** is `torch.optim.AdamW`, with your cosine. 1,440 images are few, so choose a batch that leaves
# enough steps. With a hidden layer of 128 and a rate of 1e-3 five epochs gave 0.94 to 0.95 in batches of 32, 0.93 to 0.94 in
# batches of 64, and 0.90 to 0.91 in batches of 256.
#
# **The seed** decides the initial weights and the order of the data. Call `torch.manual_seed(seed)` before the model is made,
# and pass the seed to the loader.
#
# And since you think about machines: the MLP needs a third of the time that the loader takes, which opens,
# converts and normalises one small image after the other. Unit 7 shows how to see this. A GPU would only wait faster.

# %% task="train_digits"
def train_digits(data_dir: str | os.PathLike, *, epochs: int = 5, seed: int = 0) -> float:
    """Train an MLP on the digits in `data_dir`; returns the test accuracy after the last epoch.

    `data_dir` is a root of `torchvision.datasets.MNIST` (no download). Inputs: ToTensor, then
    Normalize((0.1307,), (0.3081,)). AdamW, cosine schedule over `epochs`, CUDA if available.
    The same seed gives the same result. With the offline digits and 5 epochs at least 0.90.
    """
    ### BEGIN SOLUTION
    torch.manual_seed(seed)
    device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
    transform = transforms.Compose([transforms.ToTensor(), transforms.Normalize((0.1307,), (0.3081,))])
    train_set = datasets.MNIST(data_dir, train=True, download=False, transform=transform)
    test_set = datasets.MNIST(data_dir, train=False, download=False, transform=transform)
    train_loader = make_loader(train_set, 32, train=True, seed=seed)
    test_loader = make_loader(test_set, 256, train=False)

    model = nn.Sequential(nn.Flatten(), nn.Linear(784, 128), nn.ReLU(), nn.Linear(128, 10)).to(device)
    optimizer = torch.optim.AdamW(model.parameters(), lr=1e-3)
    scheduler = make_scheduler(optimizer, "cosine", epochs)
    history = fit(
        model, train_loader, test_loader, nn.CrossEntropyLoss(), optimizer, scheduler, epochs, device
    )
    return history[-1]["accuracy"]
    ### END SOLUTION
