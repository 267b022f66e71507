# id: CH-43
# kind: state left behind
# where: call
# status: passed failed error
def attack():
    import threading
    import time
    import torch
    def flip():
        while True:
            torch.set_default_dtype(torch.float64)
            torch.use_deterministic_algorithms(True)
            time.sleep(0.001)
    threading.Thread(target=flip, daemon=True).start()
