"""Unit 4, the checks that you may read: small modules whose numbers you can follow by hand.

Everything here builds your class or calls your function beside your own code
(`student.observe`) and looks at what came out: counts, names, flags, tensors.
What you call your layers, and whether you use `nn.Sequential` or attributes, is yours.
"""

import torch

from course.checks import assert_equal, assert_number, assert_tensor, check, expect, fail, mistake, task

task(
    "TwoLayerMLP",
    hints=(
        "Call super().__init__() first, then make the layers in __init__ and keep them on self.",
        "Four steps: Linear(input_dim, hidden_dim), ReLU, Dropout(dropout), Linear(hidden_dim, output_dim). "
        "In forward, call the layers like functions and return the last result.",
    ),
)
task(
    "count_parameters",
    hints=(
        "module.parameters() walks over all layers, leaves buffers out and gives a shared tensor once.",
        "Each parameter knows its number of elements and whether it requires_grad: sum the first, filter by the second.",
    ),
)
task(
    "parameter_table",
    hints=(
        "named_parameters() gives (name, parameter) pairs in the order that is asked for.",
        "A row has three things: the name, the shape made into a plain tuple, and the number of elements.",
    ),
)
task(
    "freeze",
    hints=(
        "Walk over named_parameters() and decide by the dotted name.",
        'A name belongs to the prefix if it equals it, or if it starts with the prefix and a dot: "fc1." does '
        'not begin "fc10.weight".',
    ),
)
task(
    "copy_weights",
    hints=(
        "A state dict holds the parameters and the buffers, by name. One module gives it, the other takes it.",
        "Loading a state dict copies into the tensors that are already there, and is strict unless told otherwise.",
    ),
)
task(
    "snapshot",
    hints=(
        "state_dict() returns a new dictionary over the same tensors. Copying the dictionary does not copy them.",
        "Clone each tensor of the state dict, or deepcopy the whole of it.",
    ),
)
task(
    "ResidualStack",
    hints=(
        "Every block needs a LayerNorm and a Linear of its own, kept where nn.Module looks for layers: nn.ModuleList.",
        "In forward, go through the blocks: x = x + relu(linear(layer_norm(x))). With no blocks, x comes back.",
    ),
)
task(
    "TokenClassifier",
    hints=(
        "Follow the shapes: (batch, seq) -> (batch, seq, dim) -> (batch, dim) -> (batch, num_classes).",
        "Embedding, mean over axis 1, LayerNorm(dim), Dropout(dropout), Linear(dim, num_classes), in this order.",
    ),
)
task(
    "Standardize",
    hints=(
        "A tensor that belongs to the module and is not trained is a buffer: register it in __init__.",
        "Register two buffers of shape (dim,) before any data is seen; fit writes the column means and "
        "standard deviations into them, forward only reads them.",
    ),
)

