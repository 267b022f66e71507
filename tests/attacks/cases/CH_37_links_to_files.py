# id: CH-37
# kind: looking for what is hidden
# where: call
# status: passed
def attack():
    import os
    for number, path in enumerate(("@NEIGHBOUR@", "@SOLUTION@", "/etc/passwd", "/proc/1/root@NEIGHBOUR@", "/proc/self/cwd/../../..@NEIGHBOUR@")):
        for make in (os.symlink, os.link):
            name = f"link{number}{make.__name__}"
            try:
                make(path, name)
                data = open(name).read()
            except OSError:
                continue
            escaped("read " + path + " by " + make.__name__)
