"""The two pieces that run inside nbgrader: one before it trusts a notebook, one instead of a kernel."""

from __future__ import annotations

import atexit
import json
from pathlib import Path
from typing import Any

from nbformat import NotebookNode, from_dict
from nbgrader.preprocessors import NbGraderPreprocessor

from course.catalog import Catalog, Unit, load_catalog
from course.classroom.marks import ClassFolder, Marker, grade_outputs
from course.classroom.repair import grade_id, repair
from course.errors import UsageError
from course.notebooks import grade_id as task_grade_id
from course.notebooks import source_notebook
from course.plan import read_plan

_markers: dict[Path, Marker] = {}  # nbgrader makes a preprocessor per notebook; the sandbox is shared


def marker_for(root: Path, catalog: Catalog) -> Marker:
    """The one marker of a class folder in this process."""
    if root not in _markers:
        _markers[root] = Marker(ClassFolder(root), catalog)
        atexit.register(_markers[root].close)
    return _markers[root]


def unit_of(resources: dict[str, Any], catalog: Catalog) -> Unit | None:
    """The unit of an assignment; None for an assignment that is not ours."""
    try:
        return catalog.unit(resources["nbgrader"]["notebook"])
    except UsageError:
        return None


class _Ours(NbGraderPreprocessor):  # type: ignore[misc]
    """What both have in common: the class's folder and the catalog."""

    def class_root(self) -> Path:
        """The course directory that this nbgrader run works in (it changes into it)."""
        parent = self
        while parent is not None:
            coursedir = getattr(parent, "coursedir", None)
            if coursedir is not None:
                return Path(coursedir.root)
            parent = getattr(parent, "parent", None)
        return Path.cwd()

    def released(self, unit: Unit, resources: dict[str, Any]) -> dict[str, Any]:
        """The notebook as it was handed out; the source's if there is no release folder."""
        nbgrader = resources["nbgrader"]
        path = self.class_root() / "release" / nbgrader["assignment"] / f"{nbgrader['notebook']}.ipynb"
        if path.is_file():
            found: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
            return found
        return source_notebook(unit, read_plan(unit))


class RepairNotebook(_Ours):
    """First of the sanitizing steps: cells, marks and points are those that were handed out."""

    def preprocess(self, nb: NotebookNode, resources: dict[str, Any]) -> tuple[NotebookNode, dict[str, Any]]:
        unit = unit_of(resources, load_catalog())
        if unit is None:
            return nb, resources
        plain = json.loads(json.dumps(nb))
        repaired = repair(plain, self.released(unit, resources))
        before = plain["metadata"].get("course", {}).get("notes", [])  # from `course class grade`
        repaired.notebook["metadata"]["course"] = {"notes": [*before, *repaired.notes]}
        for note in repaired.notes:
            self.log.warning("%s: %s", resources["nbgrader"].get("student"), note)
        return from_dict(repaired.notebook), resources


class GradeInSandbox(_Ours):
    """In place of `Execute`: grade cells get the points and messages of our report."""

    def preprocess(self, nb: NotebookNode, resources: dict[str, Any]) -> tuple[NotebookNode, dict[str, Any]]:
        catalog = load_catalog()
        unit = unit_of(resources, catalog)
        if unit is None:
            return self._execute(nb, resources)
        plain = json.loads(json.dumps(nb))
        report = marker_for(self.class_root(), catalog).report(unit, plain)
        plan = read_plan(unit)
        notes = [*plain["metadata"].get("course", {}).get("notes", []), *report.notes]
        tasks = {task_grade_id(task): task for task in unit.tasks}
        for cell in nb.cells:
            task = tasks.get(grade_id(cell) or "")
            if task is not None and cell.cell_type == "code":
                points = float(cell.metadata["nbgrader"]["points"])
                cell.outputs = [from_dict(o) for o in grade_outputs(plan, report, task, points, notes)]
                notes = []
        return nb, resources

    def _execute(self, nb: NotebookNode, resources: dict[str, Any]) -> Any:
        """An assignment of the instructor's own is executed by nbgrader, as ever."""
        from nbgrader.preprocessors import Execute

        return Execute(parent=self.parent).preprocess(nb, resources)
