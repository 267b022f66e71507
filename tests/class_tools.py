"""What tests of the class share: a class folder of the toy course, and notebooks to hand in."""

import copy
import json
from pathlib import Path

from course.catalog import load_catalog
from course.notebooks import student_notebook, to_json
from course.plan import read_plan

TOY = Path(__file__).resolve().parent / "toy_course"
UNIT = load_catalog(TOY).units[0]
REFERENCE_POINTS = 10  # of 12: two are for the question
MANUAL = "q_why"


def notebook(*cells, base=None, answer=None):
    """The reference as a notebook (or the `base` text's), with code cells after it."""
    text = UNIT.solution.read_text() if base is None else base
    made = student_notebook(UNIT, read_plan(UNIT), text)
    made["cells"] += [
        {"cell_type": "code", "id": f"extra-{n}", "metadata": {}, "execution_count": None, "outputs": [], "source": s}
        for n, s in enumerate(cells)
    ]  # fmt: skip
    if answer is not None:
        cell_of(made, MANUAL)["source"] = answer
    return made


def stub():
    """The notebook as it is handed out."""
    return notebook(base=UNIT.exercise.read_text())


def cell_of(made, id):
    """The cell with one of nbgrader's ids."""
    return next(c for c in made["cells"] if c["metadata"].get("nbgrader", {}).get("grade_id") == id)


def place_of(made, id):
    """Its number."""
    return made["cells"].index(cell_of(made, id))


def copied(cell, **changes):
    """A copy of a cell, as Jupyter's paste makes it: the marks are copied, too."""
    return {**copy.deepcopy(cell), "id": "pasted", **changes}


def hand_in(root, student, content, name=f"{UNIT.name}.ipynb", time="2026-10-01 12:00:00.000000 UTC"):
    """Puts a submission where collect puts it."""
    folder = root / "submitted" / student / UNIT.name
    folder.mkdir(parents=True, exist_ok=True)
    data = content if isinstance(content, bytes) else to_json(content).encode()
    if name:
        (folder / name).write_bytes(data)
    if time:
        (folder / "timestamp.txt").write_text(time)
    return folder


def marks(root):
    """What the gradebook holds: student -> (total, cell -> auto score)."""
    from course.classroom.lessons import open_class
    from course.classroom.results import read_gradebook

    entries, _, _ = read_gradebook(open_class(root), UNIT)
    return {s: (e.total, {c: m.auto for c, m in e.cells.items()}) for s, e in entries.items()}


def new_class(root, seed=7):
    """A class of the toy course with its unit released; COURSE_ROOT must be the toy course."""
    from course.classroom.lessons import init_class, release

    (root / ".course").mkdir(parents=True)
    (root / ".course" / "seed").write_text(str(seed))
    init_class(root, load_catalog(TOY), "toy", None)
    release(root, UNIT)
    return root


def released(root):
    """The notebook that students got."""
    return json.loads((root / "release" / UNIT.name / f"{UNIT.name}.ipynb").read_text())
