# id: CH-43
# kind: state left behind
# where: load
# status: passed
import torch

torch.set_default_device("meta")
torch.set_default_dtype(torch.float64)
torch.set_grad_enabled(False)
torch.autograd.set_detect_anomaly(True)
torch.set_autocast_enabled("cpu", True)
torch.inference_mode().__enter__()


class Counter:
    """Needs what a probe of the grader's needs: tensors with numbers in them, and a graph."""

    def __init__(self):
        self.count = 0

    def tick(self):
        one = torch.ones(1, requires_grad=True)
        assert (one * 2).requires_grad
        self.count += int(one)
        return self.count
