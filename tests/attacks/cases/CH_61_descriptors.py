# id: CH-61
# kind: environment and processes
# where: call
# status: passed
def attack():
    import os
    extra = []
    for name in os.listdir("/proc/self/fd"):
        try:
            extra.append((int(name), os.readlink(f"/proc/self/fd/{name}")))
        except OSError:
            continue
    if [e for e in extra if e[0] > 3]:
        escaped(f"inherited {extra}")
