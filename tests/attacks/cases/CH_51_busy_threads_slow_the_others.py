# id: CH-51
# kind: time
# where: call
# status: passed timeout failed
# slow: yes
def attack():
    import threading
    def busy():
        while True:
            pass
    for _ in range(4):
        threading.Thread(target=busy, daemon=True).start()
