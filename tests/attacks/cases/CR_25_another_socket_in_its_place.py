# id: CR-25
# kind: the channel
# where: call
# status: crashed timeout failed passed
def attack():
    """The channel goes through a pair of sockets of the student's own, whose other end alters what passes."""
    import os
    import socket
    import threading
    outer = socket.socket(fileno=os.dup(3))
    inner, near = socket.socketpair()
    os.dup2(inner.fileno(), 3)
    def pass_on(source, sink):
        while data := source.recv(65536):
            sink.sendall(data.replace(b"failed", b"passed"))
    threading.Thread(target=pass_on, args=(outer, near), daemon=True).start()
    threading.Thread(target=pass_on, args=(near, outer), daemon=True).start()
