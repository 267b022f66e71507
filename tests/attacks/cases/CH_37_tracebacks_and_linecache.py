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
    import linecache
    import sys
    found = [name for name, entry in linecache.cache.items() if len(entry) > 2 and any(NEEDLE + "S" in line for line in entry[2])]
    try:
        raise ValueError
    except ValueError as error:
        trace = error.__traceback__
        while trace:
            found += [n for n in trace.tb_frame.f_globals if n.startswith("test_") and "hidden" in n]
            trace = trace.tb_next
    found += [m for m in sys.modules if m.startswith("course_graders")]
    report(found)
