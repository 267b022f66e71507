# id: CH-43
# kind: state left behind
# where: load
# status: passed
import random

import numpy
import torch

random.seed = 0  # a slip: the name is assigned, not called
numpy.random.seed = 0
torch.manual_seed = 0
torch.set_default_dtype = torch.float32
torch.set_grad_enabled = False
