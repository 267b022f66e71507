# id: CR-09
# kind: processes and memory
# where: call
# status: passed crashed
# seconds: 5
def attack():
    import threading
    def eat():
        kept = []
        while True:
            kept.append(bytearray(2**24))
    threading.Thread(target=eat, daemon=True).start()
