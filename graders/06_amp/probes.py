"""What the hidden checks of 06_amp run beside the student's code, in the guest.

These functions train, count and hook, and return plain data. They know no expected value: all judging
is done by the checks, in another process.
"""

import itertools

import torch


def train_bf16(submission, start, inputs, targets, setup, default):
    """Train two Linear layers with bf16_step. In the guest.

    Where `default` is a dtype, autocast's default for the device is that while it runs.
    """
    from torch import nn

    device = setup["device"]
    model = nn.Sequential(nn.Linear(*start[0].shape[::-1]), nn.Tanh(), nn.Linear(*start[2].shape[::-1])).to(
        device
    )
    with torch.no_grad():
        for parameter, value in zip(model.parameters(), start, strict=True):
            parameter.copy_(value)
    optimizer = torch.optim.SGD(model.parameters(), lr=setup["lr"])
    seen = {"losses": [], "weights": [], "outputs": [], "gradients": [], "loss_inputs": [], "modes": []}

    def loss_fn(outputs, wanted):
        seen["loss_inputs"].append(
            [str(outputs.dtype), torch.is_autocast_enabled(device), wanted.requires_grad]
        )
        return nn.functional.mse_loss(outputs, wanted)

    for layer in (model[0], model[2]):
        layer.register_forward_hook(lambda module, args, output: seen["outputs"].append(str(output.dtype)))
        layer.register_forward_hook(lambda module, args, output: seen["modes"].append(module.training))
    for parameter in model.parameters():
        parameter.register_post_accumulate_grad_hook(lambda p: seen["gradients"].append(str(p.grad.dtype)))
    before = torch.get_autocast_dtype(device)
    if default is not None:
        torch.set_autocast_dtype(device, default)
    try:
        for x, y in zip(inputs, targets, strict=True):
            loss = submission.bf16_step(model, optimizer, loss_fn, x.to(device), y.to(device), device)
            seen["losses"].append(loss)
            seen["weights"].append(torch.cat([p.detach().reshape(-1).cpu() for p in model.parameters()]))
    finally:
        torch.set_autocast_dtype(device, before)
    return seen


def watch_calls(scaler, optimizer, steps):
    """Write down the calls of the scaler, and steps that the optimizer makes without it, in steps[-1]."""
    inside = []

    def watched(name, method):
        def call(*args, **kwargs):
            if not inside:
                steps[-1].append(name)
            inside.append(name)
            try:
                return method(*args, **kwargs)
            finally:
                inside.pop()

        return call

    for name in ("scale", "unscale_", "step", "update"):
        setattr(scaler, name, watched(name, getattr(scaler, name)))
    optimizer.register_step_post_hook(lambda *_: None if inside else steps[-1].append("optimizer"))


def train_fp16(submission, start, inputs, targets, factors, setup):
    """Train two Linear layers with fp16_step; `factors` multiply the loss of each step. In the guest."""
    from torch import nn

    device = setup["device"]
    model = nn.Sequential(nn.Linear(*start[0].shape[::-1]), nn.Tanh(), nn.Linear(*start[2].shape[::-1])).to(
        device
    )
    with torch.no_grad():
        for parameter, value in zip(model.parameters(), start, strict=True):
            parameter.copy_(value)
    optimizer = torch.optim.SGD(model.parameters(), lr=setup["lr"])
    scaler = torch.amp.GradScaler(device, init_scale=setup["scale"], growth_interval=setup["growth_interval"],
                                  backoff_factor=setup["backoff"])  # fmt: skip
    seen = {
        "results": [],
        "weights": [],
        "scales": [],
        "outputs": [],
        "refused": None,
        "calls": [],
        "loss_inputs": [],
        "modes": [],
    }
    watch_calls(scaler, optimizer, seen["calls"])
    for layer in (model[0], model[2]):
        layer.register_forward_hook(lambda module, args, output: seen["outputs"].append(str(output.dtype)))
        layer.register_forward_hook(lambda module, args, output: seen["modes"].append(module.training))
    clipping = {} if setup["max_norm"] is None else {"max_norm": setup["max_norm"]}
    complaints = (
        "_scale is None",
        "since the last update()",
        "called after step()",
        "No inf checks",
        "unscale FP16",
    )
    for x, y, factor in zip(inputs, targets, factors, strict=True):

        def loss_fn(outputs, wanted, factor=factor):
            seen["loss_inputs"].append(
                [str(outputs.dtype), torch.is_autocast_enabled(device), wanted.requires_grad]
            )
            return nn.functional.mse_loss(outputs, wanted) * factor

        seen["calls"].append([])
        try:
            result = submission.fp16_step(
                model, optimizer, scaler, loss_fn, x.to(device), y.to(device), device, **clipping
            )
        except (AssertionError, RuntimeError, ValueError) as error:
            if not any(complaint in str(error) for complaint in complaints):
                raise
            seen["refused"] = str(error)
            break
        seen["results"].append(result)
        seen["weights"].append(torch.cat([p.detach().reshape(-1).cpu() for p in model.parameters()]))
        seen["scales"].append(scaler.get_scale())
    return seen


