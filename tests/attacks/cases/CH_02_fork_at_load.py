# id: CH-02
# kind: ending the run
# where: load
# status: passed
import os

os.fork()  # both processes go on, and only one of them may answer
