"""A class over nbgrader: release, collect, grade, feedback, report, export.

nbgrader keeps what it keeps well: the course folder, the exchange, the gradebook, deadlines,
manual marks, feedback pages, the formgrader. We replace one thing, the kernel: where nbgrader
would execute a student's notebook and believe its outputs, `preprocessors.GradeInSandbox` writes what our
host judged. So `nbgrader autograde`, the formgrader's button and `course class grade` give
the same points.

    folder.py         what we keep in the class's folder: reports, and where each student's marks come from
    cells.py          single cells: cleaned, compared, recognized
    repair.py         a submitted notebook made whole again: cells, marks, points (plain dicts)
    intake.py         a submission's folder to a repaired notebook, or the sentence why not
    marks.py          a unit's notebook to a Report, cached by content; a report to grade cells
    preprocessors.py  the two pieces that run inside nbgrader
    pages.py          students' markdown without scripts, for feedback and the formgrader
    config.py         the course folder and nbgrader_config.py
    lessons.py        init, release, collect, feedback
    collecting.py     nbgrader's collect with a guard around each student
    grade.py          `course class grade`: reports in parallel, then one writer for the gradebook
    feed.py           that writer
    results.py        the marks as the gradebook has them, and what each comes from
    statistics.py     `course class report`
    exports.py        `course class export`
    students.py       the student's side: fetch, submit and feedback over nbgrader's exchange
    returned.py       marks read from a feedback page
"""

import sys

# jsonschema builds a grammar of IRIs whenever it is imported, which takes longer than all the rest of nbgrader. Nobody
# here asks whether something is an IRI, and without that package jsonschema leaves the format out.
sys.modules.setdefault("rfc3987_syntax", None)  # type: ignore[arg-type]
