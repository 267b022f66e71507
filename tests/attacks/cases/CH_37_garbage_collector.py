# id: CH-37
# kind: looking for what is hidden
# where: call
# status: passed
import re

NEEDLE = "CAN" + "ARY_"
CANARY = re.compile(NEEDLE + "(?:SOURCE|EXPECTED|ENV|NEIGHBOUR|SOLUTION)_[0-9a-f]{8}|graders/[0-9]+_[a-z]+")


def report(found):
    if found:
        raise RuntimeError("found: " + " ".join(sorted(map(str, found)))[:500])


def attack():
    import gc
    found = []
    for thing in gc.get_objects():
        items = list(thing.values()) if type(thing) is dict else list(thing) if type(thing) in (list, tuple, set) else []
        for item in items:
            if type(item) is str:
                found += CANARY.findall(item)
    report(found)
