# id: CH-26
# kind: frames that lie
# where: call
# status: crashed
# says: could not be read
def attack():
    import os
    import struct
    text = b"[" * 200_000
    os.write(3, struct.pack(">II", len(text), 0) + text)
    import time
    time.sleep(0.5)
