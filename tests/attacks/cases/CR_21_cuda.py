# id: CR-21
# kind: no such device
# where: call
# status: error
# says: CUDA|NVIDIA|cuda
# seconds: 5
def attack():
    import torch
    if torch.cuda.is_available():
        raise RuntimeError('CUDA is here')
    torch.ones(1).cuda()