mistake(
    "init-typo",
    "Your class has a method `_init_`. The name is `__init__`, with two underscores on each side; "
    "with one, Python never calls it.",
)
mistake(
    "no-super-init",
    "Your __init__ stores a layer before nn.Module is set up. Its first line must be "
    "super().__init__(), which makes the registries that layers and parameters are kept in.",
)
mistake(
    "function-in-sequential",
    "nn.Sequential holds modules, and F.relu is a function. Put nn.ReLU() there, or "
    "call F.relu yourself in forward.",
)
mistake(
    "class-used-as-function",
    "nn.ReLU(x) makes a ReLU layer with x as its `inplace` option; it does not apply it. "
    "Write nn.ReLU()(x), or F.relu(x).",
)
mistake(
    "nothing-registered",
    "The model has no parameters at all, although it computes. A layer in a plain Python list "
    "or dict, or made inside forward, is invisible to nn.Module, and so is a weight that is a plain tensor: an "
    "optimizer would train nothing.",
)
mistake(
    "weight-unregistered",
    "The biases and one of the two weights are there, the other weight is not registered. A plain tensor is no "
    "parameter, and neither is what comes out of nn.Parameter(...).to(...): move the data first, then wrap it.",
)
mistake("no-first-bias", "203,274 is 256 short: the first Linear has no bias.")
mistake("no-last-bias", "203,520 is ten short: the last Linear has no bias.")
mistake("no-biases", "203,264 is 266 short, 256 + 10: neither Linear has a bias.")
mistake(
    "second-layer-unregistered",
    "200,960 is the first layer alone. The second layer works but nn.Module does not "
    "know it: it sits in a plain list, dict or the like.",
)
mistake(
    "layer-in-forward",
    "A layer is made inside forward, so each call draws new random weights (two calls on "
    "the same input differ) and none of them can be trained. Make it once, in __init__.",
)
mistake(
    "first-layer-unregistered",
    "2,570 is the second layer alone. The first layer works but nn.Module does not know it.",
)
mistake(
    "batch-norm-added",
    "204,042 is 512 too many: a normalisation layer over the 256 hidden units brings two "
    "parameters for each. The model asked for has none.",
)
mistake(
    "fixed-hidden-size",
    "That is the count for another number of hidden units. The width of the hidden layer is the argument "
    "hidden_dim.",
)
mistake(
    "extra-hidden-layer",
    "269,322 is 65,792 too many, 256 * 256 + 256: there is a third Linear from hidden to hidden.",
)
mistake("no-dropout", "Nothing is dropped in training mode at the place where the Dropout belongs.")
mistake("dropout-on-output", "Scores are dropped after the last Linear. The Dropout stands before it.")
mistake(
    "no-rescaling",
    "What survives the dropout is not scaled up by 1 / (1 - dropout), so training and evaluation see "
    "different averages. nn.Dropout does this for you.",
)
mistake(
    "dropout-in-eval",
    "Units are dropped in eval mode as well. F.dropout needs training=self.training, and nn.Dropout must be made "
    "in __init__: one made inside forward is new, and new modules are in training mode.",
)
mistake(
    "no-relu",
    "There is no ReLU between the two Linears. Without it both collapse into a single linear map, "
    "however wide the middle is.",
)
mistake(
    "relu-on-output",
    "A ReLU also cuts off the negative outputs. It belongs between the layers; the last Linear has the "
    "last word.",
)
mistake(
    "softmax-on-output",
    "The output went through a softmax. The model ends with the Linear: the loss function takes the raw "
    "scores (logits) and does its own softmax.",
)
mistake(
    "counted-tensors",
    "That is the number of parameter tensors. A weight of shape (2, 3) is one tensor and six parameters.",
)
mistake(
    "counted-bytes",
    "That is the number of bytes: four for each float32 parameter. numel() counts elements, element_size() gives bytes.",
)
mistake("weights-only", "Only the weights were counted. Biases are parameters too.")
mistake(
    "trainable-only-ignored",
    "trainable_only=True gave the count of all parameters: the argument is not used.",
)
mistake(
    "frozen-left-out",
    "Frozen parameters were left out, though trainable_only was not asked for. Without it every parameter counts; "
    "the default is False.",
)
mistake(
    "trainable-left-out",
    "Without trainable_only only the frozen parameters were counted. The argument narrows the count; without it "
    "every parameter counts.",
)
mistake(
    "counted-frozen",
    "trainable_only=True gave the number of frozen parameters. requires_grad is True for those that train.",
)
mistake(
    "generator-used-up",
    "trainable_only=True gave 0. parameters() is a generator: after one loop over it, a second loop finds nothing. "
    "Keep list(module.parameters()), or ask for it again.",
)
mistake(
    "state-dict-detached",
    "trainable_only=True gave 0. The tensors of state_dict() are detached, so their requires_grad is always "
    "False. Ask the parameters themselves.",
)
mistake(
    "shape-as-list",
    "The shape in each row is a list. tuple(parameter.shape) gives the tuple that was asked for.",
)
mistake(
    "flag-not-set",
    "The right names came back, but the parameters still have requires_grad=True. The flag must be set on "
    "each parameter itself: module.requires_grad = False only makes a new attribute of that name on the module.",
)
mistake(
    "dot-only",
    "The exact name of a parameter matched nothing. A prefix is the name of a module, or a full "
    "parameter name.",
)
mistake(
    "target-unchanged",
    "target is what it was before: nothing was written into its tensors. (Assigning a new module to the "
    "name `target` inside your function is invisible outside of it.)",
)
mistake(
    "live-snapshot",
    "The snapshot changed when the model did. state_dict() hands out the model's own tensors, and .copy(), "
    "dict(...), .detach() or .cpu() (on the CPU) still point at them. Clone each tensor, or use copy.deepcopy.",
)
mistake(
    "block-repeated",
    "There are only the parameters of a single block: the same block stands in the list several times. "
    "[block] * depth copies the reference, not the block; make a new one for every place.",
)
mistake(
    "norm-shared",
    "There is one Linear for each block but only one LayerNorm for all of them. Each block has its own.",
)
mistake(
    "linear-shared",
    "There is a LayerNorm for each block but only one weight matrix for all of them. Each block has its own Linear.",
)
mistake("no-affine", "The LayerNorms have no parameters. Each has its learnable scale and shift.")
mistake(
    "final-norm", "There is one LayerNorm too many, 2 * dim parameters: the stack ends with its last block."
)
mistake("no-residual", "The blocks replace their input. Each one adds its result to it: x + relu(...).")
mistake("residual-from-norm", "What is added is the normalised x. The shortcut carries x itself.")
mistake("no-norm", "The values are those of a model without LayerNorm.")
mistake(
    "norm-before-mean",
    "The LayerNorm came before the mean. First average over the sequence, then normalise the average.",
)
mistake(
    "not-averaged",
    "There is one row of scores for each token. The mean over the sequence makes one row for each example.",
)
mistake(
    "mean-over-batch",
    "The mean ran over the batch, axis 0, so the examples were mixed with each other. The sequence is axis 1.",
)
mistake(
    "statistics-as-parameters",
    "The mean and std are parameters of the module. They are measured, not "
    "learned: whoever counts, trains or freezes parameters would meet them. State that is not trained is a buffer.",
)
mistake(
    "biased-std",
    "The standard deviation was divided by n. This unit uses torch's default, x.std(dim=0), which divides by n - 1.",
)
mistake(
    "variance-instead", "The values are divided by the variance. Its square root is the standard deviation."
)
mistake(
    "global-statistics", "One mean and one std were taken over all numbers together. Each column has its own."
)
mistake(
    "not-fitted", "After fit(x), forward gives x back unchanged: what fit computed does not reach forward."
)


