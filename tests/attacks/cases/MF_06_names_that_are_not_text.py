# id: MF-06
# kind: malformed code
# where: load
# status: passed crashed
globals()[1] = 2
globals()[None] = 3
