# id: CH-37
# kind: looking for what is hidden
# where: call
# status: passed
NEEDLE = "CAN" + "ARY_"


def report(found):
    if found:
        raise RuntimeError("found: " + " ".join(sorted(map(str, found)))[:500])


def attack():
    import sys
    found, frame = [], sys._getframe()
    while frame:
        for text in [*map(str, frame.f_locals.values()), *map(str, frame.f_code.co_consts), frame.f_code.co_filename]:
            if NEEDLE in text.replace(NEEDLE + "'", "") or "test_hidden" in text:
                found.append(text[:80])
        frame = frame.f_back
    report([f for f in found if "report" not in f])
