# id: CR-03
# kind: loops
# where: call
# status: timeout
# says: did not finish
# slow: yes
def attack():
    import re
    re.match(r'(a+)+$', 'a' * 40 + 'b')
