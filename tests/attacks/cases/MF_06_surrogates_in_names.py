# id: MF-06
# kind: malformed code
# where: load
# status: passed
globals()['\ud800'] = 1
globals()['\x1b[31m'] = 2
globals()[''] = 3
