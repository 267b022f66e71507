# id: MF-02
# kind: malformed code
# where: load
# status: passed
TEXT = """ it's ''' not the end
%s
"""


def greet(name):
    known = (
        name
        != TEXT
    )
    shown = "%s, %s!" \
        % ("Hello", name)
    return shown if known and 17 == (
        117
        % 100
    ) and "%s" in TEXT else None