def build_and_count(submission, name, sizes, x):
    """Builds the student's model and counts; a few well-known slips are told by the error they raise."""
    import traceback

    import torch
    from torch import nn

    blueprint = getattr(submission, name)
    register, known, made = nn.Module.register_parameter, {}, []

    def noted(module, name, param):
        register(module, name, param)
        if (
            param is not None and id(param) not in known
        ):  # a slice of a container registers what is there already
            known[id(param)] = param
            made.append(name)

    try:
        model = blueprint(*sizes)
        model.eval()
        nn.Module.register_parameter = noted
        first = model(x)
        known.update((id(param), param) for param in model.parameters())
        made.clear()
        second = model(x)
    except (AttributeError, TypeError, RuntimeError) as error:
        said = str(error)
        if hasattr(blueprint, "_init_") and "positional argument" in said:
            return {"slip": "init-typo"}
        if "before Module.__init__() call" in said:
            return {"slip": "no-super-init"}
        if "is not a Module subclass" in said:
            return {"slip": "function-in-sequential"}
        in_relu = traceback.extract_tb(error.__traceback__)[-1].name == "relu"
        if "must be Tensor, not ReLU" in said or ("Boolean value of Tensor" in said and in_relu):
            return {"slip": "class-used-as-function"}
        raise
    finally:
        nn.Module.register_parameter = register
    return {
        "slip": None,
        "returned": type(first).__name__,
        "repeats": torch.is_tensor(first) and torch.equal(first, second),
        "made_in_forward": bool(made),
        "count": sum(parameter.numel() for parameter in model.parameters()),
    }


def run_with_ones(submission, name, sizes, x, placed=()):
    """Sets every parameter to one, lays `placed` into the parameter of their shapes, and runs in eval mode."""
    import torch

    model = getattr(submission, name)(*sizes)
    model.eval()
    model(x.clone())  # lazy layers take their shapes at the first call
    with torch.no_grad():
        for parameter in model.parameters():
            parameter.fill_(1.0)
            for values in placed:
                if parameter.shape == values.shape:
                    parameter.copy_(values)
                elif parameter.shape == values.T.shape:
                    parameter.copy_(values.T)
        return model(x)


def refuse_slips(found):
    """Names what kept the model from running, or from returning a tensor."""
    if found["slip"]:
        fail("your model could not be built and called.", mistake=found["slip"])
    expect(
        found["returned"] != "NoneType",
        "calling the model gave None, wanted a tensor.",
        mistake="returned-nothing",
    )
    expect(
        not found["made_in_forward"],
        "a layer with parameters was made while the model was running. The model itself has "
        f"{found['count']:,} parameters.",
        mistake="layer-in-forward",
    )


