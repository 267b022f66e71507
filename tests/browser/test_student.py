"""A student in JupyterLab: fetch, write, check, validate, submit, read the marks."""

import json

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import COURSE_ID, jupyterlab, new_home, open_from_menu

pytestmark = pytest.mark.xdist_group("browser")

ANSWER = '''def double(x: torch.Tensor) -> torch.Tensor:
    """Twice `x`, same shape and dtype."""
    return x + x'''
CONFIG = """c = get_config()
c.CourseDirectory.course_id = {course!r}
c.CourseDirectory.student_id = "ada"
c.Exchange.root = {exchange!r}
c.Exchange.cache = {cache!r}
"""


@pytest.fixture(scope="module")
def lab(class_folder, tmp_path_factory):
    """The address of ada's JupyterLab."""
    home = new_home(tmp_path_factory.mktemp("ada"))
    text = CONFIG.format(
        course=COURSE_ID, exchange=str(class_folder / "exchange"), cache=str(home.path / "cache")
    )
    home.write(".jupyter/nbgrader_config.py", text)
    work = home.path / "work"
    work.mkdir()
    with jupyterlab(home, work) as address:
        yield address


def test_a_student_takes_a_unit_from_the_assignment_list_to_a_submission(lab, page, class_folder, picture):
    page.goto(lab)
    fetch_and_open(page)
    run_from_the_top(page, cells=3)  # the imports, the stub, its grade cell
    expect(output_of(page, "double")).to_contain_text("not attempted: double makes [1, 3] to [2, 6]")
    write(page, "def double", ANSWER)
    run_from_the_top(page, cells=3)
    expect(output_of(page, "double")).not_to_contain_text("not attempted")  # the new answer is there
    assert "passed: double makes [1, 3] to [2, 6]" in output_of(page, "double").inner_text()
    picture(page.locator(".jp-NotebookPanel"), "grade-cell")
    assert "Counter" in validation(page)  # the tasks that are left are named, not passed over
    submit(page)
    (handed_in,) = (class_folder / "exchange" / COURSE_ID / "inbound").iterdir()
    assert handed_in.name.startswith("ada+01_greet+")
    cells = json.loads((handed_in / "01_greet.ipynb").read_text())["cells"]
    assert any("return x + x" in "".join(cell["source"]) for cell in cells)


def fetch_and_open(page):
    """Fetches the unit in the assignment list and opens its notebook from there."""
    open_from_menu(page, "Assignment List")
    page.locator("#released_assignments_list").get_by_role("button", name="Fetch").click()
    fetched = page.locator("#fetched_assignments_list")
    fetched.locator(".assignment-notebooks-link").click()
    fetched.locator(".nested_list_item a").click()
    expect(cell(page, "greet.double")).to_be_visible()
    expect(page.get_by_role("button", name="| Idle")).to_be_visible()  # keys before that run nothing


def cell(page, text):
    """The code cell in which a text stands."""
    return page.locator(".jp-CodeCell").filter(has=page.locator(".cm-content", has_text=text))


def output_of(page, task):
    """Our block of HTML below a task's grade cell."""
    return cell(page, f"greet.{task}").locator(".jp-OutputArea .course-checks")


def run_from_the_top(page, cells):
    """Runs the first code cells of the notebook, one after the other, as a student does."""
    cell(page, "import torch").locator(".cm-content").click()
    for _ in range(cells):
        page.keyboard.press("Shift+Enter")


def write(page, beginning, text):
    """Replaces a cell's text."""
    cell(page, beginning).locator(".cm-content").click()
    page.keyboard.press("Control+a")
    page.keyboard.insert_text(text)


def validation(page):
    """What nbgrader's Validate says of the notebook."""
    page.locator(".jp-NotebookPanel-toolbar").get_by_role("button", name="Validate").click()
    dialog = page.locator(".jp-Dialog").filter(has_text="Validation")
    expect(dialog).to_be_visible()
    said = dialog.inner_text()
    dialog.get_by_role("button").last.click()
    return said


def submit(page):
    """Saves the notebook and submits it from the assignment list."""
    page.keyboard.press("Control+s")
    expect(page.locator(".lm-TabBar-tab.jp-mod-dirty")).to_have_count(0)
    page.get_by_role("tab", name="Assignments").click()
    page.locator("#fetched_assignments_list").get_by_role("button", name="Submit").click()
    expect(page.locator("#submitted_assignments_list .list_item").first).to_contain_text("01_greet")
