# id: CH-11
# kind: configuration and start-up
# where: call
# status: passed
def attack():
    for folder in ("..", "../..", "/", "/tmp", "@GRADERS@"):
        for name in ("conftest.py", "pytest.ini"):
            try:
                with open(folder + "/" + name, "w") as file:
                    file.write("raise SystemExit(0)")
            except OSError:
                continue
            escaped("wrote " + folder + "/" + name)
