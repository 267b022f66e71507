# id: CH-65
# kind: network
# where: call
# status: passed
def attack():
    import socket
    server = socket.socket()
    try:
        server.bind(("0.0.0.0", 0))
        server.listen()
    except OSError:
        return
    globals()["kept"] = server
