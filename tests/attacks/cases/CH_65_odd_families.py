# id: CH-65
# kind: network
# where: call
# status: passed
# needs: seccomp
def attack():
    import socket
    for family in [f for f in range(3, 46) if f != 10] + [0]:
        for kind in (socket.SOCK_STREAM, socket.SOCK_DGRAM, socket.SOCK_RAW, socket.SOCK_SEQPACKET):
            try:
                socket.socket(family, kind).close()
            except OSError:
                continue
            escaped(f"made a socket of family {family}")
