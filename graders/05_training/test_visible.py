"""Visible checks of 05_training: small numbers that you can follow with a pencil."""

import torch

from course.checks import (
    assert_equal,
    assert_number,
    assert_numbers,
    assert_tensor,
    check,
    expect,
    fail,
    mistake,
    task,
)
from course.digits import digit_files

# --- TensorPairs ------------------------------------------------------------------------

task(
    "TensorPairs",
    hints=(
        "Keep both tensors as attributes; one index picks the same row of each. "
        "Compare the two lengths in __init__, before anything else.",
        "len(t) is the size of a tensor's first axis. Raise ValueError with a sentence that holds both "
        "lengths, return len(self.data) from __len__ and the tuple of two indexed tensors from __getitem__.",
    ),
)
mistake(
    "length-not-checked",
    "Tensors of different lengths were accepted. The surplus samples would never be "
    "seen, or would crash the run at the last index, hours later.",
)
mistake(
    "length-checked-late",
    "The lengths are compared only when a sample is fetched. "
    "By then the dataset may be in a worker process, far from the line that made it.",
)
mistake(
    "assert-instead-of-raise",
    "Assertions are notes to yourself: `python -O` removes them altogether. "
    "For wrong arguments write `raise ValueError(...)`.",
)
mistake(
    "length-of-another-axis",
    "The length of a dataset is its number of samples: the first axis, "
    "not the number of features and not the number of elements.",
)
mistake(
    "label-forgotten",
    "Only the sample came back. A supervised dataset gives pairs: return sample and label, in this order.",
)
mistake(
    "pair-turned-round",
    "The label came first. Sample first, label second is what every training loop unpacks.",
)


@check("TensorPairs")
def test_three_rows_make_three_pairs(student):
    """TensorPairs has a length and gives (sample, label)"""

    def probe(submission, data, labels):
        dataset = submission.TensorPairs(data, labels)
        return len(dataset), dataset[0], dataset[2]

    data = torch.tensor([[1.0, 2.0], [3.0, 4.0], [5.0, 6.0]])
    labels = torch.tensor([7, 8, 9])
    length, first, last = student.observe(probe, data, labels)
    assert_equal(
        length,
        3,
        what="len(dataset) of three rows",
        mistakes={"length-of-another-axis": 6 if length == 6 else 2},
    )
    expect(
        isinstance(first, (tuple, list)),
        f"dataset[0] should be a tuple (sample, label), got {type(first).__name__}.",
        mistake="label-forgotten"
        if isinstance(first, torch.Tensor)
        else "returned-nothing"
        if first is None
        else None,
    )
    assert_equal(len(first), 2, what="the number of things in dataset[0]")
    assert_tensor(
        first[0],
        torch.tensor([1.0, 2.0]),
        what="the sample in dataset[0]",
        mistakes={"pair-turned-round": torch.tensor(7)},
    )
    assert_tensor(first[1], torch.tensor(7), what="the label in dataset[0]")
    assert_tensor(last[0], torch.tensor([5.0, 6.0]), what="the sample in dataset[2]")
    assert_tensor(last[1], torch.tensor(9), what="the label in dataset[2]")


@check("TensorPairs")
def test_three_samples_and_two_labels_are_refused(student):
    """TensorPairs raises ValueError for three samples with two labels"""

    def probe(submission, data, labels):
        try:
            dataset = submission.TensorPairs(data, labels)
        except NotImplementedError:
            raise
        except Exception as error:
            return "made", type(error).__name__, isinstance(error, ValueError)
        try:
            dataset[0]
        except NotImplementedError:
            raise
        except Exception as error:
            return "fetched", type(error).__name__, isinstance(error, ValueError)
        return "never", None, False

    when, kind, right = student.observe(probe, torch.ones(3, 2), torch.tensor([1, 0]))
    expect(
        when != "never",
        "3 samples with 2 labels made a dataset, and no error came.",
        mistake="length-not-checked",
    )
    expect(
        when == "made",
        f"3 samples with 2 labels made a dataset; {kind} came only at dataset[0].",
        mistake="length-checked-late",
    )
    expect(
        kind != "AssertionError",
        "3 samples with 2 labels failed an assertion, but a ValueError is asked for.",
        mistake="assert-instead-of-raise",
    )
    expect(right, f"3 samples with 2 labels should raise ValueError, got {kind}.")


