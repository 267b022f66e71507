# id: CR-09
# kind: processes and memory
# where: call
# status: crashed
# says: memory, the limit|signal 7
# seconds: 10
# slow: yes
def attack():
    import mmap
    kept = []
    while True:
        m = mmap.mmap(-1, 2**26)
        for i in range(0, 2**26, 4096):
            m[i] = 1
        kept.append(m)
