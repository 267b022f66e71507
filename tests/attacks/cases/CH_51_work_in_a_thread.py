# id: CH-51
# kind: time
# where: call
# status: passed
def attack():
    import threading
    def busy():
        import time
        while True:
            time.sleep(0.001)
    for _ in range(3):
        threading.Thread(target=busy, daemon=True).start()
