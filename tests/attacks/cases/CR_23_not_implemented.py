# id: CR-23
# kind: work at import
# where: load
# status: passed
raise NotImplementedError
