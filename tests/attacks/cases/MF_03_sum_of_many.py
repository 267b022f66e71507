# id: MF-03
# kind: malformed code
# where: load
# status: passed crashed
exec('x = ' + '+'.join(['1'] * 100_000))
