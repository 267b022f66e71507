import torch

from course.checks import assert_equal, assert_tensor, check, mistake, task

task("double", hints=("Multiply.", "By two."))
task("greet", hints=("Use an f-string.", "The name goes between the comma and the mark."))
task("Counter", hints=("Keep a number on self.", "tick adds one to it."))

mistake("added-two", "You added two instead of multiplying by two")
mistake("forgot-the-name", "The name is not in your greeting")


@check("double")
def test_one_and_two(student):
    """double makes [1, 3] to [2, 6]"""
    x = torch.tensor([1.0, 3.0])
    assert_tensor(student.double(x), torch.tensor([2.0, 6.0]), mistakes={"added-two": x + 2})


@check("greet")
def test_ada(student):
    """greet says hello to Ada"""
    assert_equal(student.greet("Ada"), "Hello, Ada!", mistakes={"forgot-the-name": "Hello!"})


@check("Counter")
def test_two_ticks(student):
    """Counter counts to two"""
    assert_equal(student.observe(tick, 2), [1, 2], what="the counts")


def tick(submission, times):
    counter = submission.Counter()
    return [counter.tick() for _ in range(times)]
