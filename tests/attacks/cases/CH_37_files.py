# id: CH-37
# kind: looking for what is hidden
# where: call
# status: passed
# seconds: 5
def attack():
    import os
    for path in ("@GRADERS@", "@GRADERS@/test_hidden.py", "@SOLUTION@", "@NEIGHBOUR@", "@COURSE@", "/etc/shadow", "/root", "/home", "@HOME@"):
        for deed in (lambda: open(path).read(), lambda: os.listdir(path)):
            try:
                got = deed()
            except (OSError, UnicodeDecodeError):
                continue
            if got:
                escaped("read " + path)
    for start in ("/tmp", "/", "..", "../.."):
        for folder, _, names in os.walk(start):
            if folder.count("/") > 3:
                break
            for name in names:
                if "test_hidden" in name or "answer_of_a_neighbour" in name:
                    escaped("saw " + folder + "/" + name)
