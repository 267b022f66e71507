"""course/checks.py: the words judge in order, name mistakes by evidence, and print no hidden value."""

import math

import pytest
import torch

from course import checks
from course.checks import (
    CheckFailed,
    NotAttempted,
    StudentRaised,
    assert_equal,
    assert_number,
    assert_numbers,
    assert_tensor,
    expect,
    expect_error,
)
from course.sandbox.answers import GuestError
from course.sandbox.wire import Opaque

WANT = torch.tensor([[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]])


def failure(judge, *args, **kwargs):
    with pytest.raises(CheckFailed) as caught:
        judge(*args, **kwargs)
    return caught.value


@pytest.mark.parametrize(
    ("got", "says"),
    [
        (None, "is None: is a `return` missing?"),
        (3.0, "is a float, but a tensor is expected: float32 (2, 3)"),
        ([1, 2], "is a list of 2, but a tensor"),
        (Opaque("x.Liar", "a subclass of torch.Tensor (Liar)"), "is a subclass of torch.Tensor"),
        (WANT.double(), "got float64 (2, 3), expected float32 (2, 3) (the dtype differs)"),
        (WANT.T, "got float32 (3, 2), expected float32 (2, 3) (the shape differs)"),
        (torch.tensor(1.0), "got float32 (), expected float32 (2, 3)"),
        (torch.empty(0), "got float32 (0,), expected float32 (2, 3)"),
        (torch.empty(2, 3, device="meta"), "meta device"),
        (WANT / 0 * 0, "6 value(s) that are nan or infinite"),
        (torch.zeros(2, 3), "no value is right; all of them are zero"),
        (WANT + torch.eye(2, 3), "some values are right, others are not"),
    ],
)
def test_the_first_thing_wrong_is_what_is_said(got, says):
    assert says in failure(assert_tensor, got, WANT).message


def test_a_broadcast_never_passes_for_the_whole():
    failure(assert_tensor, torch.ones(1), torch.ones(4))
    failure(assert_tensor, torch.ones(1, 4), torch.ones(4, 4))


@pytest.mark.parametrize("bad", [math.nan, math.inf, -math.inf])
def test_values_that_are_not_finite_never_pass(bad):
    got = WANT.clone()
    got[0, 0] = bad
    failure(assert_tensor, got, WANT)
    failure(assert_number, bad, 1.0)


def test_infinities_that_are_wanted_must_stand_in_their_places():
    want = torch.tensor([1.0, -math.inf])
    assert_tensor(want.clone(), want)
    failure(assert_tensor, torch.tensor([-math.inf, 1.0]), want)


def test_a_whole_number_of_any_size_is_judged():
    for kind in (int, float):
        failure(assert_number, 10**1000, 1.5, kind=kind, mistakes={"too-much": 2.5})
    failure(assert_numbers, [10**1000], [1.5])
    assert_number(10**400, 10**400, kind=int)


def test_any_floating_dtype_is_no_other_dtype():
    assert_tensor(WANT.double(), WANT, dtype=False)
    assert_tensor(torch.ones(2, 2).to(torch.float8_e4m3fn), torch.ones(2, 2), dtype=False)
    for got in (WANT.bool(), WANT.int(), WANT.to(torch.complex64)):
        assert "the dtype differs" in failure(assert_tensor, got, WANT, dtype=False).message
    assert "the dtype differs" in failure(assert_tensor, WANT.bool(), WANT.int(), dtype=False).message


def test_data_and_no_data_are_not_alike():
    meta = torch.empty(2, 3, device="meta")
    assert_tensor(meta, meta)
    assert_equal([meta], [meta])
    assert "meta device" in failure(assert_tensor, WANT, meta).message
    failure(assert_equal, [meta], [WANT])


def test_a_comparison_without_a_truth_value_does_not_hold():
    assert failure(expect, WANT == 1, "one number").message == "one number"


def test_rounding_passes_and_a_small_error_does_not():
    assert_tensor(WANT * (1 + 1e-7), WANT)
    failure(assert_tensor, WANT * 1.001, WANT)
    failure(assert_tensor, torch.zeros(3), torch.full((3,), 1e-4))