# --- TwoLayerMLP ----------------------------------------------------------------------


@check("TwoLayerMLP")
def test_parameter_count(student):
    """a (784, 256, 10) model has 203,530 parameters"""
    found = student.observe(build_and_count, "TwoLayerMLP", (784, 256, 10), torch.ones(2, 784))
    refuse_slips(found)
    count = found["count"]
    if count == 203_530 and not found["repeats"]:
        fail(
            "the number of parameters is right, but two calls in eval mode on the same input gave different outputs.",
            mistake="dropout-in-eval",
            hint="In eval mode nothing is random.",
        )
    if count in (2_826, 200_970):
        fail(f"{count:,} parameters, wanted 203,530.", mistake="weight-unregistered")
    if count in (101_770, 407_050):
        fail(f"{count:,} parameters, wanted 203,530.", mistake="fixed-hidden-size")
    assert_number(
        count,
        203_530,
        kind=int,
        rtol=0,
        atol=0,
        what="the number of parameters",
        mistakes={
            "nothing-registered": 0,
            "first-layer-unregistered": 2_570,
            "second-layer-unregistered": 200_960,
            "no-first-bias": 203_274,
            "no-last-bias": 203_520,
            "no-biases": 203_264,
            "batch-norm-added": 204_042,
            "extra-hidden-layer": 269_322,
        },
        hint="Two weights and two biases: 784 * 256 + 256, and 256 * 10 + 10.",
    )


@check("TwoLayerMLP")
def test_ones_by_hand(student):
    """with every parameter at 1, the rows (1, 2) and (-5, 1) give 13 and 1"""
    # three hidden units: relu(1 + 2 + 1) = 4 each, 3 * 4 + 1 = 13; relu(-5 + 1 + 1) = 0, so 1 is left
    got = student.observe(run_with_ones, "TwoLayerMLP", (2, 3, 1), torch.tensor([[1.0, 2.0], [-5.0, 1.0]]))
    assert_tensor(
        got,
        torch.tensor([[13.0], [1.0]]),
        what="the output with all parameters at 1",
        mistakes={
            "no-relu": torch.tensor([[13.0], [-8.0]]),
            "softmax-on-output": torch.tensor([[1.0], [1.0]]),
        },
    )


@check("TwoLayerMLP", hint="nn.Dropout does all of it: it looks at the mode, and scales up what it keeps.")
def test_dropout_in_train_mode_only(student):
    """with dropout=0.25 and every parameter at 1, (1, 2) gives 4,001 in eval mode, in train mode about as much"""
    # 1,000 hidden units of 4; a quarter of them is dropped, the others count 4 / 0.75
    found = student.observe(run_in_both_modes, torch.tensor([[1.0, 2.0]]))
    first, second, *_ = found["eval"]
    expect(
        max(abs(got - 4001) for got in found["eval"]) < 0.01,
        f"in eval mode two calls gave {first:,.2f} and {second:,.2f}, expected 4,001.",
        mistake="dropout-in-eval" if first != second else None,
    )
    first, second, *_ = found["train"]
    expect(
        not {round(got) for got in found["train"]} <= {0, 5335},
        "in train mode six calls gave " + ", ".join(f"{got:,.0f}" for got in found["train"]) + ".",
        mistake="dropout-on-output",
    )
    # two calls in fifty drop equally many units by chance, six calls in a hundred million
    expect(
        any(got != first for got in found["train"]),
        f"in train mode six calls all gave {first:,.0f}.",
        mistake="no-dropout" if abs(first - 4001) < 0.01 else None,
    )
    for got in found["train"]:
        expect(
            abs(got - 4001) < 600,
            f"in train mode a call gave {got:,.0f}, expected 4,001, give or take a few hundred.",
            mistake="no-rescaling" if abs(got - 3001) < 400 else None,
        )


def run_in_both_modes(submission, x):
    """Six outputs of a TwoLayerMLP in each mode, all of its parameters at one."""
    import torch

    model = submission.TwoLayerMLP(2, 1000, 1, dropout=0.25)
    found = {}
    for mode in ("train", "eval"):
        getattr(model, mode)()
        model(x.clone())  # lazy layers take their shapes at the first call
        with torch.no_grad():
            for parameter in model.parameters():
                parameter.fill_(1.0)
            found[mode] = [float(model(x.clone()).sum()) for _ in range(6)]
    return found


