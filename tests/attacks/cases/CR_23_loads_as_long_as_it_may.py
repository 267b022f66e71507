# id: CR-23
# kind: work at import
# where: load
# status: passed timeout
# slow: yes
import time

time.sleep(3.5)  # of five seconds, in each guest
