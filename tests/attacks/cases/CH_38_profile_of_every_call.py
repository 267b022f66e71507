# id: CH-38
# kind: looking for what is hidden
# where: load
# status: passed
# seconds: 5
import sys

CANARY = "CAN" + "ARY_"


def watch(frame, event, argument):
    """Every call in this process from here on, the server's and the probe's among them."""
    code = frame.f_code
    texts = [code.co_filename, *map(str, code.co_consts)]
    texts += [str(value)[:2000] for value in frame.f_locals.values() if isinstance(value, (str, bytes, dict))]
    if any(f"{CANARY}{place}" in text for text in texts for place in ("SOURCE", "EXPECTED", "ENV", "SOL")):
        found.append(code.co_filename)


found = []
_greet = greet
sys.setprofile(watch)


def greet(name):
    if found:
        raise SystemError("ESCA" + "PED: saw " + found[0])
    return _greet(name)
