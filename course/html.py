"""Reports for people: HTML blocks for notebooks and feedback pages.

Every text is escaped; the blocks hold no script, no link and no path, and read without colour:
the verdict is a word.
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import fields
from html import escape
from html.parser import HTMLParser

from course.render import LOOKS
from course.report import CheckResult, Status

BORDERS = {"passed": "#2e7d32", "not_attempted": "#757575", "skipped": "#b26a00", "deferred": "#b26a00",
           "grader_fault": "#6a1b9a"}  # fmt: skip
MAX_OUTPUT = 2000
DATA = "data-course-checks"
PRIVATE = ("fault", "seconds")  # for the instructor: never in a page that students get


def checks_block(
    checks: Iterable[CheckResult], notes: Iterable[str] = (), summary: str = "", *, data: bool = False
) -> str:
    """A list of checks: verdict in words, title, points, message, hint, mistake.

    With `data` the block carries what it shows as JSON too, so that `course score` can read it.
    """
    checks = list(checks)
    carried = f' {DATA}="{escape(checks_json(checks))}"' if data else ""
    parts = [f'<div class="course-checks"{carried} style="font-family:sans-serif;font-size:14px">']
    if summary:
        parts.append(f"<p><strong>{escape(summary)}</strong></p>")
    parts += [f'<p style="white-space:pre-wrap">Note: {escape(note)}</p>' for note in notes]
    parts += [_check(check) for check in checks]
    return "\n".join([*parts, "</div>"])


def _check(check: CheckResult) -> str:
    symbol, word, _ = LOOKS[check.status.value]
    colour = BORDERS.get(check.status.value, "#c62828")
    hidden = "" if check.visible else " (hidden check)"
    head = f"{symbol} {word}: {check.title}{hidden} — {check.earned} of {check.points} points"
    parts = [
        f'<div style="border-left:4px solid {colour};padding:2px 8px;margin:6px 0">',
        f"<div>{escape(head)}</div>",
    ]
    if check.status.value not in ("passed", "not_attempted") and check.message:
        parts.append(f'<pre style="white-space:pre-wrap;margin:2px 0">{escape(check.message)}</pre>')
    if check.mistake:
        parts.append(f"<div>Mistake: <code>{escape(check.mistake)}</code></div>")
    if check.hint and check.status.value not in ("passed", "not_attempted"):
        parts.append(f"<div>Hint: {escape(check.hint)}</div>")
    if check.output:
        shown = check.output[:MAX_OUTPUT]
        parts.append(
            f'<pre style="white-space:pre-wrap;margin:2px 0;opacity:.8">printed: {escape(shown)}</pre>'
        )
    return "\n".join([*parts, "</div>"])


def checks_json(checks: Iterable[CheckResult]) -> str:
    """What a block shows of its checks, as JSON."""
    names = [field.name for field in fields(CheckResult) if field.name not in PRIVATE]
    rows = [{name: getattr(check, name) for name in names} for check in checks]
    for row in rows:
        row["output"] = row["output"][:MAX_OUTPUT]
    return json.dumps(rows, ensure_ascii=False)


class _Blocks(HTMLParser):
    """Collects the JSON of the blocks in a page."""

    def __init__(self) -> None:
        super().__init__()
        self.found: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.found += [value for name, value in attrs if name == DATA and value]


def read_blocks(page: str) -> tuple[CheckResult, ...]:
    """The checks of all blocks in a page, each once; raises ValueError if one cannot be read."""
    blocks = _Blocks()
    blocks.feed(page)
    found: dict[str, CheckResult] = {}
    for text in blocks.found:
        for row in json.loads(text):
            try:
                check = CheckResult(**{**row, "status": Status(row["status"])})
            except (TypeError, KeyError) as error:
                raise ValueError(f"a block of another version: {error}") from error
            found.setdefault(check.id, check)
    return tuple(found.values())
