# id: CR-13
# kind: time bombs in answers
# where: return
# status: failed error
def attack(x, solve):
    answer = {}
    class Key:
        def __repr__(self):
            answer[len(answer)] = 1
            return "key"
    answer[Key()] = solve(x)
    return answer
