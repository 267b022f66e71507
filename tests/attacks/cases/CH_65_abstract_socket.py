# id: CH-65
# kind: network
# where: call
# status: passed
def attack():
    import socket
    with socket.socket(socket.AF_UNIX) as client:
        try:
            client.connect("\0@ABSTRACT@")
        except OSError:
            return
    escaped("connected to an abstract socket")
