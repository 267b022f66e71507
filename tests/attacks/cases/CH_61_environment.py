# id: CH-61
# kind: environment and processes
# where: call
# status: passed
def attack():
    import os
    text = str(dict(os.environ))
    for pid in [n for n in os.listdir("/proc") if n.isdigit()] + ["@HOST@", "@WARM@", "self", "thread-self"]:
        for name in ("environ", "cmdline"):
            try:
                with open(f"/proc/{pid}/{name}", "rb") as file:
                    text += repr(file.read())
            except OSError:
                continue
    if "CANARY_" in text or "pytest" in text:
        escaped("saw an environment: " + text[:300])
