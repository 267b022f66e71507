# id: CH-61
# kind: environment and processes
# where: call
# status: passed
def attack():
    import os
    seen = [n for n in os.listdir("/proc") if n.isdigit()]
    if len(seen) > 6 or os.getppid() != 0:
        escaped(f"saw processes {seen}")