# --- make_loader ------------------------------------------------------------------------

task(
    "make_loader",
    hints=(
        "One DataLoader does it. Three of its arguments depend on `train` or on CUDA; "
        "one takes a generator that you seed yourself.",
        "Look at `shuffle`, `drop_last`, `pin_memory` and `generator` of torch.utils.data.DataLoader. "
        "A private generator is torch.Generator(), and its manual_seed(seed) returns it.",
    ),
)
mistake(
    "eval-drops-samples",
    "Evaluation lost its last partial batch. An accuracy over a part of the test set is "
    "not the accuracy of the test set: keep every sample when train=False.",
)
mistake(
    "eval-shuffles",
    "Evaluation changed the order. Keep the stored order, so that prediction i belongs to sample i.",
)
mistake(
    "train-keeps-partial-batch",
    "Training kept the last, smaller batch. It would make a noisy step of full size; "
    "drop it when train=True.",
)
mistake(
    "train-not-shuffled",
    "Training saw the samples in the stored order. Files are often sorted by class, "
    "and a batch of one class teaches the network that nothing else exists.",
)


def judge_batches(batches):
    """Each batch began with a tensor that has an axis for the samples."""
    expect(
        all(isinstance(batch, list) for batch in batches),
        "The first thing in a batch should be a tensor of all its samples, with one entry for each.",
    )


@check("make_loader")
def test_evaluation_keeps_order_and_every_sample(student):
    """make_loader(train=False) gives 0, 1, ..., 6 in batches of 3, 3 and 1"""

    def probe(submission, values):
        from torch.utils.data import TensorDataset

        loader = submission.make_loader(TensorDataset(values), 3, train=False)
        return [batch[0].tolist() for batch in loader]

    batches = student.observe(probe, torch.arange(7))
    judge_batches(batches)
    seen = [value for batch in batches for value in batch]
    expect(
        len(seen) == 7,
        f"Of 7 samples, evaluation gave {len(seen)}.",
        mistake="eval-drops-samples" if len(seen) == 6 else None,
    )
    expect(
        seen == sorted(seen),
        f"Evaluation should keep the stored order 0 to 6, got {seen}.",
        mistake="eval-shuffles" if sorted(seen) == list(range(7)) else None,
    )
    assert_equal(batches, [[0, 1, 2], [3, 4, 5], [6]], what="the list of batches of 7 samples in threes")


@check("make_loader")
def test_training_shuffles_and_drops_the_rest(student):
    """make_loader(train=True) gives two shuffled batches of 10 out of 23 samples"""

    def probe(submission, values):
        from torch.utils.data import TensorDataset

        loader = submission.make_loader(TensorDataset(values), 10, train=True)
        return [batch[0].tolist() for batch in loader]

    batches = student.observe(probe, torch.arange(23))
    judge_batches(batches)
    sizes = [len(batch) for batch in batches]
    expect(
        sizes == [10, 10],
        f"23 samples in tens should give full batches of 10 and 10, got sizes {sizes}.",
        mistake="train-keeps-partial-batch" if sizes == [10, 10, 3] else None,
    )
    seen = [value for batch in batches for value in batch]
    expect(
        len(set(seen)) == 20 and set(seen) <= set(range(23)),
        f"An epoch should show 20 different samples, got {len(set(seen))} different ones.",
    )
    expect(
        seen != sorted(seen),
        "The samples came in the stored order 0, 1, 2, ...",
        mistake="train-not-shuffled",
    )


# --- train_epoch ------------------------------------------------------------------------

