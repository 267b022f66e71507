# id: CH-25
# kind: text that the reader obeys
# where: load
# status: passed not_attempted failed error
globals()["\x1b[2J<script>"] = 1
globals()["greet\u202e"] = globals().pop("greet")
globals()["gre\x1b]0;x\x07et"] = 1
