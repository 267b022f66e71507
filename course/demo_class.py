"""`course demo --class`: a class of three, from an empty folder to marks, feedback and a report.

As in `course demo`, the commands are the real ones. The students share the Unix user who runs the
demo, so each has a folder whose nbgrader_config.py says who works there. The folder of the whole
stays, so that its pages can be opened.
"""

from __future__ import annotations

import contextlib
import json
import os
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

from course.catalog import Unit
from course.demo import MARKS, Stage, command_path, telling_variants
from course.errors import UsageError
from course.notebooks import source_notebook, task_id
from course.plan import UnitPlan, read_plan
from course.workspace import write_atomically

COURSE_ID = "demo"
REFUSED = 2  # the exit code of `class grade` where the sandbox does not hold
MISTAKES = 3  # tasks that the second student gets wrong
WORDS = "Because only the strides change: no number moves, so it costs the same for any size."
STUDENT_CONFIG = """c = get_config()  # noqa: F821 - given by nbgrader
c.CourseDirectory.course_id = {course_id!r}
c.CourseDirectory.student_id = {student!r}
c.Exchange.root = {exchange!r}
c.Exchange.cache = {cache!r}
"""


def play_class(unit: Unit, folder: Path | None = None) -> int:
    """The demo of a class on one unit. Returns 0 if each step ended as it should."""
    if not unit.has_hidden_checks or not unit.tasks:
        raise UsageError("a class needs the solutions and the hidden checks; run its demo in a clone.")
    began = time.monotonic()
    base = new_folder(folder)
    stage = Stage()
    with working_in(base):
        good = open_class(stage, unit) and hand_in_all(stage, unit, base)
        good = good and mark(stage, unit) and read_marks(stage, unit, base)
    if not good:
        stage.remark(f"The last command did not end as it should. All that was made lies in {base}")
        return 3
    stage.remark(f"That was a class, in {time.monotonic() - began:.0f} s. Its folder stays; open:")
    for path, what in pages(base, unit):
        stage.console.print(f"  {path}\n      [dim]{what}[/]", soft_wrap=True)
    stage.console.print(
        "\nThe same in a browser: the gradebook, and the answers in words that wait for a person:\n\n"
        f"  [bold cyan]cd {base / 'class'} && {jupyter()} lab[/]     then: Nbgrader > Formgrader\n\n"
        f"How to run a class of your own: docs/instructors.md. To be rid of this one: rm -r {base}",
        soft_wrap=True,
    )
    return 0


def new_folder(folder: Path | None) -> Path:
    """The demo's folder, empty."""
    if folder is None:
        return Path(tempfile.mkdtemp(prefix="course-demo-class-"))
    try:
        folder.mkdir(parents=True)
    except OSError as error:
        raise UsageError(f"{folder}: cannot be made: {error.strerror}; name a new folder.") from error
    return folder.resolve()


def open_class(stage: Stage, unit: Unit) -> bool:
    """The instructor makes a class and releases the unit."""
    stage.remark("You are the instructor: make a class, release its first unit")
    lines = (f"class init class --course-id {COURSE_ID}", f"class release {unit.short_name} --dir class")
    return all(stage.command(line) == 0 for line in lines)


def hand_in_all(stage: Stage, unit: Unit, base: Path) -> bool:
    """Three students fetch, write and submit through nbgrader's exchange."""
    plan = read_plan(unit)
    right = reference_code(unit, plan)
    wrong = dict(telling_variants(unit, plan)[:MISTAKES])
    answers = {
        "ada": ("fills in everything (here: with the reference)", right),
        "bob": (f"makes mistakes that many of us have made, in {', '.join(wrong)}", right | wrong),
        "cyd": ("hands in what she was given", {}),
    }
    good = True
    for student, (what, code) in answers.items():
        stage.remark(f"{student} {what}")
        with working_in(student_folder(base, student)) as here:
            good &= stage.command(f"fetch {unit.short_name}") == 0
            fill(fetched(here, unit), unit, code)
            good &= stage.command(f"submit {unit.short_name}", "--yes") == 0
    return good


def mark(stage: Stage, unit: Unit) -> bool:
    """The instructor collects, grades and gives feedback."""
    stage.remark("You again: collect, mark in the sandbox, give feedback")
    word = f"{unit.short_name} --dir class"
    if stage.command(f"class collect {word}") != 0:
        return False
    graded = stage.command(f"class grade {word}")
    if graded == REFUSED:
        stage.remark("A layer of the sandbox is missing here. These three are our own, so grade all the same")
        graded = stage.command(f"class grade {word} --unconfined")
    return graded == 0 and all(
        stage.command(f"class {step} {word}") == 0 for step in ("feedback", "report", "export")
    )


def read_marks(stage: Stage, unit: Unit, base: Path) -> bool:
    """A student reads what came back."""
    stage.remark("bob reads his marks")
    with working_in(base / "students" / "bob"):
        return stage.command(f"score {unit.short_name}") == 1


def student_folder(base: Path, student: str) -> Path:
    """A new folder in which one student works."""
    folder = base / "students" / student
    folder.mkdir(parents=True)
    text = STUDENT_CONFIG.format(
        course_id=COURSE_ID, student=student, exchange=str(base / "class" / "exchange"),
        cache=str(folder / ".nbgrader-cache"),
    )  # fmt: skip
    (folder / "nbgrader_config.py").write_text(text, encoding="utf-8")
    return folder


def fetched(folder: Path, unit: Unit) -> Path:
    """The notebook that a student has fetched."""
    found = next((p for p in folder.rglob(f"{unit.name}.ipynb") if ".nbgrader-cache" not in p.parts), None)
    if found is None:
        raise UsageError(f"{unit.name}.ipynb did not come through the exchange.")
    return found


def reference_code(unit: Unit, plan: UnitPlan) -> dict[str, str]:
    """The reference of each task, without its marks."""
    cells = source_notebook(unit, plan)["cells"]
    by_task = {cell["metadata"].get("task"): cell["source"] for cell in cells}
    return {task: MARKS.sub("", by_task[task]) for task in unit.tasks}


def fill(path: Path, unit: Unit, code: dict[str, str]) -> None:
    """What a student does in Jupyter: code into the tasks' cells, words under the questions."""
    answers = {task_id(task): text for task, text in code.items()}
    if code:
        answers |= {f"q_{question.id}": WORDS for question in unit.questions}
    notebook = json.loads(path.read_text(encoding="utf-8"))
    for cell in notebook["cells"]:
        id = cell["metadata"].get("nbgrader", {}).get("grade_id")
        cell["source"] = answers.get(id, cell["source"])
    write_atomically(path, json.dumps(notebook, indent=1).encode())


def pages(base: Path, unit: Unit) -> list[tuple[Path, str]]:
    """What is worth opening, and why."""
    here = base / "class"
    return [
        (
            here / f"{unit.name}-report.html",
            "the class: scores, checks that stop people, mistakes",
        ),
        (here / "feedback" / "bob" / unit.name / f"{unit.name}.html", "what a student sees"),
        (here / "exports" / unit.name, "marks as CSV, per check and per mistake"),
        (here / "gradebook.db", "nbgrader's gradebook"),
    ]


def jupyter() -> str:
    """How to call Jupyter where the shell does not know it."""
    return f"{command_path()}jupyter"


@contextlib.contextmanager
def working_in(folder: Path) -> Iterator[Path]:
    """Makes a folder the current one for a while."""
    before = Path.cwd()
    os.chdir(folder)
    try:
        yield folder
    finally:
        os.chdir(before)