task(
    "train_epoch",
    hints=(
        "Set the mode, then loop: move the batch, clear the gradients, forward, loss, backward, step. "
        "Add up loss times number of samples, and the number of samples.",
        "model.train() comes first. After the step: total += loss.item() * len(targets) and "
        "seen += len(targets). Return total / seen after the loop.",
    ),
)
mistake(
    "gradients-not-cleared",
    "Gradients of earlier batches took part in later steps: backward() adds to what is "
    "there. Clear once per step, anywhere but between backward() and step().",
)
mistake(
    "no-gradient-at-step",
    "The optimizer stepped, but the parameters did not move: at step() there were no gradients. "
    "Either they were cleared after backward(), or backward() comes too late or not at all.",
)
mistake(
    "never-stepped",
    "The parameters did not move, and the optimizer's step() never ran. backward() only computes "
    "gradients; step() uses them.",
)
mistake(
    "mean-of-batch-means",
    "This is the mean of the batch means. The small last batch counts as much as a full one that "
    "way: weight each batch's loss by its number of samples.",
)
mistake(
    "divided-by-dataset",
    "The sum was divided by len(loader.dataset), but the loader visits fewer samples than that. "
    "Count the samples that you see.",
)
mistake(
    "means-summed-over-samples",
    "The batch means were added and divided by the number of samples. A mean was divided "
    "by its batch size already; multiply it by that size first.",
)
mistake(
    "nominal-batch-size",
    "Every batch was weighted with the same nominal batch size, the smaller last one too. "
    "Take the size from the batch itself, such as len(targets).",
)
mistake(
    "loss-after-the-step",
    "The loss was computed once more with the new weights. Report the one whose backward() made the step.",
)
mistake("last-batch-loss", "This is the loss of the last batch alone. Add up over all batches.")
mistake(
    "batch-means-summed",
    "This is the plain sum of the batch means. Weight by samples and divide by their number.",
)
mistake(
    "one-batch-only",
    "The optimizer stepped once although the loader has more batches. Is the return inside of the loop, or "
    "step() outside?",
)


@check("train_epoch")
def test_two_batches_by_hand(student):
    """train_epoch fits w in y = w * x: batches of two and of one sample

    w starts at 1, the loss is the mean squared error, SGD has lr 0.1.
    Batch 1: x = 1, 2 and y = 2, 4. Loss (1 + 4) / 2 = 2.5, gradient (-2 - 8) / 2 = -5, so w = 1.5.
    Batch 2: x = 2 and y = 1. Loss 4, gradient 2 * 2 * 2 = 8, so w = 0.7.
    The mean over the three samples is (2 * 2.5 + 4) / 3 = 3.
    """

    def probe(submission, x, y):
        import torch
        from torch import nn
        from torch.utils.data import DataLoader, TensorDataset

        model = nn.Linear(1, 1, bias=False)
        nn.init.constant_(model.weight, 1.0)
        optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
        gradients = []  # at each step, 0 where there is none
        optimizer.register_step_pre_hook(
            lambda *_: gradients.append(0.0 if model.weight.grad is None else model.weight.grad.item())
        )
        loader = DataLoader(TensorDataset(x, y), batch_size=2)
        loss = submission.train_epoch(model, loader, nn.MSELoss(), optimizer, torch.device("cpu"))
        return loss, model.weight.detach().clone().reshape(()), gradients

    x = torch.tensor([[1.0], [2.0], [2.0]])
    y = torch.tensor([[2.0], [4.0], [1.0]])
    loss, w, gradients = student.observe(probe, x, y)
    steps = len(gradients)
    if steps < 2:
        expect(steps == 1, "w did not move in two batches: step() never ran.", mistake="never-stepped")
        fail("The optimizer made 1 step in two batches.", mistake="one-batch-only")
    assert_tensor(
        w,
        torch.tensor(0.7),
        what="w after the epoch",
        mistakes={
            "gradients-not-cleared": torch.tensor(1.2),
            **({} if any(gradients) else {"no-gradient-at-step": torch.tensor(1.0)}),
        },
    )
    assert_number(
        loss,
        3.0,
        what="the returned loss",
        mistakes={
            "mean-of-batch-means": 3.25,
            "means-summed-over-samples": 6.5 / 3,
            "last-batch-loss": 4.0,
            "batch-means-summed": 6.5,
            "nominal-batch-size": 13.0 / 3,
            "loss-after-the-step": (2 * 0.625 + 0.16) / 3,
        },
    )


# --- evaluate ---------------------------------------------------------------------------

