# id: CH-37
# kind: looking for what is hidden
# where: call
# status: passed
# needs: mount
def attack():
    import os
    for path in ("@GRADERS@", "@SOLUTION@", "@NEIGHBOUR@"):
        if os.path.exists(path):
            escaped("knows that " + path + " is there")
