# id: CH-17
# kind: configuration and start-up
# where: load
# status: passed
import importlib._bootstrap_external as _external
import os
import sys
os.makedirs("__pycache__", exist_ok=True)
with open("answer_part.py", "w") as _file:
    _file.write("VALUE = 1\n")
_code = compile("VALUE = 2\n", "answer_part.py", "exec")
with open(f"__pycache__/answer_part.{sys.implementation.cache_tag}.pyc", "wb") as _file:
    _file.write(_external._code_to_hash_pyc(_code, b"0" * 8, False))
import torch as _torch
try:
    with open(os.path.dirname(_torch.__file__) + "/__pycache__/evil.pyc", "wb") as _file:
        _file.write(b"")
except OSError:
    pass
else:
    escaped("wrote byte code beside torch")
