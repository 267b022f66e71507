# id: CR-15
# kind: printed text
# where: call
# status: passed
def attack():
    import sys
    import warnings
    for step in range(2000):
        print(f"\\r{step / 20:3.0f}% |{'#' * (step // 50)}", end="", file=sys.stderr)
        warnings.warn(f"step {step}", stacklevel=1)
