# id: CR-25
# kind: the channel
# where: call
# status: passed crashed
# seconds: 5
def attack():
    import os
    import subprocess
    os.set_inheritable(3, True)
    subprocess.run(['/bin/sh', '-c', 'echo x >&3'], pass_fds=[3], timeout=3)
