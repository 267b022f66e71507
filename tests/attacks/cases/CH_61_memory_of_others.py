# id: CH-61
# kind: environment and processes
# where: call
# status: passed
def attack():
    import os
    for pid in (os.getppid(), 1, int("@HOST@"), int("@WARM@")):
        for name in ("mem", "maps", "root", "cwd", "exe", "fd/0", "map_files"):
            try:
                with open(f"/proc/{pid}/{name}", "rb") as file:
                    file.read(1)
            except OSError:
                continue
            if pid not in (os.getpid(),) and pid > 64:
                escaped(f"opened {name} of {pid}")
