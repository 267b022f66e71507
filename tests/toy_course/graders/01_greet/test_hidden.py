import torch

from course.checks import assert_equal, assert_tensor, check, expect

CANARY = "CANARY_hidden_source_5f1c"


@check("double", points=2, inputs="other shapes, negative numbers")
def test_ragged(student, reference):
    """double works on any shape"""
    x = torch.randn(3, 5)
    assert_tensor(student.double(x), reference.double(x), mistakes={"added-two": x + 2})


@check("double", points=1, inputs="integers")
def test_integers(student):
    """double keeps integers integers"""
    x = torch.tensor([[1, -4, 7]])
    assert_tensor(student.double(x), torch.tensor([[2, -8, 14]]), mistakes={"added-two": x + 2})


@check("greet", points=1, inputs="other names", needs="greet.ada")
def test_other_names(student):
    """greet says hello to anybody"""
    assert_equal(student.greet("CANARY_value_77a0"), "Hello, CANARY_value_77a0!")


@check("greet", points=1, inputs="an empty name")
def test_nobody(student):
    """greet takes an empty name"""
    expect(student.greet("") == "Hello, !", "an empty name is greeted like any other")


@check("Counter", points=2, inputs="two counters at once")
def test_two_counters(student):
    """Counter objects do not share their count"""
    assert_equal(student.observe(interleave), [1, 1, 2], what="the counts of two counters")


@check("Counter", points=1, inputs="a GPU", cuda=True)
def test_on_a_gpu(student):
    """Counter counts on a GPU"""
    assert_equal(student.observe(interleave), [1, 1, 2], what="the counts")


def interleave(submission):
    a, b = submission.Counter(), submission.Counter()
    return [a.tick(), b.tick(), a.tick()]
