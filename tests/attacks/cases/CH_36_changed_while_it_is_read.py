# id: CH-36
# kind: changed inputs
# where: return
# status: passed failed
def attack(x, solve):
    """Answer and argument are one memory, which a thread goes on changing."""
    import threading
    import time
    y = solve(x)
    kept = y.clone()
    def change():
        end = time.monotonic() + 0.3
        while time.monotonic() < end:
            x.set_(y)
            y.copy_(kept)
    threading.Thread(target=change, daemon=True).start()
    return y
