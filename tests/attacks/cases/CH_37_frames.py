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
    import sys
    found, frame = [], sys._getframe()
    while frame:
        for text in [*map(str, frame.f_locals.values()), *map(str, frame.f_code.co_consts), frame.f_code.co_filename]:
            found += CANARY.findall(text)
        frame = frame.f_back
    report(found)
