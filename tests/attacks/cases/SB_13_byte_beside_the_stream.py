# id: SB-13
# kind: across the boundary
# where: call
# status: passed
# needs: seccomp
def attack():
    """MSG_OOB on sockets of the Unix family has had holes that led out of other sandboxes."""
    import os
    import socket
    for sender in (socket.socket(fileno=os.dup(3)), socket.socketpair()[0]):
        for send in (lambda s: s.send(b"x", socket.MSG_OOB), lambda s: s.sendmsg([b"x"], [], socket.MSG_OOB)):
            try:
                send(sender)
            except OSError:
                continue
            escaped("a byte beside the stream")
