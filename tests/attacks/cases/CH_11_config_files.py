# id: CH-11
# kind: configuration and start-up
# where: load
# status: passed
for _name, _text in {
    "pytest.ini": "[pytest]\naddopts = --co -q\n",
    "tox.ini": "[pytest]\naddopts = --co\n",
    "setup.cfg": "[tool:pytest]\naddopts = --co\n",
    "pyproject.toml": "[tool.pytest.ini_options]\naddopts = '--co'\n",
    "conftest.py": "import os\nos._exit(0)\n",
    ".coveragerc": "[run]\nbranch = true\n",
}.items():
    with open(_name, "w") as _file:
        _file.write(_text)
