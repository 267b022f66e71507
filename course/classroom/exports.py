"""`course class export`: marks for other programs.

CSV, one file each for totals, for checks and for mistakes; or Gradescope's results.json, one per student.
The parts of a student's marks add up to the gradebook's total, what a person changed and what
lateness cost included. Cells that a spreadsheet would take for a formula are defused.
"""

from __future__ import annotations

import csv
import io
import json
import unicodedata
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

from course.catalog import Unit
from course.classroom.folder import write_atomic
from course.classroom.results import ClassResults, Item, StudentResult, class_results
from course.render import LOOKS
from course.sandbox.output import printable

FORMULA = "=+-@|%"
Row = Sequence[str | float | int | None]

TOTALS = ("student", "name", "points", "of", "late_penalty", "handed_in_utc", "waits_for_a_person", "remarks")
PARTS = ("student", "kind", "id", "task", "title", "verdict", "points", "given", "mistake", "message")
MISTAKES = ("mistake", "explanation", "check", "task", "student")


def write_exports(folder: Path, unit: Unit, kind: str, output: Path) -> list[Path]:
    """Writes a unit's marks below `output`; `kind` is csv or gradescope. Returns the files.

    Students who handed nothing in are in the totals only.
    """
    results = class_results(folder, unit)
    if kind == "gradescope":
        return [_gradescope_file(results, student, output) for student in results.marked]
    tables: dict[str, tuple[Row, Iterable[Row]]] = {
        "totals": (TOTALS, total_rows(results)),
        "checks": (PARTS, part_rows(results)),
        "mistakes": (MISTAKES, mistake_rows(results)),
    }
    paths = []
    for name, (head, rows) in tables.items():
        paths.append(output / f"{unit.name}-{name}.csv")
        write_atomic(paths[-1], csv_text(head, rows))
    return paths


def total_rows(results: ClassResults) -> Iterable[Row]:
    """One row per student, those without a submission included."""
    for student in results.students:
        entry = student.entry
        remarks = "; ".join([student.problem] if student.problem else student.notes)
        if entry is None:
            yield (student.student, student.name, None, results.max_score, None, None, "", "not submitted")
            continue
        time = entry.timestamp.isoformat(" ", "seconds") if entry.timestamp else None
        yield (student.student, student.name, entry.total, entry.max_score, entry.penalty, time,
               "yes" if entry.waits else "no", remarks)  # fmt: skip


def part_rows(results: ClassResults) -> Iterable[Row]:
    """One row per student and part of the total: checks, questions, changes, penalties."""
    for student in results.marked:
        for item in student.items:
            check = item.check
            verdict = LOOKS[check.status.value][1] if check else ""
            yield (student.student, item.kind, item.id, item.task, item.title, verdict, item.points, item.given,
                   (check.mistake if check else "") or "", check.message if check else "")  # fmt: skip


def mistake_rows(results: ClassResults) -> Iterable[Row]:
    """One row per student, check and named mistake, the most frequent first."""
    found: dict[str, list[tuple[str, str, str]]] = {}
    for student in results.marked:
        for check in student.report.checks if student.report else ():
            if check.mistake:
                found.setdefault(check.mistake, []).append((check.id, check.task, student.student))
    for mistake, cases in sorted(found.items(), key=lambda pair: (-len(pair[1]), pair[0])):
        for case in cases:
            yield (mistake, results.plan.mistakes.get(mistake, ""), *case)


def csv_text(head: Row, rows: Iterable[Row]) -> str:
    """A CSV table as RFC 4180 has it."""
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\r\n")
    writer.writerow(head)
    writer.writerows([defused(value) for value in row] for row in rows)
    return text.getvalue()


def defused(value: str | float | int | None) -> str | float | int:
    """A cell that no spreadsheet computes: text that looks like a formula gets an apostrophe."""
    if value is None:
        return ""
    if isinstance(value, float) and value.is_integer():
        return int(value)
    if not isinstance(value, str):
        return value
    text = printable(value)
    first = unicodedata.normalize("NFKC", text).lstrip()[:1]  # wide signs are signs, too
    return f"'{text}" if first and first in FORMULA else text


def _gradescope_file(results: ClassResults, student: StudentResult, output: Path) -> Path:
    path = output / "gradescope" / student.student / "results.json"
    text = json.dumps(gradescope(results, student), indent=1, ensure_ascii=False, allow_nan=False)
    write_atomic(path, text + "\n")
    return path


def gradescope(results: ClassResults, student: StudentResult) -> dict[str, Any]:
    """What Gradescope's autograder reads for one student. `score` is the sum of the tests."""
    notes = [student.problem] if student.problem else student.notes
    said = "\n".join(printable(note) for note in notes)
    return {
        "score": student.total,
        "output": said or f"{results.unit.name}: {student.total:g} of {results.max_score:g} points",
        "output_format": "text",
        "visibility": "visible",
        "stdout_visibility": "hidden",
        "tests": [gradescope_test(item) for item in student.items],
    }


def gradescope_test(item: Item) -> dict[str, Any]:
    """One part of the total as a test of Gradescope's."""
    check = item.check
    found: dict[str, Any] = {
        "name": printable(item.title),
        "number": item.id,
        "score": item.given,
        "max_score": item.points,
        "name_format": "text",
        "output_format": "text",
        "output": "",
        "visibility": "visible",
    }
    if check is not None:
        lines = [LOOKS[check.status.value][1]]
        if check.status.value not in ("passed", "not_attempted"):
            lines += [check.message] if check.message else []
            lines += [f"mistake: {check.mistake}"] if check.mistake else []
            lines += [f"hint: {check.hint}"] if check.hint else []
        found["output"] = printable("\n".join(lines))
        found["status"] = "passed" if check.status.value == "passed" else "failed"
        found["visibility"] = "visible" if check.visible else "after_published"
    return found
