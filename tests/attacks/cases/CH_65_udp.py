# id: CH-65
# kind: network
# where: call
# status: passed
def attack():
    import socket
    for family, host in ((socket.AF_INET, "127.0.0.1"), (socket.AF_INET, "192.0.2.1"), (socket.AF_INET6, "::1")):
        with socket.socket(family, socket.SOCK_DGRAM) as client:
            try:
                client.sendto(b"x", (host, int("@UDP@")))
            except OSError:
                continue
        escaped("sent a datagram to " + host)
