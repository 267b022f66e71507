"""Hidden checks of 05_training: other sizes, ragged batches, modes, devices, trajectories."""

import math
import random

import numpy as np
import torch
from torch import nn

from course.checks import (
    assert_equal,
    assert_number,
    assert_numbers,
    assert_tensor,
    check,
    describe,
    expect,
    fail,
    mistake,
)
from course.digits import mnist_files

from .test_visible import judge_batches

# --- TensorPairs ------------------------------------------------------------------------


mistake(
    "datasets-share-their-tensors",
    "A dataset that was made later replaced the tensors of this one. They belong to the instance: set them on "
    "self, not on the class and not in a global name.",
)


@check("TensorPairs", inputs="other shapes and dtypes, axes of size 1, labels with more than one axis")
def test_every_pair_belongs_together(student):
    """TensorPairs keeps samples, labels and dtypes for any shape"""

    def probe(submission, cases):
        datasets = [submission.TensorPairs(data, labels) for data, labels in cases]
        if any(len(dataset) and dataset[0] is None for dataset in datasets):
            return None
        return [[list(dataset[index]) for index in range(len(dataset))] for dataset in datasets]

    count = random.randint(5, 8)
    cases = [
        (torch.randn(count, 2, 3, dtype=torch.float64), torch.randint(0, 9, (count,))),
        (torch.randint(0, 255, (count + 1, 4), dtype=torch.uint8), torch.randn(count + 1, 3)),
        (torch.randn(count + 2, 1, 2), torch.randn(count + 2, 1)),
    ]
    found = student.observe(probe, cases)
    expect(found is not None, "dataset[0] is None.", mistake="returned-nothing")
    if len(found[0]) == len(found[2]) == count + 2:
        fail(
            f"The first of three datasets has {count} samples, but its length is that of the last.",
            mistake="datasets-share-their-tensors",
        )
    for (data, labels), pairs in zip(cases, found, strict=True):
        expect(
            len(pairs) == len(data),
            f"len(dataset) should be the number of samples, got {len(pairs)}.",
            mistake="length-of-another-axis" if len(pairs) in (data.numel(), *data.shape[1:]) else None,
        )
        expect(
            all(len(pair) == 2 for pair in pairs),
            f"Each dataset[i] should hold two things, sample and label, got {len(pairs[0])}.",
            mistake="label-forgotten" if pairs[0] and len(pairs[0]) == len(data[0]) else None,
        )
        for position, (sample, label) in enumerate(pairs):
            assert_tensor(
                sample, data[position], what="a sample", mistakes={"pair-turned-round": labels[position]}
            )
            assert_tensor(label, labels[position], what="a label")


@check("TensorPairs", inputs="a DataLoader that batches the dataset")
def test_a_loader_can_batch_the_pairs(student):
    """TensorPairs works in a DataLoader"""

    def probe(submission, data, labels):
        from torch.utils.data import DataLoader

        return [list(batch) for batch in DataLoader(submission.TensorPairs(data, labels), batch_size=4)]

    data, labels = torch.randn(11, 3), torch.randint(0, 5, (11,))
    batches = student.observe(probe, data, labels)
    assert_equal(
        [len(batch) for batch in batches],
        [2, 2, 2],
        what="the number of tensors per batch of 4, 4 and 3 pairs",
    )
    for part in (part for batch in batches for part in batch):
        expect(
            isinstance(part, torch.Tensor),
            f"A batch should hold two tensors, but one of the two is {describe(part)}.",
        )
    assert_tensor(
        torch.cat([batch[0] for batch in batches]),
        data,
        what="the tensor of all samples",
        mistakes={"pair-turned-round": labels},
    )
    assert_tensor(torch.cat([batch[1] for batch in batches]), labels, what="the tensor of all labels")


@check("TensorPairs", inputs="one label too few, too many, a single label, equal lengths")
def test_lengths_are_compared_at_construction(student):
    """TensorPairs refuses every pair of different lengths, and no other"""

    def probe(submission, cases):
        outcomes = []
        for data, labels in cases:
            try:
                outcomes.append(["made", len(submission.TensorPairs(data, labels))])
            except NotImplementedError:
                raise
            except Exception as error:
                outcomes.append([type(error).__name__, isinstance(error, ValueError)])
        return outcomes

    count = random.randint(4, 7)
    lengths = [(count, count - 1), (count, count + 1), (count, 1), (1, count), (count, count)]
    cases = [(torch.randn(samples, 3), torch.arange(labels)) for samples, labels in lengths]
    outcomes = student.observe(probe, cases)
    for (samples, labels), (kind, detail) in zip(lengths[:-1], outcomes, strict=False):
        few = "more samples than labels" if samples > labels else "more labels than samples"
        expect(kind != "made", f"With {few} a dataset was made.", mistake="length-not-checked")
        expect(
            kind != "AssertionError",
            f"With {few} an assertion failed, but a ValueError is asked for.",
            mistake="assert-instead-of-raise",
        )
        expect(detail is True, f"With {few} it should raise ValueError, got {kind}.")
    kind, detail = outcomes[-1]
    expect(kind == "made", f"Equal lengths are right, but {kind} was raised.")
    expect(
        detail == count,
        f"len(dataset) should be the number of samples, got {detail}.",
        mistake="length-of-another-axis" if detail in (3, 3 * count) else None,
    )


# --- make_loader ------------------------------------------------------------------------

mistake(
    "same-order-every-epoch",
    "Every epoch had the same order. The indices were shuffled once, or the generator is set back "
    "before each epoch; let one generator run on.",
)
mistake(
    "order-not-repeatable",
    "Two loaders with the same seed gave different orders. The shuffle draws from the global generator, or from one "
    "that an earlier loader has used: make and seed a torch.Generator in each call.",
)
mistake(
    "seed-zero-ignored",
    "Zero is a seed like any other. `if seed:` and `seed or ...` take it for a missing one; compare with None.",
)
mistake("seed-has-no-effect", "Another seed gave the same order. Seed the generator with `seed`.")
mistake(
    "generator-shared",
    "Making a second loader changed the order of the first one: all loaders draw from one and the same "
    "generator. Make a new torch.Generator in each call.",
)
mistake(
    "seeds-the-global-generator",
    "Making a loader changed the global random state. Whoever calls you then draws other "
    "numbers for dropout and initial weights; seed a private torch.Generator instead of torch.manual_seed.",
)
mistake(
    "always-pins",
    "Pinned memory was asked for without CUDA. There is no device to copy to, and PyTorch warns: "
    "make it depend on torch.cuda.is_available().",
)
mistake("workers-not-passed-on", "The loader does not have the number of workers that was asked for.")


@check("make_loader", inputs="three epochs over other sizes")
def test_each_epoch_has_its_own_order(student):
    """make_loader(train=True) draws a new order in each epoch"""

    def probe(submission, values, batch_size, seed):
        from torch.utils.data import TensorDataset

        loader = submission.make_loader(TensorDataset(values), batch_size, train=True, seed=seed)
        return [[value for batch in loader for value in batch[0].tolist()] for _ in range(3)]

    count, batch = random.choice([(29, 5), (31, 4), (37, 7)])
    epochs = student.observe(probe, torch.arange(count), batch, random.randrange(1000))
    for order in epochs:
        expect(
            len(order) >= count // batch * batch,
            f"An epoch over {count} samples in batches of {batch} showed {len(order)}.",
        )
        expect(
            len(set(order)) == len(order) and set(order) <= set(range(count)),
            "An epoch showed a sample twice.",
        )
        expect(order != sorted(order), "An epoch came in the stored order.", mistake="train-not-shuffled")
    expect(
        epochs[0] != epochs[1] != epochs[2] != epochs[0],
        "Two of three epochs had the same order.",
        mistake="same-order-every-epoch",
    )


@check(
    "make_loader",
    inputs="equal and different seeds, while other code draws random numbers or makes another loader",
)
def test_the_seed_decides_the_order(student):
    """make_loader: the same seed repeats the orders of two epochs, another seed does not"""

    def probe(submission, values, seeds, disturbances, rivals):
        import torch
        from torch.utils.data import TensorDataset

        runs = []
        dataset = TensorDataset(values)
        for seed, disturbance, rival in zip(seeds, disturbances, rivals, strict=True):
            torch.manual_seed(disturbance)
            loader = submission.make_loader(dataset, 6, train=True, seed=seed)
            if rival is not None:
                list(submission.make_loader(dataset, 6, train=True, seed=rival))
            orders = []
            for _ in range(2):
                torch.rand(disturbance % 7 + 1)
                orders.append([value for batch in loader for value in batch[0].tolist()])
            runs.append(orders)
        return runs

    seed = random.randrange(1, 1000)
    first, again, beside, twin, other, zero, nought = student.observe(
        probe,
        torch.arange(41),
        [seed, seed, seed, seed, seed + 1, 0, 0],
        [3, 11, 3, 3, 3, 3, 11],
        [None, None, seed + 7, seed, None, None, None],
    )
    expect(
        all(len(order) >= 36 for order in (*first, *again, *beside, *twin, *other, *zero, *nought)),
        "An epoch over 41 samples in batches of 6 showed fewer than 36.",
    )
    expect(
        all(order != sorted(order) for order in first),
        "The samples came in the stored order.",
        mistake="train-not-shuffled",
    )
    expect(
        first == again,
        "The same seed gave other orders when other code had drawn random numbers in between.",
        mistake="order-not-repeatable",
    )
    expect(
        first == beside,
        "The same seed gave other orders when another loader was made and used in between.",
        mistake="generator-shared",
    )
    expect(
        first == twin,
        "The same seed gave other orders when a second loader with this seed was made and used in between.",
        mistake="generator-shared",
    )
    expect(zero == nought, "Seed 0 gave other orders the second time.", mistake="seed-zero-ignored")
    expect(first[0] != other[0], "Seeds s and s + 1 gave the same order.", mistake="seed-has-no-effect")


@check("make_loader", inputs="the global random state before and after")
def test_making_it_leaves_the_global_generator_alone(student):
    """make_loader does not touch the global random state"""

    def probe(submission, values, seed):
        import torch
        from torch.utils.data import TensorDataset

        torch.manual_seed(seed)
        before = torch.get_rng_state()
        loaders = [
            submission.make_loader(TensorDataset(values), 4, train=train, seed=seed + 5)
            for train in (True, False)
        ]
        unchanged = torch.equal(before, torch.get_rng_state())
        return unchanged, [sum(len(batch[0]) for batch in loader) for loader in loaders]

    unchanged, counts = student.observe(probe, torch.arange(15), random.randrange(1000))
    expect(
        unchanged,
        "The state of torch's global generator changed while the loaders were made.",
        mistake="seeds-the-global-generator",
    )
    expect(
        min(counts) >= 12,
        f"15 samples in batches of 4: the loaders gave {counts[0]} for training and {counts[1]} for evaluation.",
    )


