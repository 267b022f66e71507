# id: CH-44
# kind: state left behind
# where: return
# status: crashed failed
def attack(x, solve):
    """Leaves word for the guest that comes next in every place that it can write to, and ends."""
    import os
    import tempfile
    places = [".", "..", "/tmp", "/dev/shm", "/var/tmp", "/run", "/run/lock",
              tempfile.gettempdir(), os.path.expanduser("~"), os.path.dirname(os.__file__)]
    words = {os.path.realpath(os.path.join(place, "attack_was_here")) for place in places}
    if any(map(os.path.exists, words)):
        escaped("was here before")
    for word in words:
        try:
            with open(word, "w"):
                pass
        except OSError:
            continue
    os._exit(0)
