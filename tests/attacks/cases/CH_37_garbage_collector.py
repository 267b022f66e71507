# id: CH-37
# kind: looking for what is hidden
# where: call
# status: passed
NEEDLE = "CAN" + "ARY_"


def report(found):
    if found:
        raise RuntimeError("found: " + " ".join(sorted(map(str, found)))[:500])


def attack():
    import gc
    found = []
    for thing in gc.get_objects():
        items = list(thing.values()) if type(thing) is dict else list(thing) if type(thing) in (list, tuple, set) else []
        for item in items:
            if type(item) is str and (item.startswith(NEEDLE) and len(item) > len(NEEDLE) or "test_hidden" in item and len(item) < 400):
                found.append(item[:80])
    report(found)
