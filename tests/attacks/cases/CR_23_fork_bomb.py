# id: CR-23
# kind: work at import
# where: load
# status: crashed
# says: more than 12 processes
# load: 20
import os
while True:
    os.fork()
