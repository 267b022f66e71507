"""Reports for people: HTML blocks for notebooks and feedback pages.

Every text is escaped; the blocks hold no script, no link and no path, and read without colour:
the verdict is a word.
"""

from __future__ import annotations

from collections.abc import Iterable
from html import escape

from course.render import LOOKS
from course.report import CheckResult

BORDERS = {"passed": "#2e7d32", "not_attempted": "#757575", "skipped": "#b26a00", "deferred": "#b26a00",
           "grader_fault": "#6a1b9a"}  # fmt: skip
MAX_OUTPUT = 2000


def checks_block(checks: Iterable[CheckResult], notes: Iterable[str] = (), summary: str = "") -> str:
    """A list of checks: verdict in words, title, points, message, hint, mistake."""
    parts = ['<div class="course-checks" style="font-family:sans-serif;font-size:14px">']
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