task(
    "evaluate",
    hints=(
        "Remember the mode, switch to eval, count right answers and samples under no_grad, put the mode back, divide.",
        "logits.argmax(dim=1) == targets is a tensor of booleans whose sum().item() is the number of right answers. "
        "model.train(was_training) restores either mode.",
    ),
)
mistake(
    "mean-of-batch-accuracies",
    "This is the mean of the batch accuracies, in which a sample of the small last batch "
    "counts for more. Count right answers over all batches and divide once.",
)
mistake("accuracy-in-percent", "This is in percent. The fraction is asked for, from 0.0 to 1.0.")
mistake("count-of-right-answers", "This is the number of right answers. Divide it by the number of samples.")
mistake(
    "argmax-over-batch",
    "argmax was taken over axis 0, the samples. Classes are on axis 1: one winner per row.",
)
mistake(
    "accuracy-over-dataset",
    "The right answers were divided by len(loader.dataset), but the loader visits fewer samples. "
    "Count the samples that you see.",
)


@check("evaluate")
def test_three_of_five_are_right(student):
    """evaluate counts 3 right answers of 5 samples, in batches of 3 and 2

    The model hands its input on, so the rows below are the logits. The largest ones are in
    columns 0, 2, 1 and 2, 0; the targets are 0, 2, 2 and 2, 1.
    """

    def probe(submission, logits, targets):
        import torch
        from torch.utils.data import DataLoader, TensorDataset

        loader = DataLoader(TensorDataset(logits, targets), batch_size=3)
        return submission.evaluate(torch.nn.Identity(), loader, torch.device("cpu"))

    logits = torch.tensor(
        [
            [5.0, 1.0, 0.0, 0.5],
            [-3.0, -2.0, -1.0, -4.0],
            [0.0, 2.0, 1.0, 1.5],
            [0.1, 0.2, 0.3, 0.0],
            [9.0, 8.0, 7.0, 6.0],
        ]
    )
    targets = torch.tensor([0, 2, 2, 2, 1])
    assert_number(
        student.observe(probe, logits, targets),
        0.6,
        what="the accuracy",
        mistakes={
            "mean-of-batch-accuracies": (2 / 3 + 1 / 2) / 2,
            "accuracy-in-percent": 60.0,
            "count-of-right-answers": 3.0,
        },
    )


# --- make_scheduler ---------------------------------------------------------------------

task(
    "make_scheduler",
    hints=(
        "Two names, two classes of torch.optim.lr_scheduler, and a ValueError for everything else.",
        "StepLR takes step_size and gamma, CosineAnnealingLR takes T_max. Both count calls of step(), "
        "and this course calls it once per epoch.",
    ),
)
mistake("no-scheduler-returned", "Nothing came back. Each branch has to return its scheduler.")
mistake("gamma-one-half", "The rate is halved at each step. A tenth is asked for: gamma=0.1.")
mistake(
    "step-every-epoch",
    "The rate falls to a tenth in every epoch. A step is due after 10 epochs: step_size=10.",
)
mistake(
    "step-from-epochs",
    "The length of a step was taken from `epochs`. It is 10 epochs, however long the run is.",
)
mistake(
    "cosine-of-fixed-length",
    "The cosine has the same length whatever `epochs` is, so it does not reach zero at the "
    "end of the run. Its T_max is the number of epochs.",
)


def rates_of(submission, name, epochs, count):
    """In the guest: the learning rate of `count` epochs that start at 1."""
    import torch

    optimizer = torch.optim.SGD([torch.nn.Parameter(torch.zeros(1))], lr=1.0)
    scheduler = submission.make_scheduler(optimizer, name, epochs)
    if scheduler is None:
        return None
    rates = []
    for _ in range(count):
        rates.append(float(optimizer.param_groups[0]["lr"]))
        optimizer.step()
        scheduler.step()
    return rates


@check("make_scheduler")
def test_step_falls_to_a_tenth_after_ten_epochs(student):
    """make_scheduler("step"): ten epochs at 1.0, ten at 0.1, then 0.01"""
    rates = student.observe(rates_of, "step", 25, 25)
    expect(
        rates is not None,
        'make_scheduler(optimizer, "step", 25) returned None.',
        mistake="no-scheduler-returned",
    )
    assert_numbers(
        rates,
        [1.0] * 10 + [0.1] * 10 + [0.01] * 5,
        what="the list of rates of 25 epochs",
        mistakes={
            "gamma-one-half": [1.0] * 10 + [0.5] * 10 + [0.25] * 5,
            "step-every-epoch": [0.1**epoch for epoch in range(25)],
            "step-from-epochs": [1.0] * 25,
        },
    )


