# id: CH-43
# kind: state left behind
# where: call
# status: passed error failed crashed
def attack():
    import os
    import resource
    os.umask(0o777)
    resource.setrlimit(resource.RLIMIT_NOFILE, (8, 8))