def tower():
    """A model with nested names, containers and a layer that is never called."""
    from torch import nn

    class Tower(nn.Module):
        def __init__(self):
            super().__init__()
            self.embed = nn.Embedding(11, 6)
            self.norm = nn.LayerNorm(6)
            self.body = nn.Sequential(
                nn.Linear(6, 9), nn.Sequential(nn.GELU(), nn.Linear(9, 5)), nn.LayerNorm(5)
            )
            self.spare = nn.Linear(5, 5)
            self.head = nn.ModuleDict({"out": nn.Linear(5, 3), "act": nn.Softmax(-1)})

        def forward(self, indices):
            hidden = self.body(self.norm(self.embed(indices)))
            return self.head["act"](self.head["out"](hidden))

    return Tower()


def look_at_tower(submission, build, indices, device, dtypes):
    """output_dtypes of the tower, in each dtype. In the guest."""
    models = [build().to(device).train(number % 2 == 0) for number, _ in enumerate(dtypes)]
    modes = [[module.training for module in model.modules()] for model in models]
    found = [
        submission.output_dtypes(m, indices.to(device), device, dtype)
        for m, dtype in zip(models, dtypes, strict=True)
    ]
    stored = sorted({str(parameter.dtype) for model in models for parameter in model.parameters()})
    return found, stored, modes == [[module.training for module in model.modules()] for model in models]


def normed():
    """A model that begins with a LayerNorm, which takes its inputs as they come."""
    from torch import nn

    return nn.Sequential(nn.LayerNorm(5), nn.Sequential(nn.ReLU(), nn.Linear(5, 3)))


def count_hooks(submission, inputs):
    """output_dtypes of a model that has hooks of its own; what is left afterwards. In the guest."""
    from torch.nn.modules import module as base

    def hooks(module):
        return len(module._forward_hooks) + len(module._forward_pre_hooks) + len(module._backward_hooks)

    calls = []
    model = normed()
    model[1][1].register_forward_hook(lambda module, args, output: calls.append("leaf"))
    model.register_forward_pre_hook(lambda module, args: calls.append("model"))
    before = sum(hooks(module) for module in model.modules()) + len(base._global_forward_hooks)
    found = submission.output_dtypes(model, inputs, "cpu", torch.bfloat16)
    after = sum(hooks(module) for module in model.modules()) + len(base._global_forward_hooks)
    calls.clear()
    model(inputs)
    return found, after - before, calls


def plan_with(submission, name):
    """Whether training_bytes answers for an optimizer; ValueError is the only error that is caught. In the guest."""
    try:
        return repr(submission.training_bytes(1000, name))
    except ValueError:
        return None


def stack(widths):
    """Linear layers with ReLU between them, and a Flatten, which only makes a view."""
    from torch import nn

    layers = [nn.Flatten()]
    for width, following in itertools.pairwise(widths):
        layers += [nn.Linear(width, following), nn.ReLU()]
    return nn.Sequential(*layers[:-1])


