"""course/audit.py: the audit finds what it is there to find, and the project's own units are clean."""

import shutil
from pathlib import Path

import pytest

from course.audit import SEED, audit
from course.catalog import load_catalog

TOY = Path(__file__).parent / "toy_course"


def problems(root, workers=1, **options):
    catalog = load_catalog(root)
    audits = []
    for _, _, audits in audit(catalog, list(catalog), workers, **options):  # noqa: B007
        pass
    return [problem for found in audits for problem in found.problems]


@pytest.fixture
def changed(tmp_path):
    """The problems that the audit finds in a copy of the toy course after one change."""

    def run(name, old, new):
        shutil.copytree(TOY, tmp_path / "toy")
        path = next((tmp_path / "toy").rglob(name))
        assert old in path.read_text()
        path.write_text(path.read_text().replace(old, new))
        return "\n".join(problems(tmp_path / "toy"))

    return run


def test_the_toy_course_is_clean():
    assert problems(TOY) == []


@pytest.mark.parametrize(
    ("name", "old", "new", "says"),
    [
        ("exercises/01_greet.py", "Twice", "Thrice", "run `course sync`"),
        ("summary.json", '"points": 3', '"points": 4', "summary.json is stale"),
        ("test_hidden.py", "torch.tensor([[2, -8, 14]])", "torch.tensor([[2, -8, 15]])", "reference: double.integers is failed"),
        ("double_adds_two.py", "mistake: added-two", "mistake: added-ten", "declared nowhere"),
        ("double_adds_two.py", ", double.integers", "", "fails double.integers too"),
        ("double_adds_two.py", "x + 2", "x * 2", "passes every check"),
        ("double_adds_two.py", "x + 2", "x + 3", "'added-two' is not named"),
        ("double_by_adding.py", "torch.add(x, x)", "torch.add(x, 1)", "right double_by_adding: double."),
        ("test_hidden.py", "assert_tensor(student.double(x), torch.tensor([[2, -8, 14]])",
         "assert_tensor(student.double(x), student.double(x)", "double, zeros: passes double.integers"),
        ("test_visible.py", 'hints=("Multiply.", "By two.")', 'hints=("Multiply.",)', "two levels are wanted"),
        ("test_hidden.py", ', inputs="integers"', "", "does not say what kind of inputs"),
        ("test_hidden.py", '"an empty name is greeted like any other"', '"no"', "fails without a sentence"),
    ],
)  # fmt: skip
def test_the_audit_finds(changed, name, old, new, says):
    if name == "test_hidden.py" and new == '"no"':
        found = changed(
            name, 'expect(student.greet("") == "Hello, !", ' + old, 'expect(student.greet("") == 1, ' + new
        )
    else:
        found = changed(name, old, new)
    assert says in found


def test_several_seeds_show_a_verdict_that_hangs_on_a_draw(tmp_path):
    shutil.copytree(TOY, tmp_path / "toy")
    path = tmp_path / "toy/graders/01_greet/test_hidden.py"
    old = 'expect(student.greet("") == "Hello, !", '
    assert old in path.read_text()
    path.write_text(
        path.read_text().replace(old, 'expect(torch.rand(()) < 0.8 and student.greet("") == "Hello, !", ')
    )
    found = problems(tmp_path / "toy", only="reference", seeds=30)
    assert 1 <= len(found) < 30
    assert all("reference" in problem and "greet.nobody is failed" in problem for problem in found)
    assert any(f", seed {SEED + n}:" in problem for problem in found for n in range(1, 30))


@pytest.mark.parametrize("number", range(1, 9))
def test_the_units_of_the_course_are_proved(catalog, number):
    unit = catalog.unit(str(number))
    audits = []
    for _, _, audits in audit(catalog, [unit], workers=1):  # noqa: B007
        pass
    (found,) = audits
    assert found.problems == []
    assert found.counts["wrong"] >= 12
    assert found.counts["right"] >= 8
    assert found.counts["stub"] == found.counts["reference"] == 1