@check("make_loader", inputs="fewer samples than a batch, exact multiples, a rest of one")
def test_sizes_of_all_kinds(student):
    """make_loader: full batches for training, every sample for evaluation"""

    def probe(submission, sizes):
        import torch
        from torch.utils.data import TensorDataset

        found = []
        for count, batch_size in sizes:
            dataset = TensorDataset(torch.arange(count))
            for train in (True, False):
                loader = submission.make_loader(dataset, batch_size, train=train, seed=3)
                found.append([batch[0].tolist() for batch in loader])
        return found

    sizes = [(5, 8), (12, 4), (13, 4), (9, 5)]
    found = student.observe(probe, sizes)
    judge_batches([batch for batches in found for batch in batches])
    for position, (count, batch) in enumerate(sizes):
        training, evaluation = found[2 * position], found[2 * position + 1]
        expect(
            [len(part) for part in training] == [batch] * (count // batch),
            f"Training on {count} samples in batches of {batch}: got batches of {[len(part) for part in training]}.",
            mistake="train-keeps-partial-batch" if sum(map(len, training)) == count else None,
        )
        seen = [value for part in evaluation for value in part]
        expect(
            len(seen) == count,
            f"Evaluation of {count} samples in batches of {batch} gave {len(seen)} of them.",
            mistake="eval-drops-samples" if len(seen) == count // batch * batch else None,
        )
        expect(
            seen == list(range(count)),
            "Evaluation changed the order.",
            mistake="eval-shuffles" if sorted(seen) == list(range(count)) else None,
        )


@check("make_loader", inputs="two workers, without CUDA")
def test_workers_and_pinned_memory(student):
    """make_loader passes the workers on and pins memory only with CUDA"""

    def probe(submission, values):
        import torch
        from torch.utils.data import TensorDataset

        found = []
        for train in (True, False):
            loader = submission.make_loader(TensorDataset(values), 3, train=train, num_workers=2)
            found.append(
                [getattr(loader, "num_workers", None), getattr(loader, "pin_memory", None), len(loader)]
            )
        return torch.cuda.is_available(), found

    cuda, found = student.observe(probe, torch.arange(10))
    for workers, pinned, length in found:
        expect(
            workers == 2,
            f"With num_workers=2 the loader has num_workers={workers}.",
            mistake="workers-not-passed-on",
        )
        expect(cuda or not pinned, "The loader pins memory, and there is no CUDA.", mistake="always-pins")
        expect(pinned or not cuda, "CUDA is available, but the loader does not pin memory.")
        expect(length in (3, 4), f"10 samples in threes should give 3 or 4 batches, got {length}.")


@check("make_loader", inputs="batches on a machine with CUDA", cuda=True)
def test_batches_are_pinned_with_cuda(student):
    """make_loader gives batches in pinned memory where there is CUDA"""

    def probe(submission, values):
        from torch.utils.data import TensorDataset

        return [
            [batch[0].is_pinned(), batch[0].tolist()]
            for batch in submission.make_loader(TensorDataset(values), 3, train=False)
        ]

    batches = student.observe(probe, torch.arange(7))
    expect(
        all(pinned for pinned, _ in batches),
        "The batches are not in pinned memory, although CUDA is available.",
    )
    assert_equal([values for _, values in batches], [[0, 1, 2], [3, 4, 5], [6]], what="the list of batches")


# --- train_epoch ------------------------------------------------------------------------

mistake(
    "stays-in-eval-mode",
    "The model was in eval mode during training: dropout does nothing then, and BatchNorm learns no "
    "statistics. Call model.train() at the top of the epoch; an evaluation may have left the other mode.",
)
mistake(
    "loader-walked-twice",
    "The loader was walked through a second time, perhaps to count the samples. A loader that shuffles draws a "
    "new order each time, and everything is loaded twice: count in the one loop that trains.",
)
mistake(
    "two-forwards-per-step",
    "A batch went through the model more than once. That costs as much as the step itself, moves BatchNorm's "
    "statistics twice, and draws another dropout mask: read the loss that you have.",
)
mistake(
    "inputs-not-moved",
    "The inputs reached the model on the device they were loaded to. `.to(device)` returns the moved tensor; "
    "use its result.",
)
mistake(
    "losses-kept-with-their-graphs",
    "A loss tensor holds its graph. Added up or kept in a list, the losses hold the graphs of all steps, and "
    "memory grows with every batch. Keep numbers (.item()), or at least .detach() first.",
)
mistake(
    "targets-not-moved",
    "The targets reached the loss on the device they were loaded to. Move both, inputs and targets.",
)


def small_model(weights):
    """Linear(3, 6), Tanh, Linear(6, 4) in float64 with the given weights; runs on both sides."""
    import torch

    model = torch.nn.Sequential(torch.nn.Linear(3, 6), torch.nn.Tanh(), torch.nn.Linear(6, 4)).double()
    with torch.no_grad():
        for parameter, weight in zip(model.parameters(), weights, strict=True):
            parameter.copy_(weight)
    return model


def small_weights():
    return [
        torch.randn(6, 3).double(),
        torch.randn(6).double(),
        torch.randn(4, 6).double(),
        torch.randn(4).double(),
    ]


def flat(model):
    """All parameters as one vector."""
    import torch

    return torch.cat([parameter.detach().flatten() for parameter in model.parameters()])


def train_here(model, batches, lr, momentum=0.0, buffers=None, clear=True):
    """One honest epoch on this side, SGD by hand; returns the mean loss of each batch.

    `buffers` holds one momentum tensor per parameter and is changed in place.
    """
    parameters = list(model.parameters())
    buffers = [torch.zeros_like(parameter) for parameter in parameters] if buffers is None else buffers
    losses = []
    for inputs, targets in batches:
        if clear:
            model.zero_grad()
        loss = nn.functional.cross_entropy(model(inputs), targets)
        loss.backward()
        with torch.no_grad():
            for parameter, buffer in zip(parameters, buffers, strict=True):
                buffer.mul_(momentum).add_(parameter.grad)
                parameter.sub_(buffer, alpha=lr)
        losses.append(loss.item())
    return losses


def no_momentum(model):
    return [torch.zeros_like(parameter) for parameter in model.parameters()]


def in_batches(data, labels, size):
    return list(zip(data.split(size), labels.split(size), strict=True))


@check("train_epoch", points=2, inputs="two epochs with momentum, ragged batches")
def test_parameters_follow_the_trajectory(student):
    """train_epoch moves the parameters as clear, forward, backward, step does"""

    def probe(submission, build, flat, weights, data, labels, orders):
        import itertools

        import torch
        from torch.utils.data import TensorDataset

        model = build(weights)
        optimizer = torch.optim.SGD(model.parameters(), lr=0.1, momentum=0.9)
        steps = []
        optimizer.register_step_post_hook(lambda *_: steps.append(1))
        orders = itertools.cycle(orders)

        class Shuffled:  # like a DataLoader: each walk has a new order
            batch_size = 4
            dataset = TensorDataset(data, labels)

            def __len__(self):
                return 3

            def __iter__(self):
                order = next(orders)
                return iter(list(zip(data[order].split(4), labels[order].split(4), strict=True)))

        loader = Shuffled()
        for _ in range(2):
            submission.train_epoch(model, loader, torch.nn.CrossEntropyLoss(), optimizer, torch.device("cpu"))
        return flat(model), len(steps)

    weights, data, labels = small_weights(), torch.randn(11, 3).double(), torch.randint(0, 4, (11,))
    orders = [torch.randperm(11) for _ in range(8)]
    ends = {}
    for clearing in ("each step", "each epoch", "never", "two walks"):
        model = small_model(weights)
        buffers = no_momentum(model)
        for order in orders[1:4:2] if clearing == "two walks" else orders[:2]:
            if clearing == "each epoch":
                model.zero_grad()
            clear = clearing in ("each step", "two walks")
            train_here(model, in_batches(data[order], labels[order], 4), 0.1, 0.9, buffers, clear)
        ends[clearing] = flat(model)

    got, steps = student.observe(probe, small_model, flat, weights, data, labels, orders)
    if steps != 6:
        named = {0: "never-stepped", 2: "one-batch-only"}.get(steps)
        fail(f"Two epochs of three batches need 6 optimizer steps, got {steps}.", mistake=named)
    leaked = "each epoch" if torch.allclose(got, ends["each epoch"]) else "never"
    assert_tensor(
        got,
        ends["each step"],
        what="the vector of all parameters after two epochs",
        mistakes={
            "gradients-not-cleared": ends[leaked],
            "loader-walked-twice": ends["two walks"],
            "no-gradient-at-step": flat(small_model(weights)),
        },
    )


@check("train_epoch", points=2, inputs="a sampler that visits a part of the dataset, a smaller last batch")
def test_loss_is_the_mean_over_samples(student):
    """train_epoch returns the mean loss per visited sample, as a float"""

    def probe(submission, build, weights, data, labels, visited):
        import torch
        from torch.utils.data import DataLoader, TensorDataset

        model = build(weights)
        optimizer = torch.optim.SGD(
            model.parameters(), lr=0.0
        )  # the weights stay, so that only the mean is judged
        loader = DataLoader(TensorDataset(data, labels), batch_size=5, sampler=visited)
        return submission.train_epoch(
            model, loader, torch.nn.CrossEntropyLoss(), optimizer, torch.device("cpu")
        )

    weights, data, labels = small_weights(), torch.randn(19, 3).double(), torch.randint(0, 4, (19,))
    data[:2] *= 3  # so that the losses of the batches differ
    visited = [7, 3, 11, 18, 5, 4, 16, 9, 2, 12, 1, 0]
    model = small_model(weights)
    batches = in_batches(data[visited], labels[visited], 5)
    losses = train_here(model, batches, 0.0)
    sizes = [5, 5, 2]
    total = sum(loss * size for loss, size in zip(losses, sizes, strict=True))
    got = student.observe(probe, small_model, weights, data, labels, visited)
    assert_number(
        got,
        total / 12,
        what="the loss of the epoch",
        mistakes={
            "mean-of-batch-means": sum(losses) / 3,
            "divided-by-dataset": total / 19,
            "means-summed-over-samples": sum(losses) / 12,
            "last-batch-loss": losses[-1],
            "batch-means-summed": sum(losses),
            "nominal-batch-size": sum(losses) * 5 / 12,
        },
    )


@check("train_epoch", inputs="a model that comes in eval mode, twice")
def test_every_batch_runs_in_train_mode(student):
    """train_epoch trains in train mode, whatever the mode was"""

    def probe(submission, data, labels):
        import torch
        from torch.utils.data import DataLoader, TensorDataset

        modes = []

        class Watched(torch.nn.Module):
            def __init__(self):
                super().__init__()
                self.linear = torch.nn.Linear(3, 4)
                self.norm = torch.nn.BatchNorm1d(4)
                self.drop = torch.nn.Dropout(0.3)

            def forward(self, x):
                modes.append(self.training and self.drop.training and self.norm.training)
                return self.drop(self.norm(self.linear(x)))

        model = Watched()
        optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
        loader = DataLoader(TensorDataset(data, labels), batch_size=4)
        for _ in range(2):
            model.eval()
            submission.train_epoch(model, loader, torch.nn.CrossEntropyLoss(), optimizer, torch.device("cpu"))
        return modes, int(model.norm.num_batches_tracked)

    modes, counted = student.observe(probe, torch.randn(10, 3), torch.randint(0, 4, (10,)))
    expect(len(modes) >= 6, f"Two epochs of three batches need 6 forward passes, got {len(modes)}.")
    expect(
        all(modes),
        f"{modes.count(False)} of {len(modes)} forward passes ran in eval mode.",
        mistake="stays-in-eval-mode",
    )
    expect(
        counted <= 6,
        f"In two epochs of three batches each, BatchNorm counted {counted} batches.",
        mistake="two-forwards-per-step",
    )


@check(
    "train_epoch", inputs="how many losses with their graphs are in memory during an epoch of many batches"
)
def test_graphs_do_not_pile_up(student):
    """train_epoch keeps the numbers of the losses, not the losses with their graphs"""

    def probe(submission, data, labels):
        import gc
        import weakref

        import torch
        from torch.utils.data import DataLoader, TensorDataset

        marks, alive = [], []

        class Mark:
            pass

        class Watched(torch.autograd.Function):  # a step of the graph; its mark lives as long as the graph
            @staticmethod
            def forward(ctx, loss):
                ctx.mark = Mark()
                marks.append(weakref.ref(ctx.mark))
                return loss.clone()

            @staticmethod
            def backward(ctx, gradient):
                return gradient

        def loss_fn(outputs, targets):
            gc.collect()
            alive.append(sum(mark() is not None for mark in marks))
            return Watched.apply(torch.nn.functional.cross_entropy(outputs, targets))

        model = torch.nn.Linear(3, 4)
        optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
        loader = DataLoader(TensorDataset(data, labels), batch_size=2)
        loss = submission.train_epoch(model, loader, loss_fn, optimizer, torch.device("cpu"))
        return alive, len(marks), isinstance(loss, (float, torch.Tensor))

    alive, losses, number = student.observe(probe, torch.randn(19, 3), torch.randint(0, 4, (19,)))
    expect(losses >= 10, f"An epoch of ten batches computed {losses} losses.")
    expect(number, "The epoch returned no loss.")
    expect(
        max(alive[:10]) < 5,
        f"In the forward pass of batch 10, the graphs of {alive[9]} earlier losses were still in memory.",
        mistake="losses-kept-with-their-graphs",
    )


@check("train_epoch", inputs="a device that is not the CPU")
def test_batches_go_to_the_device(student):
    """train_epoch moves inputs and targets to the device"""

    def probe(submission, data, labels):
        import torch
        from torch.utils.data import DataLoader, TensorDataset

        seen = []
        anchor = torch.nn.Parameter(torch.ones(()))

        class Watched(torch.nn.Module):
            def forward(self, x):
                seen.append(["inputs", x.device.type, list(x.shape)])
                return x

        def loss_fn(outputs, targets):
            seen.append(["targets", targets.device.type, list(targets.shape)])
            return anchor * 2.0

        loader = DataLoader(TensorDataset(data, labels), batch_size=3)
        try:
            submission.train_epoch(
                Watched(), loader, loss_fn, torch.optim.SGD([anchor], lr=0.1), torch.device("meta")
            )
        except NotImplementedError as error:
            if "train_epoch" in str(error):
                raise
        except (
            Exception
        ):  # numbers cannot be read on this stand-in for a device; where the batch was is known by then
            pass
        return seen

    seen = student.observe(probe, torch.randn(5, 2), torch.randint(0, 3, (5,)))
    inputs = [place for what, place, _ in seen if what == "inputs"]
    targets = [place for what, place, _ in seen if what == "targets"]
    expect(inputs, "The model was never called.")
    expect(
        all(place == "meta" for place in inputs),
        f"device is 'meta', but the model got its inputs on {inputs[0]!r}.",
        mistake="inputs-not-moved",
    )
    expect(targets, "The loss function was never called.")
    expect(
        all(place == "meta" for place in targets),
        f"device is 'meta', but the loss got its targets on {targets[0]!r}.",
        mistake="targets-not-moved",
    )


@check("train_epoch", inputs="a model on a GPU", cuda=True)
def test_an_epoch_on_the_gpu(student):
    """train_epoch on CUDA ends with the parameters of the same epoch on the CPU"""

    def probe(submission, build, flat, weights, data, labels):
        import torch
        from torch.utils.data import DataLoader, TensorDataset

        device = torch.device("cuda")
        model = build(weights).to(device)
        optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
        loader = DataLoader(TensorDataset(data, labels), batch_size=4)
        loss = submission.train_epoch(model, loader, torch.nn.CrossEntropyLoss(), optimizer, device)
        return flat(model).cpu(), loss

    weights, data, labels = small_weights(), torch.randn(11, 3).double(), torch.randint(0, 4, (11,))
    model = small_model(weights)
    losses = train_here(model, in_batches(data, labels, 4), 0.1)
    got, loss = student.observe(probe, small_model, flat, weights, data, labels)
    assert_tensor(got, flat(model), what="the vector of all parameters after an epoch on the GPU")
    assert_number(loss, (4 * losses[0] + 4 * losses[1] + 3 * losses[2]) / 11, what="the loss of the epoch")


# --- evaluate ---------------------------------------------------------------------------

mistake(
    "evaluated-in-train-mode",
    "The model was in train mode during evaluation: dropout removes units at random, and BatchNorm "
    "judges each sample by its neighbours. Call model.eval() first.",
)
mistake(
    "statistics-moved", "BatchNorm's running statistics changed: evaluation has trained on the test samples."
)
mistake(
    "graph-in-evaluation",
    "The forward passes recorded a graph, which holds activations for a backward that never comes. "
    "Run them under torch.no_grad() or torch.inference_mode(); .detach() afterwards is too late.",
)
mistake(
    "accuracy-over-batches",
    "The right answers were divided by the number of batches. Divide by the number of samples.",
)
mistake(
    "last-batch-accuracy",
    "This is the accuracy of the last batch alone. Add up right answers and samples over all batches.",
)
mistake(
    "gradients-left-off",
    "Gradient recording stayed switched off after evaluate. Use no_grad as a context (with ...), so that "
    "it ends with the function.",
)
mistake(
    "left-in-eval-mode",
    "The model came in train mode and was left in eval mode. Put back the mode that you found.",
)
mistake(
    "always-back-to-train",
    "The model came in eval mode and was left in train mode. Remember model.training, and restore that.",
)


@check(
    "evaluate",
    inputs="a sampler that visits a part of the dataset, a smaller last batch; thousands of samples",
)
def test_every_visited_sample_counts_once(student):
    """evaluate divides the right answers by the samples that it saw"""

    def probe(submission, logits, targets, visited):
        import torch
        from torch.utils.data import DataLoader, TensorDataset

        loader = DataLoader(TensorDataset(logits, targets), batch_size=4, sampler=visited)
        return submission.evaluate(torch.nn.Identity(), loader, torch.device("cpu"))

    logits = torch.randn(17, 6)
    best = logits.argmax(1)
    visited = random.sample(range(17), 11)
    targets = best.clone()
    # of the batches of 4, 4 and 3 samples 4, 1 and 1 are right
    for position in visited[5:8] + visited[9:11]:
        targets[position] = (best[position] + random.randint(1, 5)) % 6
    got = student.observe(probe, logits, targets, visited)
    assert_number(
        got,
        6 / 11,
        what="the accuracy",
        mistakes={
            "mean-of-batch-accuracies": (1 + 1 / 4 + 1 / 3) / 3,
            "accuracy-over-dataset": 6 / 17,
            "accuracy-in-percent": 600 / 11,
            "count-of-right-answers": 6.0,
            "accuracy-over-batches": 6 / 3,
            "last-batch-accuracy": 1 / 3,
        },
    )
    many = logits.repeat(160, 1)  # more right answers than a narrow counter can hold
    hits = random.randint(2150, 2400)
    targets = torch.where(torch.arange(len(many)) < hits, many.argmax(1), (many.argmax(1) + 1) % 6)
    got = student.observe(probe, many, targets, list(range(len(many))))
    assert_number(got, hits / len(many), what=f"the accuracy over {len(many)} samples")


@check("evaluate", inputs="a model with Dropout and BatchNorm that comes in train mode")
def test_dropout_and_batch_norm_rest(student):
    """evaluate runs in eval mode and leaves BatchNorm's statistics alone"""

    def probe(submission, weight, statistics, data, targets):
        import torch
        from torch.utils.data import DataLoader, TensorDataset

        modes = []

        class Watched(torch.nn.Module):
            def __init__(self):
                super().__init__()
                self.norm = torch.nn.BatchNorm1d(5)
                self.drop = torch.nn.Dropout(0.5)
                self.linear = torch.nn.Linear(5, 7, bias=False)

            def forward(self, x):
                modes.append(self.training or self.norm.training or self.drop.training)
                return self.linear(self.drop(self.norm(x)))

        model = Watched()
        with torch.no_grad():
            model.linear.weight.copy_(weight)
            model.norm.running_mean.copy_(statistics[0])
            model.norm.running_var.copy_(statistics[1])
        loader = DataLoader(TensorDataset(data, targets), batch_size=6)
        submission.evaluate(model, loader, torch.device("cpu"))
        return modes, {name: value.detach().clone() for name, value in model.state_dict().items()}

    weight, data = torch.randn(7, 5), torch.randn(20, 5)
    statistics = torch.stack([torch.randn(5), torch.rand(5) + 0.5])
    modes, state = student.observe(probe, weight, statistics, data, torch.randint(0, 7, (20,)))
    expect(len(modes) >= 4, f"20 samples in batches of 6 need 4 forward passes, got {len(modes)}.")
    expect(
        not any(modes),
        f"{sum(modes)} of {len(modes)} forward passes ran in train mode.",
        mistake="evaluated-in-train-mode",
    )
    assert_tensor(state["norm.running_mean"], statistics[0], what="BatchNorm's running mean after evaluate")
    assert_tensor(
        state["norm.running_var"], statistics[1], what="BatchNorm's running variance after evaluate"
    )
    expect(
        int(state["norm.num_batches_tracked"]) == 0,
        "BatchNorm counted the test batches.",
        mistake="statistics-moved",
    )
    assert_tensor(state["linear.weight"], weight, what="the weight after evaluate")


@check("evaluate", inputs="gradient recording during and after the call")
def test_no_graph_is_built(student):
    """evaluate records no graph, and recording goes on afterwards"""

    def probe(submission, weight, data, targets):
        import torch
        from torch.utils.data import DataLoader, TensorDataset

        recorded = []

        class Watched(torch.nn.Module):
            def __init__(self):
                super().__init__()
                self.weight = torch.nn.Parameter(weight)

            def forward(self, x):
                logits = x @ self.weight
                recorded.append(logits.requires_grad)
                return logits

        model = Watched()
        loader = DataLoader(TensorDataset(data, targets), batch_size=4)
        try:
            submission.evaluate(model, loader, torch.device("cpu"))
            after = torch.is_grad_enabled()
        finally:
            torch.set_grad_enabled(True)
        return recorded, after, model.weight.requires_grad

    weight, data = torch.randn(3, 5), torch.randn(9, 3)
    recorded, after, learns = student.observe(probe, weight, data, torch.randint(0, 5, (9,)))
    expect(len(recorded) >= 3, f"9 samples in batches of 4 need 3 forward passes, got {len(recorded)}.")
    expect(
        not any(recorded),
        f"{sum(recorded)} of {len(recorded)} forward passes recorded a graph.",
        mistake="graph-in-evaluation",
    )
    expect(after, "torch.is_grad_enabled() is False after evaluate.", mistake="gradients-left-off")
    expect(learns, "The model's parameters do not require grad any more after evaluate.")


@check("evaluate", inputs="models that come in train mode and in eval mode")
def test_the_former_mode_comes_back(student):
    """evaluate leaves the model in the mode that it found"""

    def probe(submission, data, targets):
        import torch
        from torch.utils.data import DataLoader, TensorDataset

        loader = DataLoader(TensorDataset(data, targets), batch_size=4)
        found = []
        for training in (True, False):
            model = torch.nn.Sequential(torch.nn.Dropout(0.0), torch.nn.Sequential(torch.nn.Identity()))
            model.train(training)
            calls = []
            model.register_forward_hook(lambda module, args, output, calls=calls: calls.append(len(args[0])))
            submission.evaluate(model, loader, torch.device("cpu"))
            found.append([sum(calls), [module.training for module in model.modules()]])
        return found

    (first, after_train), (second, after_eval) = student.observe(
        probe, torch.randn(7, 4), torch.randint(0, 4, (7,))
    )
    expect(
        first >= 7 and second >= 7, f"The loader has 7 samples, but the model was shown {min(first, second)}."
    )
    expect(
        all(after_train),
        "A model that came in train mode was left in eval mode, wholly or in parts.",
        mistake="left-in-eval-mode" if not any(after_train) else None,
    )
    expect(
        not any(after_eval),
        "A model that came in eval mode was left in train mode, wholly or in parts.",
        mistake="always-back-to-train" if all(after_eval) else None,
    )


@check("evaluate", inputs="a device that is not the CPU")
def test_inputs_go_to_the_device(student):
    """evaluate moves the inputs to the device"""

    def probe(submission, data, targets):
        import torch
        from torch.utils.data import DataLoader, TensorDataset

        places = []

        class Watched(torch.nn.Module):
            def forward(self, x):
                places.append(x.device.type)
                return x

        loader = DataLoader(TensorDataset(data, targets), batch_size=3)
        try:
            submission.evaluate(Watched(), loader, torch.device("meta"))
        except NotImplementedError as error:
            if "evaluate" in str(error):
                raise
        except (
            Exception
        ):  # numbers cannot be read on this stand-in for a device; where the batch was is known by then
            pass
        finally:
            torch.set_grad_enabled(True)
        return places

    places = student.observe(probe, torch.randn(8, 3), torch.randint(0, 3, (8,)))
    expect(places, "The model was never called.")
    expect(
        places[0] == "meta",
        f"device is 'meta', but the model got its inputs on {places[0]!r}.",
        mistake="inputs-not-moved",
    )


# --- make_scheduler ---------------------------------------------------------------------

mistake(
    "unknown-name-accepted",
    "An unknown name raised nothing. A typo in a configuration then trains for days with the wrong "
    "schedule, or with none; raise ValueError for every other name.",
)
mistake(
    "cosine-of-another-length",
    "The rates follow a cosine, but one that does not end with the run. It has to reach zero after exactly "
    "`epochs` calls of step().",
)
mistake(
    "key-error-escapes",
    "An unknown name ends in a KeyError from a dict. Callers catch ValueError for a bad argument: "
    "raise that one yourself.",
)


def rates_of_groups(submission, name, epochs, count, lrs):
    """In the guest: the rates of each parameter group in `count` epochs."""
    import torch

    groups = [{"params": [torch.nn.Parameter(torch.zeros(2))], "lr": lr} for lr in lrs]
    optimizer = torch.optim.SGD(groups, lr=0.5)
    scheduler = submission.make_scheduler(optimizer, name, epochs)
    if scheduler is None:
        return None
    rates = []
    for _ in range(count):
        rates.append([float(group["lr"]) for group in optimizer.param_groups])
        optimizer.step()
        scheduler.step()
    return rates


@check("make_scheduler", inputs="two parameter groups with other rates, a longer run")
def test_step_in_two_groups(student):
    """make_scheduler("step") cuts the rate of each group by ten after each ten epochs"""
    lrs = [random.uniform(0.1, 0.9), random.uniform(0.01, 0.09)]
    rates = student.observe(rates_of_groups, "step", 37, 32, lrs)
    expect(rates is not None, "make_scheduler returned None.", mistake="no-scheduler-returned")
    assert_numbers(
        rates,
        [[lr * 0.1 ** (epoch // 10) for lr in lrs] for epoch in range(32)],
        what="the list of rates of two groups",
        mistakes={
            "gamma-one-half": [[lr * 0.5 ** (epoch // 10) for lr in lrs] for epoch in range(32)],
            "step-every-epoch": [[lr * 0.1**epoch for lr in lrs] for epoch in range(32)],
            "step-from-epochs": [lrs] * 32,
        },
    )


@check("make_scheduler", inputs="two parameter groups, two lengths of the run")
def test_cosine_is_as_long_as_the_run(student):
    """make_scheduler("cosine") ends at zero after `epochs` epochs"""
    lrs = [random.uniform(0.1, 0.9), random.uniform(0.01, 0.09)]
    lengths = random.choice([(3, 7), (6, 9), (5, 11)])
    found = [student.observe(rates_of_groups, "cosine", epochs, epochs + 1, lrs) for epochs in lengths]
    expect(
        all(rates is not None for rates in found),
        "make_scheduler returned None.",
        mistake="no-scheduler-returned",
    )
    first, second = found
    expect(
        first != second[: len(first)],
        "Two runs of different lengths got the same rates.",
        mistake="cosine-of-fixed-length",
    )

    def cosine(length, count):
        """`count` rates of a cosine that reaches zero after `length` calls."""
        return [[lr * (1 + math.cos(math.pi * epoch / length)) / 2 for lr in lrs] for epoch in range(count)]

    for epochs, rates in zip(lengths, found, strict=True):
        others = (epochs - 1, epochs + 1, max(epochs // 2, 1), 2 * epochs)
        flat_rates = [rate for group in rates for rate in group]
        slip = next(
            (
                length
                for length in others
                if np.allclose(flat_rates, [rate for group in cosine(length, epochs + 1) for rate in group])
            ),
            None,
        )
        assert_numbers(
            rates,
            cosine(epochs, epochs + 1),
            what="the list of rates of a cosine schedule",
            mistakes={"cosine-of-another-length": cosine(slip, epochs + 1)} if slip else {},
        )


@check("make_scheduler", inputs="names that are neither of the two")
def test_unknown_names_are_refused(student):
    """make_scheduler raises ValueError for an unknown name, and not for a known one"""

    def probe(submission, names):
        import torch

        found = []
        for name in names:
            optimizer = torch.optim.SGD([torch.nn.Parameter(torch.zeros(1))], lr=0.1)
            try:
                scheduler = submission.make_scheduler(optimizer, name, 4)
            except NotImplementedError:
                raise
            except Exception as error:
                found.append([type(error).__name__, isinstance(error, ValueError)])
            else:
                found.append(["returned", hasattr(scheduler, "step") or type(scheduler).__name__])
        return found

    names = ["linear", "exponential", "", "steps", "Cosine", "step", "cosine"]
    for name, (kind, detail) in zip(names, student.observe(probe, names), strict=True):
        if name in ("step", "cosine"):
            expect(kind == "returned", f"The name {name!r} should give a scheduler, got {kind}.")
            expect(
                detail is True,
                f"The name {name!r} should give a scheduler, got {detail}.",
                mistake="no-scheduler-returned" if detail == "NoneType" else None,
            )
            continue
        expect(kind != "returned", f"The name {name!r} raised no error.", mistake="unknown-name-accepted")
        expect(
            detail,
            f"The name {name!r} should raise ValueError, got {kind}.",
            mistake="key-error-escapes" if kind == "KeyError" else None,
        )


# --- fit --------------------------------------------------------------------------------

mistake(
    "stopped-early",
    "The run ended before its last epoch, perhaps because the loss rose. `epochs` says how long it is; nobody "
    "asked for early stopping.",
)
mistake(
    "best-accuracy-so-far",
    "Each record holds the best accuracy up to its epoch. It should hold that epoch's own, also where it is worse.",
)
mistake(
    "scheduler-fast-forwarded",
    "The scheduler was moved on before the first epoch. Whoever resumes a run has loaded its state already: it "
    "stands where it should.",
)
mistake("start-epoch-ignored", "The run began at epoch 0 again. Use range(start_epoch, epochs).")
mistake(
    "epochs-taken-as-more",
    "`epochs` more epochs were run. It is the total: a run from start_epoch ends before `epochs`.",
)
mistake(
    "records-renumbered",
    "The records of a run that goes on are numbered from 0 again. Epoch 2 stays epoch 2: use "
    "range(start_epoch, epochs).",
)
mistake(
    "rate-of-another-group",
    "This is the rate of the last parameter group. The record holds that of the first: param_groups[0].",
)
mistake(
    "evaluated-on-training-data",
    "The accuracy was measured on the training batches. What counts is test_loader.",
)
mistake(
    "train-mode-only-once",
    "Only the first epoch trained in train mode; after the first evaluation the model stayed in eval mode. "
    "Set train mode at the top of every epoch.",
)


@check("fit", inputs="four epochs of a small classifier, ragged batches")
def test_history_of_a_run(student):
    """fit records loss, accuracy and rate of each epoch"""

    def probe(submission, build, flat, weights, train, test):
        import torch
        from torch.utils.data import DataLoader, TensorDataset

        model = build(weights)
        optimizer = torch.optim.SGD(model.parameters(), lr=3.0, momentum=0.5)
        scheduler = torch.optim.lr_scheduler.StepLR(optimizer, step_size=2, gamma=0.3)
        history = submission.fit(
            model,
            DataLoader(TensorDataset(*train), batch_size=5),
            DataLoader(TensorDataset(*test), batch_size=4),
            torch.nn.CrossEntropyLoss(),
            optimizer,
            scheduler,
            4,
            torch.device("cpu"),
        )
        return history, flat(model)

    # Accuracies before and after an epoch should differ, so that the order of the two can be seen; and a run
    # that gets worse for a while shows whether it goes on, and what is recorded then.
    for _ in range(200):
        weights = small_weights()
        data, labels = torch.randn(13, 3).double(), torch.randint(0, 4, (13,))
        others, targets = torch.randn(11, 3).double(), torch.randint(0, 4, (11,))
        model = small_model(weights)
        buffers = no_momentum(model)
        want, before = [], []
        for epoch in range(4):
            rate = 3.0 * 0.3 ** (epoch // 2)
            before.append((model(others).argmax(1) == targets).double().mean().item())
            losses = train_here(model, in_batches(data, labels, 5), rate, 0.5, buffers)
            after = (model(others).argmax(1) == targets).double().mean().item()
            loss = sum(value * size for value, size in zip(losses, (5, 5, 3), strict=True)) / 13
            want.append({"epoch": epoch, "loss": loss, "accuracy": after, "lr": rate})
        accuracies, losses = [entry["accuracy"] for entry in want], [entry["loss"] for entry in want]
        worse = accuracies[1] > accuracies[2] and max(losses[1:3]) > losses[0]
        if before[0] != accuracies[0] and worse:
            break

    history, end = student.observe(probe, small_model, flat, weights, (data, labels), (others, targets))
    expect(
        isinstance(history, list) and all(isinstance(entry, dict) for entry in history),
        f"fit should return a list of dicts, got {type(history).__name__}.",
    )
    expect(
        len(history) == 4,
        f"Four epochs should give four records, got {len(history)}.",
        mistake="stopped-early" if len(history) in (2, 3) else None,
    )
    for entry in history:
        missing = [key for key in want[0] if key not in entry]
        expect(not missing, f"A record lacks {', '.join(missing)}.")
    assert_equal(
        [entry["epoch"] for entry in history],
        [0, 1, 2, 3],
        what="the numbering of the epochs",
        mistakes={"epochs-count-from-one": [1, 2, 3, 4], "one-record-for-all": [3, 3, 3, 3]},
    )
    rates = [3.0, 3.0, 0.9, 0.9]
    # rates one epoch ahead: read too late, or (with other parameters at the end) really used
    ahead = "rate-after-the-step" if torch.allclose(end, flat(model)) else "scheduler-before-optimizer"
    assert_numbers(
        [entry["lr"] for entry in history],
        rates,
        what="the list of rates",
        mistakes={
            ahead: [3.0, 0.9, 0.9, 0.27],
            "scheduler-never-stepped": [3.0] * 4,
            "scheduler-per-batch": [3.0 * 0.3 ** (3 * epoch // 2) for epoch in range(4)],
        },
    )
    assert_tensor(end, flat(model), what="the vector of all parameters after the run")
    assert_numbers(
        [entry["loss"] for entry in history], [entry["loss"] for entry in want], what="the list of losses"
    )
    assert_numbers(
        [entry["accuracy"] for entry in history],
        [entry["accuracy"] for entry in want],
        what="the list of accuracies",
        mistakes={
            "accuracy-before-training": before,
            "best-accuracy-so-far": [max(accuracies[: epoch + 1]) for epoch in range(4)],
        },
    )


@check("fit", inputs="the calls of optimizer and scheduler, in order")
def test_the_scheduler_moves_once_per_epoch(student):
    """fit moves the scheduler once per epoch, after the epoch's optimizer steps"""

    def probe(submission, data, labels):
        import torch
        from torch.utils.data import DataLoader, TensorDataset

        calls = []

        class Watched(torch.optim.lr_scheduler.StepLR):
            def step(self, *args, **kwargs):
                calls.append("scheduler")
                super().step(*args, **kwargs)

        model = torch.nn.Linear(3, 4)
        optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
        scheduler = Watched(optimizer, step_size=1, gamma=0.9)
        optimizer.register_step_post_hook(lambda *_: calls.append("optimizer"))
        calls.clear()
        loader = DataLoader(TensorDataset(data, labels), batch_size=4)
        submission.fit(
            model, loader, loader, torch.nn.CrossEntropyLoss(), optimizer, scheduler, 5, torch.device("cpu")
        )
        return calls

    calls = student.observe(probe, torch.randn(11, 3), torch.randint(0, 4, (11,)))
    moves, steps = calls.count("scheduler"), calls.count("optimizer")
    expect(steps == 15, f"5 epochs of 3 batches need 15 optimizer steps, got {steps}.")
    if moves != 5:
        fail(
            f"5 epochs should move the scheduler 5 times, got {moves}.",
            mistake={0: "scheduler-never-stepped", 15: "scheduler-per-batch"}.get(moves),
        )
    expect(
        calls != ["scheduler", "optimizer", "optimizer", "optimizer"] * 5,
        "In each epoch the scheduler moved first, the optimizer afterwards.",
        mistake="scheduler-before-optimizer",
    )
    expect(
        calls == ["optimizer", "optimizer", "optimizer", "scheduler"] * 5,
        "The scheduler moved 5 times, but not once at the end of each epoch.",
    )


@check("fit", inputs="a run that goes on, one that has nothing left to do, two parameter groups")
def test_a_run_goes_on_at_start_epoch(student):
    """fit runs range(start_epoch, epochs)"""

    def probe(submission, data, labels, spans):
        import torch
        from torch.utils.data import DataLoader, TensorDataset

        found = []
        for start, epochs in spans:
            model = torch.nn.Linear(3, 4)
            groups = [{"params": [model.weight], "lr": 0.1}, {"params": [model.bias], "lr": 0.7}]
            optimizer = torch.optim.SGD(groups, lr=0.3)
            scheduler = torch.optim.lr_scheduler.StepLR(optimizer, step_size=2)
            steps = []
            optimizer.register_step_post_hook(lambda *_, steps=steps: steps.append(1))
            loader = DataLoader(TensorDataset(data, labels), batch_size=4)
            history = submission.fit(
                model,
                loader,
                loader,
                torch.nn.CrossEntropyLoss(),
                optimizer,
                scheduler,
                epochs,
                torch.device("cpu"),
                start_epoch=start,
            )
            if not isinstance(history, list):
                return type(history).__name__
            rates = [entry["lr"] for entry in history if isinstance(entry.get("lr"), float)]
            found.append([[entry["epoch"] for entry in history], len(steps), rates])
        return found

    found = student.observe(probe, torch.randn(7, 3), torch.randint(0, 4, (7,)), [(2, 5), (3, 3)])
    expect(isinstance(found, list), f"fit should return a list of dicts, got {found}.")
    (numbers, steps, rates), (nothing, none, _) = found
    assert_equal(
        numbers,
        [2, 3, 4],
        what="the list of epochs run with start_epoch=2 and epochs=5",
        mistakes={
            "start-epoch-ignored": [0, 1, 2, 3, 4],
            "epochs-taken-as-more": [2, 3, 4, 5, 6],
            "epochs-count-from-one": [3, 4, 5],
            "records-renumbered": [0, 1, 2],
            "one-record-for-all": [4, 4, 4],
        },
    )
    expect(
        not any(math.isclose(rate, 0.7) or math.isclose(rate, 0.07) for rate in rates),
        f"Of the two parameter groups the first begins with a rate of 0.1, the second with 0.7; recorded is {rates}.",
        mistake="rate-of-another-group",
    )
    expect(
        len(rates) != 3 or not np.allclose(rates, [0.01, 0.01, 0.001]),
        "In a run that goes on at epoch 2, a fresh scheduler with step_size=2 was two steps further at the first epoch.",
        mistake="scheduler-fast-forwarded",
    )
    expect(steps == 6, f"Three epochs of two batches need 6 optimizer steps, got {steps}.")
    expect(
        nothing == [] and none == 0,
        "With start_epoch=3 and epochs=3 nothing is left to do, but an epoch was run.",
    )


@check("fit", inputs="the model's mode in each forward pass")
def test_every_epoch_trains_in_train_mode(student):
    """fit trains in train mode and evaluates in eval mode, in every epoch"""

    def probe(submission, data, labels):
        import torch
        from torch.utils.data import DataLoader, TensorDataset

        modes = []

        class Watched(torch.nn.Module):
            def __init__(self):
                super().__init__()
                self.linear = torch.nn.Linear(3, 4)

            def forward(self, x):
                modes.append(["test" if bool(x[0, 0] > 50) else "train", self.training])
                return self.linear(x / 100)

        model = Watched()
        optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
        scheduler = torch.optim.lr_scheduler.StepLR(optimizer, step_size=2)
        marked = data.clone()
        marked[:, 0] = 100.0
        submission.fit(
            model,
            DataLoader(TensorDataset(data, labels), batch_size=4),
            DataLoader(TensorDataset(marked, labels), batch_size=4),
            torch.nn.CrossEntropyLoss(),
            optimizer,
            scheduler,
            3,
            torch.device("cpu"),
        )
        return modes

    modes = student.observe(probe, torch.rand(7, 3), torch.randint(0, 4, (7,)))
    training = [mode for half, mode in modes if half == "train"]
    testing = [mode for half, mode in modes if half == "test"]
    expect(
        len(training) >= 6 and len(testing) >= 6,
        "Three epochs need two training and two test batches each; "
        f"the model saw {len(training)} and {len(testing)}.",
        mistake="evaluated-on-training-data" if len(training) >= 12 and not testing else None,
    )
    expect(
        all(training),
        f"{training.count(False)} of {len(training)} training batches ran in eval mode.",
        mistake="train-mode-only-once"
        if all(training[:2]) and not any(training[2:6])
        else "stays-in-eval-mode",
    )
    expect(
        not any(testing),
        f"{sum(testing)} of {len(testing)} test batches ran in train mode.",
        mistake="evaluated-in-train-mode",
    )


# --- save_checkpoint, load_checkpoint ---------------------------------------------------

mistake(
    "optimizer-not-saved",
    "The optimizer's momentum is not in the file. A resumed run would start with empty buffers, and "
    "with the first learning rate: the rate is kept in the optimizer too.",
)
mistake(
    "optimizer-not-restored",
    "The model is right, but the optimizer starts with empty buffers. Save optimizer.state_dict() and load it back.",
)
mistake(
    "first-rate-again",
    "The learning rate starts at its first value again. It is kept in the optimizer: save "
    "optimizer.state_dict(), load it back, and set no rate by hand afterwards.",
)
mistake(
    "scheduler-not-restored",
    "The schedule begins again with its first epoch. Save scheduler.state_dict() and load it back.",
)
mistake(
    "only-the-weights",
    "Only the weights came back. Momentum and schedule start anew: a run is model, optimizer, scheduler and epoch.",
)
mistake(
    "buffers-not-restored",
    "The parameters came back, and the buffers did not, although they are in the file: BatchNorm starts with fresh "
    "statistics. model.load_state_dict takes both.",
)
mistake(
    "no-map-location",
    "A file remembers where its tensors were. Without map_location, torch.load puts them back there, on "
    "cuda:3 for all eight processes, and fails where that device does not exist. Hand it `device`.",
)
mistake(
    "assigned-parameters",
    "The optimizer does not hold the model's parameters any more. `assign=True` replaces the parameters "
    "instead of filling them, and the optimizer goes on with the old ones.",
)


@check("save_checkpoint", inputs="an optimizer with momentum, a pathlib path")
def test_momentum_is_in_the_file(student):
    """save_checkpoint writes the weights and the optimizer's buffers"""

    def probe(submission, build, weights, data, labels):
        import pathlib
        import re
        import tempfile

        import torch

        model = build(weights)
        optimizer = torch.optim.SGD(model.parameters(), lr=0.1, momentum=0.9)
        scheduler = torch.optim.lr_scheduler.StepLR(optimizer, step_size=3)
        for _ in range(2):
            optimizer.zero_grad()
            torch.nn.functional.cross_entropy(model(data), labels).backward()
            optimizer.step()
            scheduler.step()
        path = pathlib.Path(tempfile.mkdtemp()) / "run.ckpt"
        submission.save_checkpoint(path, model=model, optimizer=optimizer, scheduler=scheduler, epoch=1)
        if not path.is_file():
            return "nothing", [], [], []
        try:
            found = [torch.load(path, weights_only=True)]
        except Exception as error:
            refused = re.search(r"GLOBAL ([\w.]+)", str(error))
            return "refused", f"it holds a {refused[1]}" if refused else type(error).__name__, [], []
        numbers = [torch.zeros(0, dtype=torch.float64)]
        while found:
            item = found.pop()
            if isinstance(item, torch.Tensor):
                numbers.append(item.detach().double().flatten())
            elif isinstance(item, float):
                numbers.append(torch.tensor([item], dtype=torch.float64))
            elif isinstance(item, dict):
                found.extend(item.values())
            elif isinstance(item, (list, tuple, set)):
                found.extend(item)
        buffers = [
            optimizer.state.get(parameter, {}).get("momentum_buffer") for parameter in model.parameters()
        ]
        buffers = [buffer for buffer in buffers if buffer is not None]
        return "loaded", torch.cat(numbers), [p.detach().clone() for p in model.parameters()], buffers

    weights, data, labels = small_weights(), torch.randn(9, 3).double(), torch.randint(0, 4, (9,))
    state, numbers, parameters, buffers = student.observe(probe, small_model, weights, data, labels)
    expect(state != "nothing", "There is no file at the given path.", mistake="nothing-at-path")
    if state == "refused":
        fail(f"torch.load(path, weights_only=True) refuses the file ({numbers}).", mistake="pickled-objects")
    for what, tensors, named in (
        ("the model's weights", parameters, None),
        ("the optimizer's momentum buffers", buffers, "optimizer-not-saved"),
    ):
        expect(
            len(tensors) == 4,
            f"After saving, {what} are gone from the live objects. Saving must not change them.",
        )
        wanted = torch.cat([tensor.flatten() for tensor in tensors])
        near = (
            (wanted[:, None] - numbers[None, :]).abs().min(dim=1).values
            if len(numbers)
            else torch.ones(len(wanted))
        )
        absent = int((near > 1e-5).sum())
        expect(
            absent == 0,
            f"{absent} of the {len(wanted)} numbers in {what} are not in the file.",
            mistake=named,
        )


@check("save_checkpoint", inputs="saving twice to one path, in the middle of training")
def test_saving_changes_nothing(student):
    """save_checkpoint leaves model and optimizer alone and overwrites an older file"""

    def probe(submission, build, weights, data, labels):
        import os
        import tempfile

        import torch

        model = build(weights)
        optimizer = torch.optim.SGD(model.parameters(), lr=0.1, momentum=0.9)
        scheduler = torch.optim.lr_scheduler.StepLR(optimizer, step_size=3)
        path = os.path.join(
            os.path.relpath(tempfile.mkdtemp()), "run.ckpt"
        )  # without a place that a message could show
        contents = []
        for epoch in range(2):
            optimizer.zero_grad()
            torch.nn.functional.cross_entropy(model(data), labels).backward()
            optimizer.step()
            submission.save_checkpoint(
                path, model=model, optimizer=optimizer, scheduler=scheduler, epoch=epoch
            )
            if not os.path.isfile(path):
                return None
            with open(path, "rb") as file:
                contents.append(file.read())
        buffers = [
            optimizer.state.get(parameter, {}).get("momentum_buffer") for parameter in model.parameters()
        ]
        return {
            "files differ": contents[0] != contents[1],
            "training": model.training,
            "parameters": [parameter.detach().clone() for parameter in model.parameters()],
            "buffers": buffers,
            "learns": all(parameter.requires_grad for parameter in model.parameters()),
        }

    weights, data, labels = small_weights(), torch.randn(9, 3).double(), torch.randint(0, 4, (9,))
    model = small_model(weights)
    buffers = no_momentum(model)
    for _ in range(2):
        train_here(model, [(data, labels)], 0.1, 0.9, buffers)
    found = student.observe(probe, small_model, weights, data, labels)
    expect(found is not None, "There is no file at the given path.", mistake="nothing-at-path")
    expect(
        all(buffer is not None for buffer in found["buffers"]),
        "Saving emptied the optimizer: its momentum buffers are gone.",
    )
    expect(found["files differ"], "A second save to the same path, one step later, left the old file there.")
    expect(
        found["training"] and found["learns"],
        "Saving changed the model's mode, or its parameters require no grad any more.",
    )
    for got, want in zip(found["parameters"], model.parameters(), strict=True):
        assert_tensor(
            got,
            want.detach(),
            what="a parameter of the live model, after two training steps with a save after each,",
        )
    for got, want in zip(found["buffers"], buffers, strict=True):
        assert_tensor(got, want, what="a momentum buffer of the optimizer after saving")


def save_and_go_on(submission, build, weights, batches, before, after, kind):
    """In the guest: `before` epochs, save, load into fresh objects, `after` epochs.

    Returns what load_checkpoint returned, the rates used after it, all parameters at the end, whether
    the optimizer holds the model's parameters, and the saved parameters.
    """
    import os
    import tempfile

    import torch

    def start():
        model = build(weights)
        optimizer = torch.optim.SGD(model.parameters(), lr=0.2, momentum=0.9)
        if kind == "step":
            return model, optimizer, torch.optim.lr_scheduler.StepLR(optimizer, step_size=3, gamma=0.1)
        return model, optimizer, torch.optim.lr_scheduler.CosineAnnealingLR(optimizer, T_max=7)

    def run(model, optimizer, scheduler, epochs):
        rates = []
        for _ in range(epochs):
            rates.append(float(optimizer.param_groups[0]["lr"]))
            for inputs, targets in batches:
                optimizer.zero_grad()
                torch.nn.functional.cross_entropy(model(inputs), targets).backward()
                optimizer.step()
            scheduler.step()
        return rates

    path = os.path.join(
        os.path.relpath(tempfile.mkdtemp()), "run.ckpt"
    )  # without a place that a message could show
    model, optimizer, scheduler = start()
    run(model, optimizer, scheduler, before)
    submission.save_checkpoint(path, model=model, optimizer=optimizer, scheduler=scheduler, epoch=before - 1)
    model, optimizer, scheduler = start()
    following = submission.load_checkpoint(
        path, model=model, optimizer=optimizer, scheduler=scheduler, device=torch.device("cpu")
    )
    held = {id(parameter) for group in optimizer.param_groups for parameter in group["params"]}
    same = {id(parameter) for parameter in model.parameters()} == held
    rates = run(model, optimizer, scheduler, after)
    end = torch.cat([parameter.detach().flatten() for parameter in model.parameters()])
    return {"following": following, "rates": rates, "end": end, "same": same}


def next_rate(rate, calls, kind):
    """What StepLR(3, 0.1) or CosineAnnealingLR(7) make of a rate at their call number `calls`."""
    if kind == "step":
        return rate * 0.1 if calls % 3 == 0 else rate
    return rate * (1 + math.cos(math.pi * calls / 7)) / (1 + math.cos(math.pi * (calls - 1) / 7))


def resume_here(weights, batches, before, after, kind, keep):
    """On this side: the same run with only the parts in `keep` brought over the interruption.

    The optimizer's part is its momentum and its rate, the scheduler's its number of calls.
    """
    model, rate, calls, rates = small_model(weights), 0.2, 0, []
    buffers = no_momentum(model)
    for epoch in range(before + after):
        if epoch == before:
            rates = []
            if "model" not in keep:
                model = small_model(weights)
            if "optimizer" not in keep:
                buffers, rate = no_momentum(model), 0.2
            if "scheduler" not in keep:
                calls = 0
        rates.append(rate)
        train_here(model, batches, rate, 0.9, buffers)
        calls += 1
        rate = next_rate(rate, calls, kind)
    return flat(model), rates


@check(
    "load_checkpoint",
    points=2,
    inputs="two epochs, save, load into fresh objects, two more epochs, with momentum and a step in the rate",
)
def test_two_and_two_epochs_make_four(student):
    """Two epochs, a checkpoint and two more epochs end exactly where four epochs end"""
    weights = small_weights()
    batches = in_batches(torch.randn(11, 3).double(), torch.randint(0, 4, (11,)), 4)
    everything = ("model", "optimizer", "scheduler")
    want, _ = resume_here(weights, batches, 2, 2, "step", everything)
    found = student.observe(save_and_go_on, small_model, weights, batches, 2, 2, "step")
    expect(
        found["same"],
        "After load_checkpoint the optimizer holds other parameters than the model does.",
        mistake="assigned-parameters",
    )
    assert_tensor(
        found["end"],
        want,
        what="the vector of all parameters after 2 + 2 epochs",
        mistakes={
            "optimizer-not-restored": lambda: resume_here(
                weights, batches, 2, 2, "step", ("model", "scheduler")
            )[0],
            "scheduler-not-restored": lambda: resume_here(
                weights, batches, 2, 2, "step", ("model", "optimizer")
            )[0],
            "only-the-weights": lambda: resume_here(weights, batches, 2, 2, "step", ("model",))[0],
            "weights-not-loaded": lambda: resume_here(
                weights, batches, 2, 2, "step", ("optimizer", "scheduler")
            )[0],
        },
    )


@check("load_checkpoint", points=2, inputs="a cosine schedule, interrupted")
def test_the_schedule_goes_on(student):
    """After load_checkpoint the learning rate goes on where it was"""
    weights = small_weights()
    batches = in_batches(torch.randn(5, 3).double(), torch.randint(0, 4, (5,)), 3)
    found = student.observe(save_and_go_on, small_model, weights, batches, 3, 4, "cosine")
    want = [0.2 * (1 + math.cos(math.pi * epoch / 7)) / 2 for epoch in range(3, 7)]
    wrong = {
        "scheduler-not-restored": ("model", "optimizer"),
        "first-rate-again": ("model", "scheduler"),
        "only-the-weights": ("model",),
    }
    assert_numbers(
        found["rates"],
        want,
        what="the list of rates of the four epochs after loading",
        mistakes={
            named: lambda keep=keep: resume_here(weights, batches, 3, 4, "cosine", keep)[1]
            for named, keep in wrong.items()
        },
    )


def save_and_look(submission, data, labels, place):
    """In the guest: train a model with BatchNorm, save it, load it; both states, whether the file has the buffers, the error.

    With a `place` the tensors of the file say that they come from there, as if saved on such a device.
    """
    import contextlib
    import os
    import tempfile

    import torch

    def start():
        model = torch.nn.Sequential(torch.nn.Linear(3, 5), torch.nn.BatchNorm1d(5), torch.nn.Linear(5, 4))
        model[0].weight.requires_grad_(False)  # a frozen one belongs to the model, too
        optimizer = torch.optim.SGD(model.parameters(), lr=0.1, momentum=0.9)
        return model, optimizer, torch.optim.lr_scheduler.StepLR(optimizer, step_size=3)

    def state_of(model):
        return {name: value.detach().clone() for name, value in model.state_dict().items()}

    path = os.path.join(
        os.path.relpath(tempfile.mkdtemp()), "run.ckpt"
    )  # without a place that a message could show
    model, optimizer, scheduler = start()
    for _ in range(2):
        optimizer.zero_grad()
        torch.nn.functional.cross_entropy(model(data), labels).backward()
        optimizer.step()
        scheduler.step()
    tag = torch.serialization.location_tag
    try:
        if place is not None:
            torch.serialization.location_tag = lambda storage: place
        submission.save_checkpoint(path, model=model, optimizer=optimizer, scheduler=scheduler, epoch=1)
    finally:
        torch.serialization.location_tag = tag
    saved = state_of(model)
    if not os.path.isfile(path):
        return None, None, False, None
    tensors, parts = [], []
    with contextlib.suppress(Exception):  # another check speaks of it
        parts.append(torch.load(path, map_location="cpu", weights_only=True))
    while parts:
        part = parts.pop()
        if isinstance(part, torch.Tensor):
            tensors.append(part)
        elif isinstance(part, (dict, list, tuple)):
            parts.extend(part.values() if isinstance(part, dict) else part)
    kept = any(torch.equal(tensor, saved["1.running_mean"]) for tensor in tensors)
    model, optimizer, scheduler = start()
    try:
        submission.load_checkpoint(
            path, model=model, optimizer=optimizer, scheduler=scheduler, device=torch.device("cpu")
        )
    except NotImplementedError:
        raise
    except RuntimeError as error:
        if place is None:
            raise
        return saved, state_of(model), kept, str(error)
    return saved, state_of(model), kept, None


@check("load_checkpoint", inputs="a model with BatchNorm and a frozen layer, after some training")
def test_buffers_come_back(student):
    """load_checkpoint brings the parameters back, and BatchNorm's running statistics if they were saved"""
    saved, loaded, kept, _ = student.observe(
        save_and_look, torch.randn(13, 3) + 2, torch.randint(0, 4, (13,)), None
    )
    expect(saved is not None, "There is no file at the given path.", mistake="nothing-at-path")
    for name, want in saved.items():
        buffer = "running" in name or "tracked" in name
        if buffer and not kept:
            continue  # a file of parameters alone, such as parameters_to_vector makes, is right for models without buffers
        fresh = torch.zeros_like(want) if name != "1.running_var" else torch.ones_like(want)
        assert_tensor(
            loaded[name],
            want,
            what=f"the model's {name} after save and load",
            mistakes={"buffers-not-restored": fresh} if buffer else {},
            hint="Frozen parameters are part of the model." if name == "0.weight" else None,
        )


@check("load_checkpoint", inputs="a file whose tensors were on a GPU that this machine does not have")
def test_a_file_from_another_device(student):
    """load_checkpoint maps what was saved on another device to the one that it was given"""
    saved, loaded, _, error = student.observe(
        save_and_look, torch.randn(13, 3), torch.randint(0, 4, (13,)), "cuda:77"
    )
    expect(saved is not None, "There is no file at the given path.", mistake="nothing-at-path")
    expect(
        error is None or "cuda" not in error.lower(),
        "The tensors in the file were saved on cuda:77, device is 'cpu', and loading failed: torch.load wanted "
        "them back on the old device.",
        mistake="no-map-location",
    )
    expect(error is None, f"load_checkpoint raised RuntimeError: {str(error)[:300]}")
    for name in ("0.weight", "2.bias"):
        assert_tensor(loaded[name], saved[name], what=f"the model's {name} after save and load")


@check("load_checkpoint", inputs="several epochs, epoch 0 among them")
def test_the_next_epoch_is_one_more(student):
    """load_checkpoint returns the epoch after the last finished one"""
    weights = small_weights()
    batches = in_batches(torch.randn(5, 3).double(), torch.randint(0, 4, (5,)), 3)
    for before in (random.randint(3, 6), 1):  # finished epoch 0 last: there, 0 may be either mistake
        found = student.observe(save_and_go_on, small_model, weights, batches, before, 0, "step")
        following = found["following"]
        expect(following is not None, "load_checkpoint returned None.", mistake="nothing-returned")
        assert_number(
            following,
            before,
            kind=int,
            what="the next epoch",
            mistakes={"epoch-restarts": 0, "finished-epoch-again": before - 1},
        )


# --- train_digits -----------------------------------------------------------------------

mistake(
    "training-accuracy-returned",
    "This is too good for the test files, a third of whose labels are wrong on purpose. Was the "
    "accuracy measured on the training images?",
)
mistake(
    "digits-not-repeatable",
    "Two runs with the same seed differ. Seed before the model is made, and give the loader the seed.",
)
mistake(
    "digits-seed-ignored",
    "Another seed gave exactly the same run. `seed` has to reach the initial weights and the order of the data.",
)
mistake(
    "inputs-not-normalised",
    "The pixels reach the network in [0, 1]: Normalize is missing. It comes after ToTensor.",
)
mistake(
    "one-half-not-normalised",
    "Some batches are normalised and some are not: training and test images need the same transform, or the "
    "network is asked about images of a kind that it never saw.",
)
mistake(
    "inputs-not-scaled",
    "The pixels reach the network as 0 to 255. ToTensor divides by 255; a tensor made by hand needs that too.",
)
mistake(
    "no-schedule-in-the-run",
    "The learning rate stayed the same. Make the cosine schedule and move it once per epoch.",
)
mistake(
    "cosine-swings-back",
    "The learning rate fell to zero and rose again: the scheduler moves in every batch, but its length is "
    "counted in epochs.",
)
mistake(
    "trained-on-test-images",
    "The network was trained on the images that it is tested on. MNIST(..., train=True) holds the training "
    "images; train=False is for the test alone.",
)
mistake(
    "best-epoch-returned",
    "This is the accuracy of an earlier epoch, a better one. Whoever picks the best epoch by its test accuracy "
    "has used the test images for training; the accuracy after the last epoch is asked for.",
)
mistake(
    "parameters-not-in-the-optimizer",
    "A part of the network is not trained at all: the optimizer was made before the network was finished, or "
    "for another one. It holds the parameters that were there at that moment, so create it last.",
)
mistake("not-adamw", "Another optimizer took the steps. torch.optim.AdamW is asked for.")


def train_watched(submission, files, runs, products=False):
    """In the guest: write the files, call train_digits for each (epochs, seed), and note what happens inside.

    Notes per run: the accuracy, each loss that a backward pass started from, the rate of each optimizer step
    and whether AdamW took it, the least and largest pixel of each batch of images (for every module that got
    it in one call of the model), whether cross_entropy got rows of probabilities, how many of the trained
    model's parameters no optimizer holds, which images took part in training, and the class that the last
    forward pass without a graph gave to each image. An image is named by its `fingerprint`. With `products`
    the batches of images are looked for among the factors of matrix products: a model need not be a module.
    """
    import contextlib
    import pathlib
    import random
    import tempfile

    import numpy
    import torch
    from torch.nn.modules.module import register_module_forward_hook, register_module_forward_pre_hook
    from torch.optim.optimizer import register_optimizer_step_pre_hook
    from torch.utils._python_dispatch import TorchDispatchMode

    root = pathlib.Path(tempfile.mkdtemp())
    (root / "MNIST" / "raw").mkdir(parents=True)
    for name, data in files.items():
        (root / "MNIST" / "raw" / name).write_bytes(data)

    engine, cross_entropy = torch.autograd._engine_run_backward, torch._C._nn.cross_entropy_loss
    notes, opened, used, held = [], [], {}, set()

    def fingerprints(images):
        """One number per image; each has 255 at the first pixel and 0 at the last, however it is scaled."""
        flat = images.detach().double().reshape(len(images), 784)
        span = (flat[:, :1] - flat[:, -1:]).clamp(min=1e-9)
        pixels = ((flat - flat[:, -1:]) / span * 255).round()
        return (pixels @ (torch.arange(1, 785, dtype=torch.double) * 7919 % 1_048_573)).tolist()

    def watch_backward(tensors, *args, **kwargs):
        if tensors[0].numel() == 1:
            notes[-1]["losses"].append(float(tensors[0].detach()))
        return engine(tensors, *args, **kwargs)

    def watch_cross_entropy(input, *args, **kwargs):
        rows = input.detach()
        if (
            rows.dim() == 2
            and bool((rows >= 0).all())
            and torch.allclose(rows.sum(1), torch.ones(len(rows)).to(rows), atol=1e-3)
        ):
            notes[-1]["probabilities"] += 1
        return cross_entropy(input, *args, **kwargs)

    def watch_step(optimizer, args, kwargs):
        kind = type(optimizer).__name__
        decoupled = isinstance(optimizer, torch.optim.AdamW) or bool(
            optimizer.defaults.get("decoupled_weight_decay")
        )
        held.update(id(parameter) for group in optimizer.param_groups for parameter in group["params"])
        notes[-1]["steps"].append([float(optimizer.param_groups[0]["lr"]), decoupled, kind])

    def images_in(args):
        """The batch of images that a module was called with, or None."""
        batch = args[0] if args else None
        if isinstance(batch, torch.Tensor) and batch.is_floating_point() and batch.dim() > 1:
            if len(batch) > 1 and batch[0].numel() == 784:
                return batch.detach().cpu()
        return None

    def watch_module(module, args):
        if not opened:
            notes[-1]["images"].append([])
        opened.append(module)
        batch = images_in(args)
        if batch is not None:
            notes[-1]["images"][-1].append([float(batch.min()), float(batch.max())])
        if torch.is_grad_enabled() and module.training:
            used.update((id(one), one) for one in module.parameters(recurse=False) if one.requires_grad)

    def watch_output(module, args, output):
        opened.pop()
        batch = images_in(args)
        if opened or batch is None or not isinstance(output, torch.Tensor):
            return
        if torch.is_grad_enabled() and module.training:
            notes[-1]["learned"].update(fingerprints(batch))
        elif not torch.is_grad_enabled() and output.shape == (len(batch), 10):
            classes = output.detach().argmax(1).tolist()
            notes[-1]["predicted"].update(zip(fingerprints(batch), classes, strict=True))

    class Products(TorchDispatchMode):
        def __torch_dispatch__(self, function, types, args=(), kwargs=None):
            if function.overloadpacket in (torch.ops.aten.mm, torch.ops.aten.addmm):
                for factor in args:
                    if isinstance(factor, torch.Tensor) and factor.dim() == 2 and factor.shape[1] == 784:
                        notes[-1]["images"].append([[float(factor.min()), float(factor.max())]])
            return function(*args, **(kwargs or {}))

    handles = [
        register_optimizer_step_pre_hook(watch_step),
        register_module_forward_pre_hook(watch_module),
        register_module_forward_hook(watch_output, always_call=True),
    ]
    # what every road to a gradient and to the loss comes through, names imported earlier too
    torch.autograd._engine_run_backward, torch._C._nn.cross_entropy_loss = watch_backward, watch_cross_entropy
    try:
        for number, (epochs, seed) in enumerate(runs):
            notes.append(
                {
                    "losses": [],
                    "steps": [],
                    "images": [],
                    "probabilities": 0,
                    "learned": set(),
                    "predicted": {},
                }
            )
            used.clear()
            held.clear()
            torch.manual_seed(1000 + number)
            random.seed(1000 + number)
            numpy.random.seed(1000 + number)
            with Products() if products else contextlib.nullcontext():
                notes[-1]["accuracy"] = submission.train_digits(str(root), epochs=epochs, seed=seed)
            notes[-1]["images"] = [call for call in notes[-1]["images"] if call][:400]
            notes[-1]["parameters"] = [len(used), sum(one not in held for one in used)]
    finally:
        torch.autograd._engine_run_backward, torch._C._nn.cross_entropy_loss = engine, cross_entropy
        for handle in handles:
            handle.remove()
    return notes


def fingerprint(image):
    """The number by which `train_watched` names an image."""
    weights = np.arange(1, 785, dtype=np.float64) * 7919 % 1_048_573
    return float(image.reshape(784).astype(np.float64) @ weights)


def striped(count):
    """`count` easy images of ten classes: class c is a bright band at its own height, on noise."""
    labels = np.array([index % 10 for index in range(count)], np.uint8)
    np.random.shuffle(labels)
    images = np.random.randint(0, 60, (count, 28, 28)).astype(np.uint8)
    for image, label in zip(images, labels, strict=True):
        image[2 * label + 4 : 2 * label + 6, 2:26] = 230
    images[:, 0, 0], images[:, 27, 27] = 255, 0
    return images, labels


def stamped(count, share):
    """Striped images, the first `share` of them with a stamp that turns class c into class c + 5.

    A network learns the stripes first and the stamp later, a faint one last.
    """
    images, labels = striped(count)
    stamps = round(share * count)
    images[:stamps, 1:4, 8:20] = np.random.randint(60 if share == 1 else 100, 256, (stamps, 1, 1))
    labels[:stamps] = (labels[:stamps] + 5) % 10
    return images, labels


@check(
    "train_digits",
    inputs="other images, a third of the test labels wrong on purpose; a run that gets worse with time",
    seconds=60,
)
def test_accuracy_is_that_of_the_test_files(student):
    """train_digits returns the accuracy over every test image of the folder it was given"""
    images, labels = striped(151)
    labels[:50] = (labels[:50] + 1 + np.random.randint(0, 9, 50)) % 10
    notes = student.observe(
        train_watched, mnist_files(striped(480), (images, labels)), [(5, random.randrange(1000))]
    )
    accuracy = notes[0]["accuracy"]
    names = [fingerprint(image) for image in images]
    learned = sum(name in notes[0]["learned"] for name in names)
    expect(
        learned < 10,
        f"{learned} of the 151 test images took part in training.",
        mistake="trained-on-test-images",
    )
    expect(
        isinstance(accuracy, float) and not isinstance(accuracy, bool),
        f"The test accuracy should be a Python float, got {type(accuracy).__name__}.",
    )
    expect(
        not 1.0 < accuracy <= 100.0, "The test accuracy should lie in [0, 1].", mistake="digits-in-percent"
    )
    expect(
        accuracy <= 0.75,
        "A third of the test labels is wrong on purpose, so hardly more than two thirds can be right, "
        f"got {accuracy:.4f}.",
        mistake="training-accuracy-returned" if accuracy > 0.9 else None,
    )
    expect(accuracy >= 0.3, f"These images are easy, but the accuracy is {accuracy:.4f}.")
    right = accuracy * 151
    expect(
        abs(right - round(right)) < 1e-3,
        "With 151 test images an accuracy is a whole number of 151sts; "
        f"{accuracy:.6f} is none. Are images left out, or batches averaged?",
    )
    # the stamp is on all test images and means nothing there: the more of it is learned, the worse
    images, labels = stamped(83, 1.0)
    labels = (labels + 5) % 10
    notes = student.observe(
        train_watched, mnist_files(stamped(320, 0.3), (images, labels)), [(10, random.randrange(1000))]
    )
    accuracy, predicted = notes[0]["accuracy"], notes[0]["predicted"]
    names = [fingerprint(image) for image in images]
    if all(name in predicted for name in names):  # the model was seen at work on every test image
        right = sum(predicted[name] == label for name, label in zip(names, labels.tolist(), strict=True))
        expect(
            abs(accuracy * 83 - right) < 0.5,
            f"After the last epoch the network has {right} of 83 test images right, but {accuracy:.4f} was returned.",
            mistake="best-epoch-returned" if accuracy * 83 > right else None,
        )


@check(
    "train_digits",
    inputs="two runs with one seed, one with another, while other code draws random numbers",
    seconds=60,
)
def test_the_seed_decides_the_run(student):
    """train_digits repeats for a seed and differs for another one"""
    seed = random.randrange(1000)
    notes = student.observe(
        train_watched, mnist_files(striped(320), striped(83)), [(2, seed), (2, seed), (2, seed + 1)]
    )
    first, again, other = notes
    expect(first["losses"], "No backward pass started from a loss.")
    same = len(first["losses"]) == len(again["losses"]) and all(
        math.isclose(one, two, rel_tol=1e-3, abs_tol=1e-5)
        for one, two in zip(first["losses"], again["losses"], strict=True)
    )
    expect(same, "Two runs with the same seed had different losses.", mistake="digits-not-repeatable")
    expect(
        first["accuracy"] == again["accuracy"],
        "Two runs with the same seed returned different accuracies.",
        mistake="digits-not-repeatable",
    )
    expect(
        first["losses"] != other["losses"],
        "Seeds s and s + 1 had exactly the same losses.",
        mistake="digits-seed-ignored",
    )


@check("train_digits", inputs="the values that reach the network", seconds=60)
def test_inputs_are_normalised(student):
    """train_digits feeds pixels that are shifted by 0.1307 and divided by 0.3081"""
    files = mnist_files(striped(320), striped(83))
    notes = student.observe(train_watched, files, [(1, 0)])
    if not notes[0]["images"]:
        notes = student.observe(train_watched, files, [(1, 0)], True)
    black, white = (0 - 0.1307) / 0.3081, (1 - 0.1307) / 0.3081
    calls = notes[0]["images"]  # for each call of the model, the modules that got images in it
    expect(calls, "No layer was called with a batch of images of 28x28 pixels, flat or not.")

    def normalised(call):
        return any(abs(low - black) < 0.01 and abs(high - white) < 0.01 for low, high in call)

    bad = next((call for call in calls if not normalised(call)), None)
    if bad is None:
        return
    low, high = bad[0]
    named = (
        "inputs-not-normalised"
        if abs(low) < 0.01 and abs(high - 1) < 0.01
        else ("inputs-not-scaled" if high > 100 else None)
    )
    first = "The first batch has" if bad is calls[0] else "The first batch is normalised, but a later one has"
    fail(
        f"{first} values from {low:.4f} to {high:.4f}. Its pixels go from black (0) to white (255).",
        mistake="one-half-not-normalised" if named and normalised(calls[0]) else named,
        hint="ToTensor first, then Normalize((0.1307,), (0.3081,)), for the training images and for the test images.",
    )


@check("train_digits", inputs="the learning rate of each step of a run of four epochs", seconds=60)
def test_the_rate_follows_a_cosine(student):
    """train_digits steps with AdamW while the rate falls along a cosine"""
    notes = student.observe(train_watched, mnist_files(striped(320), striped(83)), [(4, 0)])
    steps = notes[0]["steps"]
    expect(len(steps) >= 4, f"A run of four epochs made {len(steps)} steps of a torch.optim optimizer.")
    expect(
        all(decoupled for _, decoupled, _ in steps),
        f"The steps were taken by {steps[0][2]}.",
        mistake="not-adamw",
    )
    parameters, strangers = notes[0]["parameters"]
    expect(
        strangers == 0,
        f"{strangers} of the {parameters} parameters that the network used in training are not in the optimizer.",
        mistake="parameters-not-in-the-optimizer",
    )
    rates = [rate for rate, _, _ in steps]
    top = max(rates)
    expect(
        min(rates) < 0.95 * top,
        f"All {len(rates)} steps had the same rate.",
        mistake="no-schedule-in-the-run",
    )
    swings = len(rates) > 9 and rates[4] < 0.02 * top and rates[8] > 0.9 * top
    expect(
        not swings,
        "The rate was at zero after four batches and back at its start after eight.",
        mistake="cosine-swings-back",
    )
    starts = [rates[len(rates) * epoch // 4] / top for epoch in range(4)]
    if starts[0] < 0.9:  # a warm-up; what counts is that it then falls far
        expect(rates[-1] < 0.3 * top, "After its rise the rate should fall towards zero.")
        return
    shape = [(1 + math.cos(math.pi * epoch / 4)) / 2 for epoch in range(4)]
    floor = min(max((starts[3] - shape[3]) / (1 - shape[3]), 0.0), 0.5)
    near = all(
        abs(start - (floor + (1 - floor) * part)) < 0.03 for start, part in zip(starts, shape, strict=True)
    )
    expect(
        near,
        "The rate falls, but not along half a cosine over the whole run.",
        hint='make_scheduler(optimizer, "cosine", epochs), moved once per epoch.',
    )


@check("train_digits", inputs="the tensors that reach cross_entropy, if it is used", seconds=60)
def test_the_loss_gets_logits(student):
    """train_digits gives logits, not probabilities, to CrossEntropyLoss"""
    notes = student.observe(
        train_watched, mnist_files(striped(320), striped(83)), [(2, random.randrange(1000))]
    )
    losses = notes[0]["losses"]
    expect(losses, "No backward pass started from a loss.")
    expect(
        notes[0]["probabilities"] == 0,
        f"In {notes[0]['probabilities']} of {len(losses)} steps cross_entropy got rows of "
        "numbers between 0 and 1 that sum to 1.",
        mistake="softmax-before-cross-entropy",
    )
    expect(all(math.isfinite(loss) for loss in losses), "A loss was nan or infinite.")
