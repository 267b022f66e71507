# id: CR-07
# kind: processes and memory
# where: call
# status: crashed
# says: more than 12 processes
# seconds: 10
def attack():
    import subprocess
    kept = [subprocess.Popen(['/bin/sleep', '99']) for _ in range(40)]
    import time
    time.sleep(9)
