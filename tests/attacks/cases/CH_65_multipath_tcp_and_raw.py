# id: CH-65
# kind: network
# where: call
# status: passed
def attack():
    import socket
    for kind, protocol in ((socket.SOCK_STREAM, 262), (socket.SOCK_RAW, 1), (socket.SOCK_STREAM, 132), (socket.SOCK_DGRAM, 1)):
        try:
            with socket.socket(socket.AF_INET, kind, protocol) as client:
                client.settimeout(0.1)
                client.connect(("127.0.0.1", int("@PORT@")))
                client.send(b"x")
        except OSError:
            continue
        escaped(f"connected by protocol {protocol}")