# --- counting and listing -------------------------------------------------------------


def count_linear(submission):
    from torch import nn

    asked = []

    class Watched(nn.Linear):
        """A Linear that notes how often it is asked for its parameters."""

        def named_parameters(self, *args, **kwargs):
            asked.append("parameters")
            return super().named_parameters(*args, **kwargs)

        def state_dict(self, *args, **kwargs):
            asked.append("state_dict")
            return super().state_dict(*args, **kwargs)

    fresh = submission.count_parameters(nn.Linear(3, 2))
    layer = Watched(3, 2)
    layer.bias.requires_grad_(False)
    layer.weight.grad = layer.weight.detach().clone()
    everything = submission.count_parameters(layer)
    asked.clear()
    return {
        "fresh": fresh,
        "all": everything,
        "trainable": submission.count_parameters(layer, trainable_only=True),
        "asked": asked,
    }


@check("count_parameters")
def test_linear_with_a_frozen_bias(student):
    """Linear(3, 2) has 8 parameters, 6 of them trainable once its bias is frozen"""
    found = student.observe(count_linear)
    assert_number(
        found["fresh"],
        8,
        kind=int,
        rtol=0,
        atol=0,
        what="the count for Linear(3, 2)",
        mistakes={"counted-tensors": 2, "weights-only": 6, "counted-bytes": 32, "trainable-left-out": 0},
    )
    assert_number(
        found["all"],
        8,
        kind=int,
        rtol=0,
        atol=0,
        what="the count for Linear(3, 2) with a frozen bias",
        mistakes={"frozen-left-out": 6},
    )
    if found["trainable"] == 0 and found["asked"] in (["parameters"], ["state_dict"]):
        fail(
            "the trainable count with a frozen bias is 0, wanted 6.",
            mistake="generator-used-up" if found["asked"] == ["parameters"] else "state-dict-detached",
        )
    assert_number(
        found["trainable"],
        6,
        kind=int,
        rtol=0,
        atol=0,
        what="the trainable count with a frozen bias",
        mistakes={"trainable-only-ignored": 8, "counted-frozen": 2, "counted-tensors": 1},
    )


def refuse_other_types(got, what, wanted=list):
    """A sentence for what is not of the wanted type; a generator, a set or None, say."""
    kind = getattr(got, "type_name", type(got).__name__)
    expect(
        isinstance(got, wanted),
        f"{what} is of type {kind}, wanted a {wanted.__name__}.",
        mistake="returned-nothing" if got is None else None,
    )


def refuse_other_numbers(rows):
    """A sentence for a count that looks like an int and is none, such as numpy's."""
    for row in rows:
        if type(row[2]) is not int:
            kind = getattr(row[2], "type_name", type(row[2]).__name__)
            fail(f"the third entry of a row is of type {kind}, wanted a Python int.")


def table_of_two_linears(submission):
    from torch import nn

    return submission.parameter_table(nn.Sequential(nn.Linear(3, 2), nn.ReLU(), nn.Linear(2, 1)))


@check("parameter_table")
def test_two_linears(student):
    """Linear(3, 2), ReLU, Linear(2, 1) give four rows"""
    table = student.observe(table_of_two_linears)
    refuse_other_types(table, "the table")
    shapes = [row[1] for row in table if isinstance(row, tuple) and len(row) == 3]
    expect(
        len(shapes) == len(table) and len(table) > 0,
        "each row is a tuple of three things: name, shape, number of elements.",
    )
    expect(
        not all(isinstance(shape, list) for shape in shapes),
        "a shape came as a list.",
        mistake="shape-as-list",
    )
    refuse_other_numbers(table)
    assert_equal(
        [(name, tuple(shape) if isinstance(shape, tuple) else shape, count) for name, shape, count in table],
        [("0.weight", (2, 3), 6), ("0.bias", (2,), 2), ("2.weight", (1, 2), 2), ("2.bias", (1,), 1)],
        what="the table",
    )


# --- freezing, copying, saving --------------------------------------------------------


def freeze_first_of_two(submission):
    from torch import nn

    model = nn.ModuleDict({"body": nn.Linear(3, 2), "head": nn.Linear(2, 1)})
    names = submission.freeze(model, "body")
    exact = submission.freeze(model, "head.bias")
    return {
        "names": names,
        "exact": exact,
        "trains": {name: p.requires_grad for name, p in model.named_parameters()},
    }


