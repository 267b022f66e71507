# id: CH-13
# kind: configuration and start-up
# where: load
# status: passed
import os
import subprocess
import sys
for _name in ("sitecustomize.py", "usercustomize.py", "evil.pth", ".env", ".pythonrc"):
    with open(_name, "w") as _file:
        _file.write("import os; os._exit(0)\n")
os.environ.update(PYTHONPATH=os.getcwd(), PYTHONSTARTUP=".pythonrc", PYTHONINSPECT="1", LD_PRELOAD="./evil.so")
for _folder in {p for p in sys.path if "site-packages" in p}:
    try:
        with open(_folder + "/sitecustomize.py", "w") as _file:
            _file.write("import os; os._exit(0)")
    except OSError:
        continue
    escaped("wrote into site-packages")
