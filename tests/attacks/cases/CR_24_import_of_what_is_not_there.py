# id: CR-24
# kind: work at import
# where: load
# status: passed
import seaborn_of_mine
