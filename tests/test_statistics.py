"""course/classroom/statistics.py: the page about a class, from made-up results."""

import json
import re
from dataclasses import replace
from html.parser import HTMLParser

import pytest
from class_tools import UNIT

from course.classroom import statistics
from course.classroom.results import CellMark, ClassResults, Entry, StudentResult, items
from course.classroom.statistics import check_share, label, mistake_counts, page
from course.plan import read_plan
from course.report import CheckResult, Environment, Report, Status

PLAN = read_plan(UNIT)
EVIL = "<script>alert('x')</script>"


def report(**statuses):
    """A report in which every check passed but those that are named: status, or a mistake's id."""
    checks = []
    for check in PLAN.checks:
        status = Status.DEFERRED if check.cuda else statuses.get(check.id.replace(".", "_"), Status.PASSED)
        mistake = None if isinstance(status, Status) else status
        status = Status.FAILED if mistake else status
        checks.append(
            CheckResult(
                check.id, check.task, check.title, check.visible, check.points,
                check.points if status is Status.PASSED else 0, status, "a message", "a hint", mistake,
            )
        )  # fmt: skip
    return Report(
        UNIT.name, {"name": "x", "sha256": "0"}, tuple(checks), Environment("0", "2", "3", "cpu", 1)
    )


def student(id, found=None, name="", problem=None, waits=False, penalty=0.0, manual=None, **other):
    """A student's results as the gradebook would have them for a report."""
    if found is None:
        return StudentResult(id, name)
    cells = {}
    for task in UNIT.tasks:
        points = float(sum(c.earned for c in found.checks if c.task == task))
        cells[f"grade_{task}"] = CellMark(f"grade_{task}", points, None, points, 4.0, False)
    cells["q_why"] = CellMark("q_why", None, manual, manual or 0.0, 2.0, waits)
    score = sum(mark.score for mark in cells.values())
    entry = Entry(id, None, None, score, 12.0, penalty, waits, cells)
    return StudentResult(id, name, entry, found, problem, (), tuple(items(entry, PLAN, found)), **other)


@pytest.fixture(scope="module")
def results():
    students = (
        student("ada", report(), name="Ada Lovelace", manual=2.0),
        student("bob", report(double_ragged="added-two", double_integers="added-two"), waits=True),
        student("cyd", report(double_ragged="added-two", greet_ada=Status.TIMEOUT), penalty=3.0),
        student("dot"),
        student(EVIL, report(greet_ada="forgot-the-name"), problem=f"{EVIL} is missing", name="=1+1"),
    )
    return ClassResults(UNIT, PLAN, 12.0, students)


@pytest.fixture(scope="module")
def html(results):
    return page(results)


class Tags(HTMLParser):
    """The page's scripts, addresses, and its text outside of scripts."""

    def __init__(self, text):
        super().__init__(convert_charrefs=True)
        self.scripts, self.addresses, self.text, self.inside = [], [], [], False
        self.feed(text)

    def handle_starttag(self, tag, attrs):
        self.inside = tag in ("script", "style")
        self.addresses += [value for name, value in attrs if name in ("src", "href")]

    def handle_endtag(self, tag):
        self.inside = False

    def handle_data(self, data):
        (self.scripts if self.inside else self.text).append(data)


def test_the_page_asks_nobody_for_anything(html):
    tags = Tags(html)
    assert tags.addresses == []
    assert html.count("Plotly.newPlot") >= 3
    assert max(map(len, tags.scripts)) > 1_000_000  # plotly itself is in it, once
    assert sum(len(script) > 1_000_000 for script in tags.scripts) == 1


def test_hostile_ids_are_text_everywhere(html):
    assert EVIL not in html
    assert f"{EVIL} is missing" in "".join(Tags(html).text)


def test_the_headline_counts_and_has_the_median(html):
    text = " ".join(Tags(html).text)
    assert "4 of 5 students marked" in text
    assert "median 8 of 12 points" in text
    assert "1 wait for a person" in text


def test_who_has_not_submitted_and_what_could_not_be_read_is_named(html):
    text = " ".join("".join(Tags(html).text).split())
    assert "Not submitted (1) dot" in text
    assert "Waits for a person (1) bob" in text
    assert "Could not be read (1)" in text
    assert "1 check with 1 point need CUDA and did not run for 4 students" in text


def data_of(figure):
    return json.loads(figure.to_json())["data"]


def test_the_scores_are_the_gradebooks_totals(results):
    (trace,) = data_of(statistics.score_figure(results))
    assert trace["type"] == "histogram"
    assert list(trace["x"]) == [student.total for student in results.marked] == [12, 7, 4, 9]


def test_verdicts_add_up_to_the_students_and_each_is_a_word(results):
    traces = data_of(statistics.checks_figure(results))
    totals = [0] * len(PLAN.checks)
    for trace in traces:
        assert trace["name"] in ("passed", "failed", "timeout", "deferred", "not attempted", "skipped")
        assert trace["marker"]["pattern"]["shape"] or trace["name"] == "passed"
        totals = [total + number for total, number in zip(totals, trace["x"], strict=True)]
    assert totals == [4] * len(PLAN.checks)


def test_the_share_of_a_check_leaves_out_those_on_whom_it_did_not_run(results):
    from collections import Counter

    assert check_share(Counter(passed=3, failed=1, deferred=2)) == "3 of 4 passed"
    assert check_share(Counter(deferred=2)) == "did not run"


def test_mistakes_are_counted_once_per_student_the_most_frequent_first(results):
    assert mistake_counts(results).most_common() == [("added-two", 2), ("forgot-the-name", 1)]
    (trace,) = data_of(statistics.mistakes_figure(results))
    assert list(trace["x"]) == [2, 1]
    assert trace["y"][0].startswith("You added two instead of multiplying")


def test_labels_are_short_and_escaped():
    assert label("<b>" + "x" * 300, "<i>").startswith("&lt;b&gt;")
    assert len(label("x" * 300, "y")) < 100


def test_a_class_without_marks_still_has_a_page():
    html = page(ClassResults(UNIT, PLAN, 12.0, (student("dot"),)))
    assert html.count("Nothing to show yet.") == 3
    assert "Plotly" not in html


def test_points_that_a_person_changed_are_shown_as_such():
    one = student("ada", report())
    cells = {**one.entry.cells, "grade_double": CellMark("grade_double", 4.0, 1.0, 1.0, 4.0, False)}
    changed = list(items(replace(one.entry, cells=cells), PLAN, one.report))
    assert [(item.kind, item.given) for item in changed if item.kind == "changed"] == [("changed", -3.0)]
    assert sum(item.given for item in changed) == sum(mark.score for mark in cells.values())


def test_the_page_holds_no_control_characters(results):
    odd = replace(results, students=(student("a\x1b[31m\x00b", report(), problem="\x07"),))
    assert not re.search(r"[\x00-\x08\x0b-\x1f\x7f]", "".join(Tags(page(odd)).text))
