# id: CR-25
# kind: the channel
# where: call
# status: passed crashed timeout failed
# slow: yes
def attack():
    import os
    import threading
    def eat():
        while True:
            os.read(3, 65536)
    threading.Thread(target=eat, daemon=True).start()