@check("freeze")
def test_one_module_then_one_parameter(student):
    """freezing "body" and then "head.bias" leaves only head.weight to train"""
    found = student.observe(freeze_first_of_two)
    assert_equal(found["names"], ["body.weight", "body.bias"], what='the list of names frozen by "body"')
    assert_equal(
        found["exact"],
        ["head.bias"],
        what='the list of names frozen by "head.bias"',
        mistakes={"dot-only": []},
    )
    still = sorted(name for name, trains in found["trains"].items() if trains)
    expect(
        len(still) < 4,
        "all four parameters still have requires_grad=True.",
        mistake="flag-not-set",
    )
    assert_equal(still, ["head.weight"], what="the list of parameters that still train")


def copy_one_linear(submission, weight, bias):
    import torch
    from torch import nn

    source, target = nn.Linear(2, 1), nn.Linear(2, 1)
    with torch.no_grad():
        source.weight.copy_(weight)
        source.bias.copy_(bias)
        target.weight.zero_()
        target.bias.zero_()
    submission.copy_weights(source, target)
    return {
        "weight": target.weight.detach().clone(),
        "bias": target.bias.detach().clone(),
        "source": source.weight.detach().clone(),
    }


@check("copy_weights")
def test_one_linear(student):
    """the weight (1, 2) and the bias 3 arrive in a target of zeros"""
    weight, bias = torch.tensor([[1.0, 2.0]]), torch.tensor([3.0])
    found = student.observe(copy_one_linear, weight, bias)
    assert_tensor(found["source"], weight, what="the weight in the source afterwards")
    assert_tensor(
        found["weight"], weight, what="the target's weight", mistakes={"target-unchanged": torch.zeros(1, 2)}
    )
    assert_tensor(found["bias"], bias, what="the target's bias")


def snapshot_then_change(submission, weight):
    from collections.abc import Mapping

    import torch
    from torch import nn

    layer = nn.Linear(2, 1, bias=False)
    with torch.no_grad():
        layer.weight.copy_(weight)
        saved = submission.snapshot(layer)
        layer.weight.add_(1.0)
    if not isinstance(saved, Mapping):
        return {"type": type(saved).__name__}
    held = saved.get("weight")
    return {
        "type": "dict",
        "keys": list(saved),
        "entry": type(held).__name__,
        "saved": held.detach().clone() if isinstance(held, torch.Tensor) else None,
        "live": layer.weight.detach().clone(),
    }


def refuse_no_dictionary(found):
    """A module, a list or a file's bytes in the place of a dictionary."""
    expect(
        found["type"] != "NoneType",
        "snapshot returned None, wanted a dictionary.",
        mistake="returned-nothing",
    )
    expect(
        found["type"] == "dict",
        f"snapshot returned an object of type {found['type']}, wanted a dictionary from names to tensors.",
        hint="state_dict() is such a dictionary, and load_state_dict wants one back.",
    )


@check("snapshot")
def test_survives_one_change(student):
    """a snapshot taken at (1, 2) still says (1, 2) when the weight has moved on to (2, 3)"""
    weight = torch.tensor([[1.0, 2.0]])
    found = student.observe(snapshot_then_change, weight)
    refuse_no_dictionary(found)
    assert_equal(found["keys"], ["weight"], what="the list of keys in the snapshot")
    expect(
        found["saved"] is not None,
        f"the weight in the snapshot is of type {found['entry']}, wanted a tensor.",
        hint="load_state_dict wants tensors back.",
    )
    assert_tensor(
        found["saved"], weight, what="the weight in the snapshot", mistakes={"live-snapshot": weight + 1}
    )
    assert_tensor(found["live"], weight + 1, what="the model's own weight, which goes on training")


# --- three more modules ---------------------------------------------------------------


@check("ResidualStack")
def test_count_of_three_blocks(student):
    """three blocks of width 4 have 84 parameters"""
    found = student.observe(build_and_count, "ResidualStack", (4, 3), torch.ones(2, 4))
    refuse_slips(found)
    if found["count"] in (44, 52):
        fail(f"{found['count']} parameters, wanted 84.", mistake="linear-shared")
    assert_number(
        found["count"],
        84,
        kind=int,
        rtol=0,
        atol=0,
        what="the number of parameters",
        mistakes={
            "nothing-registered": 0,
            "block-repeated": 28,
            "norm-shared": 68,
            "no-affine": 60,
            "final-norm": 92,
        },
        hint="A block has a LayerNorm, 4 + 4, and a Linear, 4 * 4 + 4.",
    )