def gate(widths):
    """A layer whose output is used through three slices that do not cover it; two of them are saved."""
    from torch import nn

    class Gate(nn.Module):
        def __init__(self):
            super().__init__()
            self.lift = nn.Linear(widths[0], widths[1])
            self.lower = nn.Linear(3, widths[2])

        def forward(self, x):
            hidden = self.lift(x)
            return self.lower(hidden[:, 1:4] * hidden[:, 4:7].tanh() * hidden[:, 7:10]).exp()

    return Gate()


def count_kept(submission, build, widths, inputs, device, dtype):
    """saved_activation_bytes of a model: the count, whether it left gradients or another mode, what the layers put out. In the guest."""
    model, outputs = build(widths).to(device), []
    for layer in model.modules():
        if isinstance(layer, torch.nn.Linear):
            layer.register_forward_hook(lambda module, args, output: outputs.append(str(output.dtype)))
    inputs = inputs.to(device)
    arguments = () if dtype is None else (dtype,)
    count = submission.saved_activation_bytes(model, inputs, device, *arguments)
    left = any(parameter.grad is not None for parameter in model.parameters())
    return count, left, all(module.training for module in model.modules()), outputs


def measure_pretended(submission, make, pretend, before, alive, sizes, device):
    """peak_memory on the pretended GPU. In the guest.

    First `before` bytes come and go, then `alive` bytes come and stay. The step allocates the
    `sizes` and frees all but the last of them.
    """
    allocator = make()
    calls = []

    def step():
        calls.append(1)
        for size in sizes:
            allocator.allocate(size)
        for size in sizes[:-1]:
            allocator.free(size)

    with pretend(allocator):
        allocator.allocate(before)
        allocator.free(before)
        allocator.allocate(alive)
        return submission.peak_memory(step, device), len(calls)


def refuse_without_gpu(submission, nowhere, device):
    """peak_memory where torch sees no GPU; whether the step ran. In the guest."""
    calls = []
    with nowhere():
        try:
            value = submission.peak_memory(lambda: calls.append(1), device)
        except NotImplementedError:
            raise
        except RuntimeError as error:
            return {"message": str(error)}
        except (AssertionError, ValueError, OSError) as error:
            return {"other": type(error).__name__}
    return {"value": value}


def measure_allocations(submission, sizes, alive, before):
    """peak_memory of a step that allocates tensors of known sizes on the GPU. In the guest."""
    old = torch.empty(before, dtype=torch.uint8, device="cuda")
    del old
    kept = torch.empty(alive, dtype=torch.uint8, device="cuda")

    def step():
        tensors = [torch.empty(size, dtype=torch.uint8, device="cuda") for size in sizes]
        return tensors[-1]

    found = submission.peak_memory(step, torch.device("cuda"))
    del kept
    return found


def measure_training(submission, rows, seed):
    """peak_memory of one training step of an MLP on the GPU, in fp32 and in bf16. In the guest."""
    from torch import nn

    peaks = []
    for dtype in (None, torch.bfloat16):
        torch.manual_seed(seed)
        model = nn.Sequential(
            nn.Linear(784, 1024), nn.ReLU(), nn.Linear(1024, 1024), nn.ReLU(), nn.Linear(1024, 10)
        ).cuda()
        optimizer = torch.optim.AdamW(model.parameters())
        inputs, targets = torch.randn(rows, 784, device="cuda"), torch.randint(0, 10, (rows,), device="cuda")

        def step(model=model, optimizer=optimizer, inputs=inputs, targets=targets, dtype=dtype):
            optimizer.zero_grad()
            with torch.autocast("cuda", dtype=dtype or torch.bfloat16, enabled=dtype is not None):
                loss = nn.functional.cross_entropy(model(inputs), targets)
            loss.backward()
            optimizer.step()

        step()  # the optimizer's state and the workspaces of the matrix library come to life here
        peaks.append(submission.peak_memory(step, "cuda"))
        del model, optimizer, inputs, targets, step
    return peaks
