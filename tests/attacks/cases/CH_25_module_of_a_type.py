# id: CH-25
# kind: text that the reader obeys
# where: return
# status: failed error
def attack(x, solve):
    Evil = type("a\x1b]0;title\x07<script>alert(1)</script>", (), {"__repr__": lambda self: "\u202eevil\x9b2J"})
    Evil.__module__ = "\x1b[2J\r=HYPERLINK(1)"
    Evil.__qualname__ = "x" * 10**6 + "\x00"
    return Evil()