@check("make_scheduler")
def test_cosine_reaches_half_in_the_middle(student):
    """make_scheduler("cosine") over 4 epochs: 1, 0.8536, 0.5, 0.1464, and 0 at the end"""
    rates = student.observe(rates_of, "cosine", 4, 5)
    expect(
        rates is not None,
        'make_scheduler(optimizer, "cosine", 4) returned None.',
        mistake="no-scheduler-returned",
    )
    half_root = 0.5**0.5  # the cosine of an eighth of a turn
    assert_numbers(
        rates,
        [1.0, (1 + half_root) / 2, 0.5, (1 - half_root) / 2, 0.0],
        what="the list of rates of 4 epochs and the next",
        hint="The fraction after epoch e of E is (1 + cos(pi * e / E)) / 2.",
    )


# --- fit --------------------------------------------------------------------------------

task(
    "fit",
    hints=(
        "For each epoch in range(start_epoch, epochs): read the rate, train, evaluate, move the scheduler, "
        "append a dict.",
        'optimizer.param_groups[0]["lr"] before scheduler.step() is the rate that the epoch used. '
        "train_epoch and evaluate of this unit do the rest.",
    ),
)
mistake(
    "rate-after-the-step", "The recorded rate is that of the next epoch: it was read after scheduler.step()."
)
mistake(
    "scheduler-per-batch",
    "The scheduler moved in every batch, so the rate fell too fast. One call per epoch.",
)
mistake(
    "scheduler-never-stepped", "The rate stayed the same in all epochs: scheduler.step() was never called."
)
mistake(
    "accuracy-before-training",
    "The accuracy was measured before the epoch's training. Evaluate the weights that came out of it.",
)
mistake(
    "scheduler-before-optimizer",
    "The scheduler moved before the epoch's optimizer steps, so the first rate was skipped. "
    "Move it at the end of the epoch.",
)
mistake(
    "one-record-for-all",
    "All records are the same, the last one: one dict was made before the loop and changed in each epoch. "
    "Make a new dict per epoch.",
)
mistake(
    "epochs-count-from-one", "The records are numbered from 1. Epochs count from 0 here, as range() does."
)


@check("fit")
def test_three_epochs_by_hand(student):
    """fit writes down three epochs: loss, accuracy after training, rate used

    Two logits per sample, w0 * x and w1 * x, with w0 = 0.12 and w1 = 0. Each x is 1 and the loss is minus
    the mean of logit 1, so an epoch (one batch) adds the learning rate to w1. The rate halves each epoch:
    0.1, 0.05, 0.025. So w1 is 0.1, then 0.15, then 0.175. Three of four targets are class 1, which wins
    as soon as w1 > 0.12. The losses, taken before each update, are 0, -0.1 and -0.15.
    """

    def probe(submission, targets):
        import torch
        from torch.utils.data import DataLoader, TensorDataset

        model = torch.nn.Linear(1, 2, bias=False)
        with torch.no_grad():
            model.weight.copy_(torch.tensor([[0.12], [0.0]]))
        data = TensorDataset(torch.ones(4, 1), targets)
        optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
        scheduler = torch.optim.lr_scheduler.StepLR(optimizer, step_size=1, gamma=0.5)

        def loss_fn(logits, targets):
            return -logits[:, 1].mean()

        return submission.fit(
            model,
            DataLoader(data, batch_size=4),
            DataLoader(data, batch_size=3),
            loss_fn,
            optimizer,
            scheduler,
            3,
            torch.device("cpu"),
        )

    history = student.observe(probe, torch.tensor([1, 0, 1, 1]))
    expect(
        isinstance(history, list) and all(isinstance(entry, dict) for entry in history),
        f"fit should return a list of dicts, got {type(history).__name__}.",
    )
    assert_equal(len(history), 3, what="the number of records of a run of 3 epochs")
    for entry in history:
        missing = [key for key in ("epoch", "loss", "accuracy", "lr") if key not in entry]
        expect(not missing, f"A record lacks {', '.join(missing)}; it has {', '.join(map(str, entry))}.")
    assert_equal(
        [entry["epoch"] for entry in history],
        [0, 1, 2],
        what="the numbering of the epochs",
        mistakes={"epochs-count-from-one": [1, 2, 3], "one-record-for-all": [2, 2, 2]},
    )
    losses = [entry["loss"] for entry in history]
    # rates one epoch ahead: read too late, or (with smaller steps) really used
    used = isinstance(losses[1], float) and abs(losses[1] + 0.05) < 1e-6
    ahead = "scheduler-before-optimizer" if used else "rate-after-the-step"
    assert_numbers(
        [entry["lr"] for entry in history],
        [0.1, 0.05, 0.025],
        what="the list of rates",
        mistakes={
            ahead: [0.05, 0.025, 0.0125],
            "scheduler-never-stepped": [0.1, 0.1, 0.1],
        },
    )
    assert_numbers(losses, [0.0, -0.1, -0.15], what="the list of losses")
    assert_numbers(
        [entry["accuracy"] for entry in history],
        [0.25, 0.75, 0.75],
        what="the list of accuracies",
        mistakes={
            "accuracy-before-training": [0.25, 0.25, 0.75],
        },
    )


