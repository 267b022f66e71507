# id: CH-43
# kind: state left behind
# where: load
# status: passed
import random

import numpy
import torch

torch.default_generator = torch.Generator()
torch.random.default_generator = None
numpy.random.mtrand._rand = None
random._inst = None
torch.set_num_threads(2)
