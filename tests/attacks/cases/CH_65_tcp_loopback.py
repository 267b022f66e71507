# id: CH-65
# kind: network
# where: call
# status: passed
def attack():
    import socket
    for host in ("127.0.0.1", "localhost", "::1", "192.0.2.1", "169.254.169.254", "0.0.0.0"):
        try:
            socket.create_connection((host, int("@PORT@")), timeout=0.1).close()
        except OSError:
            continue
        escaped("connected to " + host)
