# id: CH-24
# kind: forged results
# where: call
# status: crashed
# says: could not be read
class Bomb:
    def __reduce__(self):
        import os
        return os.system, ("touch @MARKER@",)


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
    import base64
    import pickle
    _, request = server()
    data = base64.b64encode(pickle.dumps(Bomb())).decode()
    send({"kind": "answer", "id": request["id"], "value": {"$": "pickle", "v": data}})
    import time
    time.sleep(0.3)