def test_hidden_values_are_not_printed_and_visible_ones_are():
    assert "6.0" not in failure(assert_tensor, torch.zeros(2, 3), WANT).message
    token = checks.show_values.set(True)
    try:
        assert "6.0" in failure(assert_tensor, torch.zeros(2, 3), WANT).message
    finally:
        checks.show_values.reset(token)


def test_a_mistake_is_named_only_when_the_result_is_its_own():
    mistakes = {"transposed": WANT.T, "same-as-right": WANT, "lazy": lambda: WANT * 2}
    assert failure(assert_tensor, WANT.T.contiguous(), WANT, mistakes=mistakes).mistake == "transposed"
    assert failure(assert_tensor, WANT * 2, WANT, mistakes=mistakes).mistake == "lazy"
    assert failure(assert_tensor, WANT + 9, WANT, mistakes=mistakes).mistake is None


def test_a_mistake_in_the_dtype_is_named():
    ints = torch.tensor([1, 2])
    assert failure(assert_tensor, ints.float(), ints, mistakes={"float": ints.float()}).mistake == "float"


def test_the_graph_is_judged_by_its_fact():
    w = torch.ones(3, requires_grad=True)
    assert_tensor(w * 2, torch.full((3,), 2.0), graph=True)
    assert "cut off" in failure(assert_tensor, (w * 2).detach(), torch.full((3,), 2.0), graph=True).message
    assert "still carries" in failure(assert_tensor, w * 2, torch.full((3,), 2.0), graph=False).message


@pytest.mark.parametrize(
    ("got", "kind", "passes"),
    [(2.0, float, True), (2, float, True), (2, int, True), (True, float, False), (2.0, int, False),
     (True, bool, True), (1, bool, False), ("2", float, False), (torch.tensor(2.0), float, False)],
)  # fmt: skip
def test_numbers_are_python_numbers(got, kind, passes):
    want = True if kind is bool else 2
    if passes:
        assert_number(got, want, kind=kind)
    else:
        failure(assert_number, got, want, kind=kind)


def test_whole_numbers_have_no_tolerance():
    assert_number(203_530, 203_530, kind=int)
    failure(assert_number, 203_529, 203_530, kind=int)
    got = failure(assert_number, 203_529, 203_530, kind=int, mistakes={"near": 203_528, "hit": 203_529})
    assert got.mistake == "hit"


def test_plain_data_is_judged_by_type_and_value():
    assert_equal([1, (2.0, "x")], [1, (2.0, "x")])
    assert "entry 1 differs" in failure(assert_equal, [1, 3], [1, 2]).message
    assert "is a tuple of 2" in failure(assert_equal, (1, 2), [1, 2]).message
    assert "3 entries, expected 2" in failure(assert_equal, [1, 2, 3], [1, 2]).message
    failure(assert_equal, [True], [1])
    failure(assert_equal, [1.0], [1])


def test_lists_of_numbers_are_judged_to_tolerance():
    assert_numbers([1.0, 2.0000001], (1.0, 2.0))
    assert "a float32 ()" not in failure(assert_numbers, [1.0], [2.0]).message
    assert "float32 ()" in failure(assert_numbers, [torch.tensor(1.0)], [1.0]).message


def raised(type_name, message, mro):
    return StudentRaised(GuestError("raised", type_name, mro, message), "f")


def test_an_expected_error_may_be_a_subclass_and_must_name_its_cause():
    with expect_error("ValueError", what="an unknown kind", naming="cubes"):
        raise raised("UnicodeError", "no cubes here", ("UnicodeError", "ValueError", "Exception"))
    with (
        pytest.raises(CheckFailed, match="does not name 'cubes'"),
        expect_error("ValueError", what="x", naming="cubes"),
    ):
        raise raised("ValueError", "bad kind", ("ValueError",))
    with pytest.raises(CheckFailed, match="got TypeError"), expect_error("ValueError", what="x"):
        raise raised("TypeError", "no", ("TypeError",))
    with pytest.raises(CheckFailed, match="nothing was raised"), expect_error("ValueError", what="x"):
        pass


def test_a_stub_is_not_an_expected_error():
    with pytest.raises(NotAttempted), expect_error("NotImplementedError", "Exception", what="x"):
        raise NotAttempted("f")


def test_expect_speaks_in_the_authors_words():
    assert (
        failure(expect, False, "three steps are wanted", mistake="m", hint="h").message
        == "three steps are wanted"
    )
    expect(True, "never")
