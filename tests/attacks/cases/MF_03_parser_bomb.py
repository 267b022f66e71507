# id: MF-03
# kind: malformed code
# where: load
# status: passed crashed
exec('x = ' + '-' * 100_000 + '1')
