"""A class of ours: its folder with a unit released and submissions collected, and its grading."""

from __future__ import annotations

import shutil
import sys
from pathlib import Path

from benchmarks.submissions import Submission
from benchmarks.timing import Times, environment, timed
from course.catalog import Unit
from course.demo_class import fill

COURSE = (sys.executable, "-m", "course")


class Classroom:
    """`course class grade` on one class, each time from the start."""

    def __init__(self, unit: Unit, folder: Path) -> None:
        self.unit = unit
        self.folder = folder / "class"  # its configuration knows its place, so it is always put back there
        self.pristine = folder / "pristine"

    def prepare(self, submissions: list[Submission]) -> None:
        """Makes the class, releases the unit, and puts submissions where collect puts them."""
        base = self.pristine.parent
        base.mkdir(parents=True, exist_ok=True)
        word = self.unit.short_name
        for words in (
            ("class", "init", self.folder, "--course-id", "bench"),
            ("class", "release", word, "--dir", self.folder),
        ):
            timed([*COURSE, *words], base, environment(), good=(0,))
        name = f"{self.unit.name}.ipynb"
        for submission in submissions:
            place = self.folder / "submitted" / submission.student / self.unit.name
            place.mkdir(parents=True)
            shutil.copy(self.folder / "release" / self.unit.name / name, place)
            fill(place / name, self.unit, submission.code)
            (place / "timestamp.txt").write_text("2026-01-01 10:00:00.000000 UTC")
        self.folder.rename(self.pristine)

    def notebooks(self, place: Path) -> Path:
        """The submitted notebooks in one folder, for the batch without nbgrader."""
        place.mkdir()
        for path in sorted(self.pristine.glob(f"submitted/*/{self.unit.name}/*.ipynb")):
            shutil.copy(path, place / f"{path.parent.parent.name}.ipynb")
        return place

    def grade(self, workers: int | None = None) -> Times:
        """Grades the whole class into its gradebook."""
        shutil.rmtree(self.folder, ignore_errors=True)
        shutil.copytree(self.pristine, self.folder)
        more = [] if workers is None else ["--workers", str(workers)]
        words = ["class", "grade", self.unit.short_name, "--dir", str(self.folder), *more]
        return timed([*COURSE, *words], self.folder.parent, environment(), good=(0,))
