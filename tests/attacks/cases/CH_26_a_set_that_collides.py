# id: CH-26
# kind: frames that lie
# where: call
# status: crashed
# says: could not be read
# seconds: 8
def server():
    import sys
    frame = sys._getframe()
    while frame:
        request = frame.f_locals.get("request")
        if isinstance(request, dict) and "id" in request:
            return frame.f_locals["self"], request
        frame = frame.f_back


def send(document, blob=b""):
    import json
    import os
    import struct
    text = json.dumps(document).encode()
    data = struct.pack(">II", len(text), len(blob)) + text + blob
    while data:
        data = data[os.write(3, data):]


def attack():
    import time
    _, request = server()
    send({"kind": "answer", "id": request["id"], "value": {"$":"set","v":[n*(2**61-1) for n in range(1,60000)]}})
    time.sleep(0.5)
