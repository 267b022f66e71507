# id: CR-13
# kind: time bombs in answers
# where: return
# status: crashed failed error
def attack(x, solve):
    import os
    import torch
    with open("mapped", "wb") as file:
        file.truncate(2**20)
    y = torch.from_file("mapped", shared=True, size=2**18)
    os.truncate("mapped", 0)
    return y
