# id: CH-33
# kind: values that are not the values
# where: return
# status: failed
# says: strided|dtype|quant
def attack(x, solve):
    import torch
    import warnings
    warnings.simplefilter('ignore')
    return torch.quantize_per_tensor(solve(x).float(), 0.1, 0, torch.qint8)
