# id: CH-65
# kind: network
# where: call
# status: passed
def attack():
    import socket
    import subprocess
    import sys
    import urllib.request
    for deed in (lambda: socket.getaddrinfo("example.org", 80), lambda: urllib.request.urlopen("http://192.0.2.1/", timeout=0.1)):
        try:
            deed()
        except OSError:
            continue
        escaped("reached a network")
