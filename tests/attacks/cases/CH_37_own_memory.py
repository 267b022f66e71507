# id: CH-37
# kind: looking for what is hidden
# where: call
# status: passed error
# memory: no
# seconds: 5
# slow: yes
import re

NEEDLE = "CAN" + "ARY_"
CANARY = re.compile(NEEDLE + "(?:SOURCE|EXPECTED|ENV|NEIGHBOUR|SOLUTION)_[0-9a-f]{8}|graders/[0-9]+_[a-z]+")


def report(found):
    if found:
        raise RuntimeError("found: " + " ".join(sorted(map(str, found)))[:500])


def attack():
    import re
    found, read = set(), 0
    with open("/proc/self/maps") as maps, open("/proc/self/mem", "rb", 0) as memory:
        for line in maps:
            place, rights = line.split()[:2]
            a, b = (int(n, 16) for n in place.split("-"))
            if not rights.startswith("rw") or b - a > 2**28 or read > 2**28:
                continue
            try:
                memory.seek(a)
                data = memory.read(b - a)
            except (OSError, ValueError, OverflowError):
                continue
            read += len(data)
            found |= set(re.findall(NEEDLE.encode() + rb"(?:SOURCE|EXPECTED|ENV|NEIGHBOUR|SOLUTION)_[0-9a-f]{8}", data))
    report(found)
