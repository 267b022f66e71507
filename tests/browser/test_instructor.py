"""An instructor in JupyterLab: the formgrader's buttons give our marks, a person adds hers."""

import json

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import jupyterlab, new_home, open_from_menu

pytestmark = pytest.mark.xdist_group("browser")

UNIT = "01_greet"
ANSWERS = {
    "task_double": "def double(x):\n    return x * 2",
    "task_greet": "def greet(name):\n    return 'Bye'",
    "q_why": "Because it is polite.",
}
POINTS = {"grade_double": "4", "grade_greet": "0", "grade_Counter": "0"}


@pytest.fixture(scope="module")
def lab(class_folder, tmp_path_factory):
    """The address of the instructor's JupyterLab; bob's work has been collected."""
    notebook = json.loads((class_folder / "release" / UNIT / f"{UNIT}.ipynb").read_text())
    for cell in notebook["cells"]:
        name = cell["metadata"].get("nbgrader", {}).get("grade_id")
        cell["source"] = ANSWERS.get(name, cell["source"])
    submitted = class_folder / "submitted" / "bob" / UNIT
    submitted.mkdir(parents=True)
    (submitted / f"{UNIT}.ipynb").write_text(json.dumps(notebook))
    with jupyterlab(new_home(tmp_path_factory.mktemp("desk")), class_folder) as address:
        yield address


def test_the_formgrader_marks_in_our_sandbox_and_keeps_a_persons_mark(lab, page, class_folder, picture):
    page.goto(lab)
    open_from_menu(page, "Formgrader")
    frame = page.frame_locator("iframe")
    open_submissions(frame)
    press(frame, "autograde")
    expect(frame.locator("td.score")).to_contain_text("4 / 12")
    open_bobs_notebook(frame)
    for cell, points in POINTS.items():
        expect(frame.locator(f"input#{cell}")).to_have_attribute("placeholder", points)
    expect(frame.locator(".course-checks").first).to_contain_text("passed")
    expect(frame.locator(".course-checks").nth(1)).to_contain_text("failed")
    type_and_save(page, frame.locator("input#q_why"), "2")
    type_and_save(page, frame.locator("textarea#q_why-comment"), "Well said.")
    frame.locator("input#grade_greet").scroll_into_view_if_needed()
    picture(page, "formgrader")
    open_submissions(frame)
    expect(frame.locator("td.score")).to_contain_text("6 / 12")
    press(frame, "generate-feedback")
    written = (class_folder / "feedback" / "bob" / UNIT / f"{UNIT}.html").read_text()
    assert "Well said." in written
    assert 'class="course-checks"' in written
    press(frame, "autograde")
    open_submissions(frame)  # what a person gave stays
    expect(frame.locator("td.score")).to_contain_text("6 / 12")


def open_submissions(frame):
    """The page with the submissions of the unit."""
    turn_to(frame, "Manual Grading")  # from wherever we are; the page of one notebook has no other link
    turn_to(frame, "Manage Assignments")
    frame.locator("td.num-submissions a").click()
    expect(frame.locator("td.autograde a")).to_be_visible()


def turn_to(frame, name):
    """Follows a link of the formgrader's to one of its two lists."""
    frame.get_by_role("link", name=name).click()
    expect(frame.get_by_role("heading", name=name)).to_be_visible()


def press(frame, column):
    """Presses a button in the only student's line, and reads the answer away."""
    frame.locator(f"td.{column} a").click()
    dialog = frame.locator(".modal-dialog")
    expect(dialog).to_contain_text("Success")
    dialog.get_by_role("button", name="OK").click()
    expect(dialog).to_be_hidden()


def open_bobs_notebook(frame):
    """The page on which a person marks."""
    turn_to(frame, "Manual Grading")
    for depth in (1, 2, 3):  # the assignment, its notebook, the submission
        expect(frame.locator(".breadcrumb li")).to_have_count(depth)
        frame.locator("tbody a").first.click()
    expect(frame.locator("input#q_why")).to_be_visible()


def type_and_save(page, field, text):
    """Types into a field, leaves it, and waits until nbgrader has it."""
    field.fill(text)
    with page.expect_response(is_saving) as saved:
        field.press("Tab")
    assert saved.value.ok


def is_saving(answer):
    """Whether an answer of the server's is to a mark or a comment."""
    return "/formgrader/api/" in answer.url and answer.request.method == "PUT"
