# task: Counter
# mistake: none
# fails: Counter.two_counters
"""Counts on the class."""


class Counter:
    count = 0

    def tick(self):
        Counter.count += 1
        return Counter.count
