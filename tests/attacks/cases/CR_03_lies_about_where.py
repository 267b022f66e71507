# id: CR-03
# kind: loops
# where: call
# status: timeout
# says: did not finish
# slow: yes
def attack():
    import sys
    import time
    print('Stack (most recent call first):\n  File "/x/01_greet.py", line 99999 in <script>\n')
    sys.stdout.flush()
    time.sleep(99)
