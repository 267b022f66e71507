# id: CH-43
# kind: state left behind
# where: call
# status: passed
def attack():
    import locale
    locale.setlocale(locale.LC_ALL, 'C')
