# id: CR-09
# kind: processes and memory
# where: call
# status: error crashed passed
# seconds: 5
def attack():
    import os
    import socket
    kept = []
    for _ in range(400):
        pair = socket.socketpair()
        pair[0].setblocking(False)
        kept.append(pair)
        try:
            while True:
                pair[0].send(b"x" * 65536)
        except BlockingIOError:
            pass
