"""Marks as they come back to a student: read from the feedback page that nbgrader made.

The page's heading has nbgrader's sums (penalties and a person's changes included); each grade cell's
block carries our checks as data. Where an instructor's own template has other headings, the checks remain.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from html import unescape

from course.errors import UsageError
from course.html import read_blocks
from course.report import CheckResult

NUMBER = r"(-?[\d.]+)"
HEADING = re.compile(rf"<h4>[^<]*\(Score: {NUMBER} / {NUMBER}\)")
CELL = re.compile(rf'<li><a href="#([\w.-]+)">[^<]*</a> \(Score: {NUMBER} / {NUMBER}\)')
PENALTY = re.compile(rf'class="late-penalty">[^<]*\(Score: -{NUMBER}\)')
COMMENT = re.compile(r'<a name="comment-([\w.-]+)"></a>|<b>Comments:</b>(.*?)</div>', re.DOTALL)
TAG = re.compile(r"<[^>]*>")


@dataclass(frozen=True)
class Returned:
    """A feedback page's marks. The sums are nbgrader's; `cells` maps its ids to (points, maximum)."""

    checks: tuple[CheckResult, ...]
    score: float
    max_score: float
    penalty: float = 0.0
    cells: dict[str, tuple[float, float]] = field(default_factory=dict)
    comments: dict[str, str] = field(default_factory=dict)


def read_page(text: str) -> Returned:
    """The marks of a page; raises UsageError where there are none that we know."""
    try:
        checks = read_blocks(text)
    except ValueError as error:
        raise UsageError("the feedback was made by another version of the course; open its page.") from error
    head, _, body = text.partition('<div class="panel-body">')  # what stands in the body is a student's too
    sums = HEADING.search(head)
    if not checks and not sums:
        raise UsageError("the feedback holds no marks of this course; open its page.")
    score, most = (
        (float(sums[1]), float(sums[2]))
        if sums
        else (float(sum(c.earned for c in checks)), float(sum(c.points for c in checks)))
    )
    penalty = PENALTY.search(head)
    cells = {id: (float(points), float(top)) for id, points, top in CELL.findall(head)}
    return Returned(checks, score, most, float(penalty[1]) if penalty else 0.0, cells, read_comments(body))


def read_comments(body: str) -> dict[str, str]:
    """A person's comments by the id of their cell, as plain text."""
    found: dict[str, str] = {}
    cell = ""
    for match in COMMENT.finditer(body):
        if match[1]:
            cell = match[1]
        elif cell:
            text = " ".join(unescape(TAG.sub("", match[2])).split())
            if text:
                found[cell] = text
            cell = ""
    return found
