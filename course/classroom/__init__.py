"""A class over nbgrader: release, collect, grade, feedback, report, export.

nbgrader keeps what it keeps well: the course folder, the exchange, the gradebook, deadlines,
manual marks, feedback pages, the formgrader. We replace one thing, the kernel: where nbgrader
would execute a student's notebook and believe its outputs, `preprocessors.GradeInSandbox` writes what our
host judged. So `nbgrader autograde`, the formgrader's button and `course class grade` give
the same points.

    repair.py         a submitted notebook made whole again: cells, marks, points (plain dicts)
    marks.py          a unit's notebook to a Report, cached by content; a report to grade cells
    preprocessors.py  the two pieces that run inside nbgrader
    config.py         the course folder and nbgrader_config.py
    lessons.py        release
    grade.py          `course class grade`: reports in parallel, then one writer for the gradebook
"""
