# id: MF-02
# kind: malformed code
# where: load
# status: passed
del greet
display("what a notebook has and Python has not")
IN_COLAB = "google.colab" in str(get_ipython())


def greet(name):
    display(name)
    return f"Hello, {name}!"
