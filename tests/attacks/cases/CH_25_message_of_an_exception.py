# id: CH-25
# kind: text that attacks its readers
# where: call
# status: error
# says: raised RuntimeError
def attack():
    raise RuntimeError('<script>alert(1)</script> ]]> & [x](javascript:1) \x1b]0;owned\x07 \x1b[31m =HYPERLINK("http://x") \u202e\u2066 \x00 \ud800 {{7*7}} ${7*7} [bold]x[/bold] %s')
