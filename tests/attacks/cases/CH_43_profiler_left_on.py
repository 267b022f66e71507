# id: CH-43
# kind: state left behind
# where: load
# status: passed failed error
import torch

profiler = torch.profiler.profile()
profiler.__enter__()
torch.nn.modules.module.register_module_forward_hook(lambda module, args, output: None)
torch.autograd.graph.saved_tensors_hooks(lambda x: x * 0, lambda x: x * 0).__enter__()
