# id: CH-24
# kind: forged results
# where: load
# status: crashed passed
import json
import os
import struct
import sys

frame = sys._getframe()
while not (isinstance(frame.f_locals.get("request"), dict) and "id" in frame.f_locals["request"]):
    frame = frame.f_back
error = {"kind": "stub", "type": "\x1b[2J", "message": "<script>\x1b]0;x\x07" * 100, "file": "a" * 10**5, "line": 10**30,
         "defines": ["double", "greet"] * 1000, "mro": ["AssertionError"] * 1000, "function": "double"}
text = json.dumps({"kind": "loaded", "id": frame.f_locals["request"]["id"], "errors": [error] * 300,
                   "names": ["double", "dou\x1bble"] * 5000}).encode()
data = struct.pack(">II", len(text), 0) + text
while data:
    data = data[os.write(3, data):]
