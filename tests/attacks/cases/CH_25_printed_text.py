# id: CH-25
# kind: text that attacks its readers
# where: call
# status: error
# says: raised
def attack():
    import sys
    print('<script>alert(1)</script> ]]> & [x](javascript:1) \x1b]0;owned\x07 \x1b[31m =HYPERLINK("http://x") \u202e\u2066 \x00 \ud800 {{7*7}} ${7*7} [bold]x[/bold] %s'.encode("utf-8", "replace").decode())
    sys.stderr.write("\x1b[2J\x1b]52;c;aGk=\x07")
    sys.stdout.buffer.write(bytes(range(256)) * 20)
    raise ValueError("see above")
