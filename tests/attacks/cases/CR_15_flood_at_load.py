# id: CR-15
# kind: printed text
# where: load
# status: passed
import sys

for _ in range(300):
    sys.stdout.write("\x1b[2Jflood" * 10_000)
    sys.stderr.write("<script>" * 1_000)
