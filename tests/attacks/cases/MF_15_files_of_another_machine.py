# id: MF-15
# kind: surprises of another machine
# where: load
# status: passed
with open("C:\\Users\\me\\Desktop\\data.csv") as file:
    data = file.read()
