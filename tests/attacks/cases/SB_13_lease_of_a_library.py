# id: SB-13
# kind: across the boundary
# where: call
# status: passed
# needs: seccomp
def attack():
    """With a lease of a library's file, every process that opens it waits for up to 45 seconds."""
    import fcntl
    import mailbox
    import os
    descriptor = os.open(mailbox.__file__, os.O_RDONLY)
    for kind in (fcntl.F_WRLCK, fcntl.F_RDLCK):
        try:
            fcntl.fcntl(descriptor, fcntl.F_SETLEASE, kind)
        except OSError:
            continue
        escaped("a lease of a library")
