# id: MF-03
# kind: malformed code
# where: load
# status: passed crashed
eval('(' * 5000 + ')' * 5000)
