# id: CH-15
# kind: configuration and start-up
# where: call
# status: passed error crashed failed
def attack():
    import sys
    for name in ("json", "struct", "torch", "safetensors.numpy", "course.sandbox.wire"):
        sys.modules[name] = None
