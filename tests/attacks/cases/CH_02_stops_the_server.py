# id: CH-02
# kind: ending the run
# where: call
# status: crashed
# says: ended Python
def attack():
    import sys
    frame = sys._getframe()
    while frame:
        if "self" in frame.f_locals and hasattr(frame.f_locals["self"], "channel"):
            frame.f_locals["self"].serve = None
            import os
            os._exit(0)
        frame = frame.f_back
