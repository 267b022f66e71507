# id: CR-23
# kind: work at import
# where: load
# status: timeout
# says: running your file did not finish within
# load: 1
# slow: yes
while True:
    pass
