# id: CR-23
# kind: work at import
# where: load
# status: crashed
# says: running your file ended Python (exit code 0)
import os
os._exit(0)
