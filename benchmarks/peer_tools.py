"""What the peers do with submissions: plain pytest, Otter-Grader, check50, stock nbgrader.

Each is given a folder of its own and the same assertions. `one` grades one submission and returns its
times; `passed` is the number of assertions that the last run said passed.
"""

from __future__ import annotations

import contextlib
import json
import shutil
import sqlite3
import sys
import xml.etree.ElementTree
from pathlib import Path

from benchmarks.asserts import PYTEST_CONFTEST, check50_checks, otter_test, read_assertions
from benchmarks.peers import Peers
from benchmarks.submissions import Submission, plain_notebook, script
from benchmarks.timing import NotMeasured, Times, environment, timed
from course.catalog import Unit

FILE = "submission.py"


class Peer:
    """One way to grade one unit's submissions one at a time."""

    def __init__(self, unit: Unit, folder: Path, peers: Peers) -> None:
        self.unit = unit
        self.folder = folder
        self.peers = peers
        self.assertions = read_assertions(unit.name)
        folder.mkdir(parents=True)
        (folder / "tmp").mkdir()
        self.environment = environment(TMPDIR=str(folder / "tmp"))
        self.ready = False

    def one(self, submission: Submission) -> Times:
        """Grades one submission."""
        if not self.ready:
            self.prepare()
            self.ready = True
        return self.grade(submission)

    def prepare(self) -> None:
        """What an instructor does once."""

    def grade(self, submission: Submission) -> Times:
        """What is done for each submission."""
        raise NotImplementedError

    def passed(self) -> int:
        """How many assertions passed in the last run."""
        raise NotImplementedError


class PlainPytest(Peer):
    """`pytest -q` in one process, from our environment, without the plugins that are installed there."""

    def prepare(self) -> None:
        (self.folder / "conftest.py").write_text(PYTEST_CONFTEST, encoding="utf-8")
        shutil.copy(self.assertions.path, self.folder / "test_submission.py")
        self.environment["PYTEST_DISABLE_PLUGIN_AUTOLOAD"] = "1"

    def grade(self, submission: Submission) -> Times:
        (self.folder / FILE).write_text(script(self.unit, submission), encoding="utf-8")
        command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "--junit-xml=result.xml"]
        return timed(command, self.folder, self.environment)

    def passed(self) -> int:
        suite = xml.etree.ElementTree.parse(self.folder / "result.xml").getroot()[0]
        return int(suite.get("tests", 0)) - int(suite.get("failures", 0)) - int(suite.get("errors", 0))


class OtterRun(Peer):
    """`otter run` on a notebook, as on Gradescope without its container."""

    def prepare(self) -> None:
        tests = self.folder / "tests"
        tests.mkdir()
        for name in self.assertions.functions:
            (tests / f"{name}.py").write_text(otter_test(self.assertions, name), encoding="utf-8")
        self.otter = self.peers.bin("otter") / "otter"
        timed([self.otter, "generate", "-t", "tests"], self.folder, self.environment, good=(0,))

    def write(self, submission: Submission) -> None:
        """Puts the submission where it is graded."""
        text = plain_notebook(self.unit, submission.code)
        (self.folder / "submission.ipynb").write_text(text, encoding="utf-8")

    def grade(self, submission: Submission) -> Times:
        self.write(submission)
        command = [self.otter, "run", "-a", "autograder.zip", "-o", ".", "--no-logo", "submission.ipynb"]
        return timed(command, self.folder, self.environment, good=(0,))

    def passed(self) -> int:
        tests = json.loads((self.folder / "results.json").read_text(encoding="utf-8"))["tests"]
        names = self.assertions.functions
        return sum(bool(test.get("score")) for test in tests if test["name"].split()[0] in names)


class OtterCheck(OtterRun):
    """`otter check` on a notebook, what a student runs."""

    def grade(self, submission: Submission) -> Times:
        self.write(submission)
        return timed(
            [self.otter, "check", "-t", "tests", "submission.ipynb"], self.folder, self.environment, good=(0,)
        )


class Check50(Peer):
    """`check50 --dev`: local, with the checks from a folder; it runs checks on all cores."""

    def prepare(self) -> None:
        checks = self.folder / "checks"
        checks.mkdir()
        (checks / ".cs50.yml").write_text("check50:\n  checks: __init__.py\n", encoding="utf-8")
        (checks / "__init__.py").write_text(check50_checks(self.assertions, FILE), encoding="utf-8")
        (self.folder / "work").mkdir()
        self.check50 = self.peers.bin("check50") / "check50"

    def grade(self, submission: Submission) -> Times:
        (self.folder / "work" / FILE).write_text(script(self.unit, submission), encoding="utf-8")
        command = [self.check50, "--dev", "--log-level", "warning", "-o", "json", "--output-file",
                   self.folder / "result.json", self.folder / "checks"]  # fmt: skip
        return timed(command, self.folder / "work", self.environment)

    def passed(self) -> int:
        results = json.loads((self.folder / "result.json").read_text(encoding="utf-8"))["results"]
        return sum(bool(r["passed"]) for r in results if r["name"] != "exists")


class StockNbgrader:
    """`nbgrader autograde` on a class, with its own Execute kernel and none of our steps."""

    def __init__(self, unit: Unit, folder: Path) -> None:
        self.unit = unit
        self.pristine, self.course = folder / "pristine", folder / "course"
        self.environment = environment()
        self.nbgrader = Path(sys.executable).parent / "nbgrader"

    def prepare(self, submissions: list[Submission]) -> None:
        """A course folder with the unit released and these submissions collected."""
        assertions = read_assertions(self.unit.name)
        name = f"{self.unit.name}.ipynb"
        source = self.pristine / "source" / self.unit.name
        source.mkdir(parents=True)
        (self.pristine / "nbgrader_config.py").write_text(
            'c = get_config()\nc.CourseDirectory.course_id = "stock"\n'
        )
        (source / name).write_text(plain_notebook(self.unit, submissions[0].code, assertions))
        timed(
            [self.nbgrader, "generate_assignment", self.unit.name], self.pristine, self.environment, good=(0,)
        )
        for submission in submissions:
            place = self.pristine / "submitted" / submission.student / self.unit.name
            place.mkdir(parents=True)
            (place / name).write_text(plain_notebook(self.unit, submission.code, assertions))

    def grade(self) -> Times:
        """Grades the class, each time from the start."""
        shutil.rmtree(self.course, ignore_errors=True)
        shutil.copytree(self.pristine, self.course)
        return timed([self.nbgrader, "autograde", self.unit.name], self.course, self.environment, good=(0,))

    def passed(self) -> int:
        """How many assertions passed, by the gradebook."""
        with contextlib.closing(sqlite3.connect(self.course / "gradebook.db")) as book:
            (total,) = book.execute("select sum(auto_score) from grade").fetchone()
        if total is None:
            raise NotMeasured("nbgrader's gradebook holds no marks")
        return int(total)
