# id: CR-23
# kind: work at import
# where: load
# status: passed
import sys
sys.exit(0)
