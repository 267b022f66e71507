# id: CR-25
# kind: the channel
# where: call
# status: passed crashed
def attack():
    """It comes in the middle of whatever is asked next, which is nobody else's fault."""
    import os
    import threading
    import time
    def late():
        time.sleep(0.01)
        os.write(3, b"\0\0\0\2\0\0\0\0{}")
    threading.Thread(target=late, daemon=True).start()
