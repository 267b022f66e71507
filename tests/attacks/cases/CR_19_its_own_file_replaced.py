# id: CR-19
# kind: files
# where: call
# status: passed
def attack():
    """The submission's file in scratch gives way to a folder."""
    import os
    for name in os.listdir("."):
        if name.endswith(".py") and os.path.isfile(name):
            os.rename(name, "gone")
            os.mkdir(name)
            os.symlink("/proc/self/mem", os.path.join(name, "link"))
