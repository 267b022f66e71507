# id: CH-24
# kind: forged results
# where: return
# status: passed failed crashed
def attack(x, solve):
    """A whole answer to the right question, before the function has returned; the second one is too many."""
    import json
    import os
    import struct
    import sys
    frame = sys._getframe()
    while not (isinstance(frame.f_locals.get("request"), dict) and "id" in frame.f_locals["request"]):
        frame = frame.f_back
    request = frame.f_locals["request"]
    text = json.dumps({"kind": "answer", "id": request["id"], "value": [1], "args": request["args"],
                       "kwargs": request["kwargs"], "status": "passed", "points": 99}).encode()
    os.write(3, struct.pack(">II", len(text), 0) + text)
    return solve(x)