@check("ResidualStack")
def test_two_blocks_by_hand(student):
    """with every parameter at 1, two blocks take the row (2, 6) to (8, 12)"""
    # layer_norm(2, 6) is (-1, 1), times 1 plus 1: (0, 2); linear: 0 + 2 + 1 = 3; so (2, 6) -> (5, 9) -> (8, 12)
    got = student.observe(run_with_ones, "ResidualStack", (2, 2), torch.tensor([[2.0, 6.0]]))
    assert_tensor(
        got,
        torch.tensor([[8.0, 12.0]]),
        what="the output with all parameters at 1",
        mistakes={
            "no-residual": torch.tensor([[3.0, 3.0]]),
            "no-norm": torch.tensor([[38.0, 42.0]]),
            "residual-from-norm": torch.tensor([[3.0, 5.0]]),
        },
        rtol=1e-3,
        atol=1e-3,
    )


@check("TokenClassifier")
def test_two_tokens_by_hand(student):
    """the embeddings (0, 4) and (2, 2) average to (1, 3), and give the scores 1, 3, 3"""
    # mean (1, 3) -> layer_norm (-1, 1), times 1 plus 1: (0, 2) -> the rows of `head` pick 0, 2 and 0 + 2, plus 1
    rows = torch.tensor([[0.0, 4.0], [2.0, 2.0], [5.0, 1.0], [3.0, 0.0]])
    head = torch.tensor([[1.0, 0.0], [0.0, 1.0], [1.0, 1.0]])
    tokens = torch.tensor([[0, 1]])
    found = student.observe(build_and_count, "TokenClassifier", (4, 2, 3), tokens)
    refuse_slips(found)
    expect(found["count"] > 0, "the model has no parameters, wanted 21.", mistake="nothing-registered")
    got = student.observe(run_with_ones, "TokenClassifier", (4, 2, 3), tokens, (rows, head))
    expect(
        getattr(got, "shape", None) != (1, 2, 3),
        "one row of scores came out for each token.",
        mistake="not-averaged",
    )
    expect(
        getattr(got, "shape", None) != (2, 3),
        "one example went in and two rows came out.",
        mistake="mean-over-batch",
    )
    assert_tensor(
        got,
        torch.tensor([[1.0, 3.0, 3.0]]),
        what="the output",
        mistakes={
            "norm-before-mean": torch.tensor([[1.5, 2.5, 3.0]]),
            "no-norm": torch.tensor([[2.0, 4.0, 5.0]]),
            "no-affine": torch.tensor([[0.0, 2.0, 1.0]]),
            "softmax-on-output": torch.tensor([[1.0, 3.0, 3.0]]).softmax(-1),
        },
        rtol=1e-3,
        atol=1e-3,
    )
    assert_number(
        found["count"],
        21,
        kind=int,
        rtol=0,
        atol=0,
        what="the number of parameters",
        hint="Embedding 4 * 2, LayerNorm 2 + 2, Linear 3 * 2 + 3.",
    )


def fit_and_apply(submission, data, x):
    module = submission.Standardize(data.shape[1])
    module.fit(data)
    return {"parameters": len(list(module.parameters())), "out": module(x)}


@check("Standardize")
def test_two_columns_by_hand(student):
    """columns (1, 3, 5) and (10, 10, 40): the row (5, 20) becomes (1, 0)"""
    # means 3 and 20; deviations -2, 0, 2 and -10, -10, 20, so the stds are 2 and sqrt(600 / 2) = sqrt(300)
    data = torch.tensor([[1.0, 10.0], [3.0, 10.0], [5.0, 40.0]])
    x = torch.tensor([[5.0, 20.0]])
    found = student.observe(fit_and_apply, data, x)
    expect(
        found["parameters"] == 0,
        f"the module has {found['parameters']} parameters, wanted none.",
        mistake="statistics-as-parameters",
    )
    assert_tensor(
        found["out"],
        torch.tensor([[1.0, 0.0]]),
        what="the standardised row",
        mistakes={
            "not-fitted": x,
            "biased-std": (x - data.mean(0)) / data.std(0, correction=0),
            "variance-instead": (x - data.mean(0)) / data.var(0),
            "global-statistics": (x - data.mean()) / data.std(),
        },
        rtol=1e-4,
        atol=1e-5,
    )
