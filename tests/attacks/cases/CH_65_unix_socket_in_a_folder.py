# id: CH-65
# kind: network
# where: call
# status: passed
# needs: mount
def attack():
    import socket
    for path in ("@SOCKET@", "/var/run/docker.sock", "/run/docker.sock", "/run/dbus/system_bus_socket", "/tmp/.X11-unix/X0", "/dev/log"):
        with socket.socket(socket.AF_UNIX) as client:
            try:
                client.connect(path)
            except OSError:
                continue
        escaped("connected to " + path)
