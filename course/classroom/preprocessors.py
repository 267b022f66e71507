"""The two pieces that run inside nbgrader: one before it trusts a notebook, one instead of a kernel."""

from __future__ import annotations

import atexit
import functools
import json
import os
import stat
from pathlib import Path
from typing import Any

import nbformat
from nbformat import NotebookNode
from nbgrader.preprocessors import NbGraderPreprocessor
from traitlets import Bool

from course.catalog import Catalog, Unit, course_root, load_catalog
from course.classroom.cells import grade_id
from course.classroom.folder import STATE, ClassFolder, Latest
from course.classroom.marks import Marker, grade_outputs, number_output
from course.classroom.repair import repair
from course.errors import UsageError
from course.html import checks_block
from course.notebooks import grade_id as task_grade_id
from course.notebooks import source_notebook
from course.plan import UnitPlan, read_plan

UNKNOWN = "This cell is not one of the course's: nothing ran it. Give its points by hand."

_markers: dict[Path, Marker] = {}  # nbgrader makes a preprocessor per notebook; the sandbox is shared


def marker_for(root: Path, catalog: Catalog, unconfined: bool = False) -> Marker:
    """The one marker of a class folder in this process."""
    root = root.resolve()
    if root not in _markers:
        _markers[root] = Marker(ClassFolder(root), catalog, unconfined)
        atexit.register(_markers[root].close)
    return _markers[root]


def the_catalog() -> Catalog:
    """The course, read again only when its file has changed: nbgrader may come a thousand times."""
    root = course_root()
    path = root / "course.yml"
    return _catalog(root, path.stat().st_mtime_ns) if path.is_file() else load_catalog(root)


@functools.lru_cache(maxsize=4)
def _catalog(root: Path, _changed: int) -> Catalog:
    return load_catalog(root)


def the_plan(unit: Unit) -> UnitPlan:
    """A unit's plan, likewise."""
    files = (unit.visible_checks, unit.hidden_checks)
    return _plan(unit, tuple(path.stat().st_mtime_ns for path in files if path.is_file()))


@functools.lru_cache(maxsize=32)
def _plan(unit: Unit, _changed: tuple[int, ...]) -> UnitPlan:
    return read_plan(unit)


def unit_of(resources: dict[str, Any], catalog: Catalog) -> Unit | None:
    """The unit of an assignment; None for an assignment that is not ours."""
    try:
        return catalog.unit(resources["nbgrader"]["notebook"])
    except UsageError:
        return None


def only_plain_files(*, notebooks: list[str], **_: Any) -> None:
    """nbgrader's hook before it opens notebooks: links and FIFOs are taken off its list, in place."""
    notebooks[:] = [path for path in notebooks if stat.S_ISREG(os.lstat(path).st_mode)]


def as_node(plain: dict[str, Any]) -> Any:
    """Plain data as nbformat's nodes."""
    make: Any = nbformat.from_dict
    return make(plain)


class _Ours(NbGraderPreprocessor):  # type: ignore[misc]
    """What both have in common: the class's folder and the catalog."""

    def coursedir(self) -> Any:
        """The course directory of this nbgrader run; None if nobody above us has one."""
        parent = self.parent
        while parent is not None and getattr(parent, "coursedir", None) is None:
            parent = getattr(parent, "parent", None)
        return parent and parent.coursedir

    def class_root(self) -> Path:
        """The class's folder; nbgrader changes into it."""
        found = self.coursedir()
        return Path(found.root) if found is not None else Path.cwd()

    def released(self, unit: Unit, resources: dict[str, Any]) -> dict[str, Any]:
        """The notebook as it was handed out; the source's if there is no release folder."""
        nbgrader = resources["nbgrader"]
        path = self.class_root() / "release" / nbgrader["assignment"] / f"{nbgrader['notebook']}.ipynb"
        if path.is_file():
            found: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
            return found
        return source_notebook(unit, the_plan(unit))


class RepairNotebook(_Ours):
    """First of the sanitizing steps: cells, marks and points are those that were handed out."""

    def preprocess(self, nb: NotebookNode, resources: dict[str, Any]) -> tuple[NotebookNode, dict[str, Any]]:
        unit = unit_of(resources, the_catalog())
        if unit is None:
            return nb, resources
        plain = json.loads(json.dumps(nb))
        repaired = repair(plain, self.released(unit, resources))
        said = self.said_before(plain)
        said["notes"] = [*said["notes"], *repaired.notes]
        repaired.notebook["metadata"]["course"] = said
        for note in repaired.notes:
            self.log.warning("%s: %s", resources["nbgrader"].get("student"), note)
        return as_node(repaired.notebook), resources

    def said_before(self, plain: dict[str, Any]) -> dict[str, Any]:
        """What `course class grade` has said about the files. A student's copy cannot say it."""
        found = self.coursedir()
        prepared = found is not None and Path(found.submitted_directory).parts[:1] == (STATE,)
        said = plain["metadata"].get("course") if prepared else None
        return dict(said) if said else {"notes": [], "problem": None}


class GradeInSandbox(_Ours):
    """In place of `Execute`: grade cells get the points and messages of our report."""

    unconfined = Bool(False, help="Grade although layers of the sandbox do not hold.").tag(config=True)

    def preprocess(self, nb: NotebookNode, resources: dict[str, Any]) -> tuple[NotebookNode, dict[str, Any]]:
        catalog = the_catalog()
        unit = unit_of(resources, catalog)
        if unit is None:
            return self._execute(nb, resources)
        root = self.class_root()
        plain = json.loads(json.dumps(nb))
        key, report = marker_for(root, catalog, self.unconfined).report(unit, plain)
        said = plain["metadata"].get("course") or {"notes": [], "problem": None}
        plan = the_plan(unit)
        notes = [*said["notes"], *report.notes]
        tasks = {task_grade_id(task): task for task in unit.tasks}
        for cell in nb.cells:
            marks = cell.metadata.get("nbgrader", {})
            if cell.cell_type != "code" or not marks.get("grade") or marks.get("solution"):
                continue
            task = tasks.get(grade_id(cell) or "")
            if task is None:  # without an output, nbgrader would give all its points
                outputs = number_output(0, checks_block([], [UNKNOWN]))
            else:
                outputs = grade_outputs(plan, report, task, float(marks["points"]), notes)
                notes = []
            cell.outputs = [as_node(output) for output in outputs]
        student = str(resources["nbgrader"]["student"])
        latest = Latest(student, key, said["problem"], tuple(said["notes"]))
        ClassFolder(root).keep_latest(unit.name, latest)
        return nb, resources

    def _execute(self, nb: NotebookNode, resources: dict[str, Any]) -> tuple[NotebookNode, dict[str, Any]]:
        """An assignment of the instructor's own is executed by nbgrader, as ever."""
        from nbgrader.preprocessors import Execute

        executed: tuple[NotebookNode, dict[str, Any]] = Execute(parent=self.parent).preprocess(nb, resources)
        return executed