# --- save_checkpoint, load_checkpoint ---------------------------------------------------

task(
    "save_checkpoint",
    hints=(
        "Put the three state dicts and the epoch into one dict and torch.save it.",
        "Each of the three has a state_dict() method. Save these, never the objects themselves, and "
        "save to `path` exactly as given.",
    ),
)
mistake(
    "pickled-objects",
    "The file does not load with weights_only=True: it holds objects, not only tensors and plain "
    "data. Save state dicts instead of the objects they come from, and Python's own numbers and strings.",
)
mistake(
    "nothing-at-path",
    "There is no file at `path`. Save to the path exactly as given, without adding a suffix.",
)


@check("save_checkpoint")
def test_the_file_loads_with_weights_only(student):
    """save_checkpoint writes a file that torch.load(weights_only=True) reads, with the weights in it"""

    def probe(submission, weight):
        import os
        import re
        import tempfile

        import torch

        model = torch.nn.Linear(3, 2, bias=False)
        with torch.no_grad():
            model.weight.copy_(weight)
        optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
        scheduler = torch.optim.lr_scheduler.StepLR(optimizer, step_size=3)
        path = os.path.join(tempfile.mkdtemp(), "last.pt")
        submission.save_checkpoint(path, model=model, optimizer=optimizer, scheduler=scheduler, epoch=4)
        if not os.path.isfile(path):
            return "nothing", os.listdir(os.path.dirname(path)), []
        try:
            found = [torch.load(path, weights_only=True)]
        except Exception as error:
            refused = re.search(r"GLOBAL ([\w.]+)", str(error))
            return "refused", f"it holds a {refused[1]}" if refused else type(error).__name__, []
        tensors = []
        while found:
            item = found.pop()
            if isinstance(item, torch.Tensor):
                tensors.append(item.detach().clone())
            elif isinstance(item, dict):
                found.extend(item.values())
            elif isinstance(item, (list, tuple, set)):
                found.extend(item)
        return "loaded", "", tensors

    weight = torch.tensor([[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]])
    state, says, tensors = student.observe(probe, weight)
    expect(
        state != "nothing",
        f"There is no file last.pt afterwards; its folder holds {says}.",
        mistake="nothing-at-path",
    )
    expect(
        state != "refused",
        f"torch.load(path, weights_only=True) refuses the file ({says}).",
        mistake="pickled-objects",
    )
    numbers = {
        round(value, 4)
        for tensor in tensors
        if tensor.is_floating_point()
        for value in tensor.flatten().tolist()
    }
    expect(
        {1.0, 2.0, 3.0, 4.0, 5.0, 6.0} <= numbers,
        f"The file loads, but the model's weights 1 to 6 are not in it; it holds {len(tensors)} tensors.",
    )


task(
    "load_checkpoint",
    hints=(
        "torch.load the file with map_location, hand each part to its owner's load_state_dict, return the next epoch.",
        "The number of the last finished epoch is in the file; the next one is one more. All three load in place, "
        "so nothing else is to be returned.",
    ),
)
mistake(
    "weights-not-loaded",
    "The model has the weights from before the call. Hand the saved ones to model.load_state_dict.",
)
mistake("epoch-restarts", "The run would start at epoch 0 again. Return the epoch after the saved one.")
mistake(
    "finished-epoch-again",
    "This is the epoch that was finished already; it would run twice. Return the one after it.",
)
mistake("nothing-returned", "Nothing was returned. The caller needs the number of the epoch to run next.")


@check("load_checkpoint")
def test_finished_epoch_four_means_five_is_next(student):
    """load_checkpoint brings the weights back and returns 5 after finished epoch 4"""

    def probe(submission, weight):
        import os
        import tempfile

        import torch

        def start():
            model = torch.nn.Linear(3, 2, bias=False)
            torch.nn.init.zeros_(model.weight)
            optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
            return model, optimizer, torch.optim.lr_scheduler.StepLR(optimizer, step_size=3)

        path = os.path.join(tempfile.mkdtemp(), "last.pt")
        model, optimizer, scheduler = start()
        with torch.no_grad():
            model.weight.copy_(weight)
        submission.save_checkpoint(path, model=model, optimizer=optimizer, scheduler=scheduler, epoch=4)
        model, optimizer, scheduler = start()
        following = submission.load_checkpoint(
            path, model=model, optimizer=optimizer, scheduler=scheduler, device=torch.device("cpu")
        )
        return model.weight.detach().clone(), following

    weight = torch.tensor([[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]])
    loaded, following = student.observe(probe, weight)
    assert_tensor(
        loaded,
        weight,
        what="the weight after save and load",
        mistakes={"weights-not-loaded": torch.zeros(2, 3)},
    )
    expect(following is not None, "load_checkpoint returned None.", mistake="nothing-returned")
    assert_number(
        following,
        5,
        kind=int,
        what="the next epoch after finished epoch 4",
        mistakes={"epoch-restarts": 0, "finished-epoch-again": 4},
    )


# --- train_digits -----------------------------------------------------------------------

task(
    "train_digits",
    hints=(
        "Seed, transforms, two datasets, two loaders, a model, AdamW, a cosine: then fit, and the last record's accuracy.",
        "Flatten, Linear(784, hidden), ReLU, Linear(hidden, 10), and nothing after it: CrossEntropyLoss wants the logits. "
        "With batches of 32 or 64 and a rate near 1e-3 five epochs are enough.",
    ),
)
mistake(
    "softmax-before-cross-entropy",
    "The loss got probabilities instead of logits. CrossEntropyLoss applies log-softmax "
    "itself; after a softmax of your own it cannot fall below ln(e + 9) - 1 = 1.4612. Let the model end in its last Linear.",
)
mistake("digits-in-percent", "This looks like percent. The fraction is asked for, from 0.0 to 1.0.")


@check("train_digits", seconds=60)
def test_five_epochs_reach_ninety_percent(student):
    """train_digits reaches 0.90 on the offline digits in five epochs"""

    def probe(submission, files):
        import pathlib
        import tempfile

        root = pathlib.Path(tempfile.mkdtemp())
        (root / "MNIST" / "raw").mkdir(parents=True)
        for name, data in files.items():
            (root / "MNIST" / "raw" / name).write_bytes(data)
        return submission.train_digits(str(root), epochs=5, seed=0)

    accuracy = student.observe(probe, dict(digit_files()))
    expect(
        isinstance(accuracy, float) and not isinstance(accuracy, bool),
        f"The test accuracy should be a Python float, got {type(accuracy).__name__}.",
    )
    expect(
        not 1.0 < accuracy <= 100.0,
        f"The test accuracy should lie in [0, 1], got {accuracy:.4g}.",
        mistake="digits-in-percent",
    )
    expect(
        0.9 <= accuracy <= 1.0,
        f"Five epochs should reach a test accuracy of at least 0.90, got {accuracy:.4f}.",
        hint="A rate near 1e-3, batches of 32 or 64, logits (no softmax) into the loss, and normalised inputs are enough.",
    )
