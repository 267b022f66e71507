"""`course class report`: one self-contained HTML page about a class in a unit.

The pictures are plotly's own, with its script inside the page, so that the page opens anywhere and asks
nobody for anything. Every text is escaped, also inside the pictures, where plotly reads some HTML. What
a colour says, a word says too.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from html import escape
from pathlib import Path
from typing import Any

from course.catalog import Unit
from course.classroom.folder import write_atomic
from course.classroom.results import ClassResults, class_results
from course.render import LOOKS, plural
from course.sandbox.output import printable

VERDICTS = {
    "passed": "#2e7d32", "failed": "#c62828", "error": "#ad1457", "timeout": "#6d4c41", "crashed": "#37474f",
    "skipped": "#f9a825", "not_attempted": "#9e9e9e", "deferred": "#90caf9", "grader_fault": "#6a1b9a",
}  # fmt: skip
PATTERNS = ("", "/", "x", "\\", "+", ".", "-", "|", "x")
CONFIG = {"displayModeBar": False, "responsive": True}
MAX_TITLE = 90
STYLE = """
body { font-family: system-ui, sans-serif; max-width: 70rem; margin: 2rem auto; padding: 0 1rem; line-height: 1.5 }
table { border-collapse: collapse } td, th { border-bottom: 1px solid #ccc; padding: .2rem .8rem; text-align: left }
td.number, th.number { text-align: right }
"""


def write_page(folder: Path, unit: Unit, path: Path) -> None:
    """Writes the page about a unit of the class in `folder`; shows the gradebook as it is now."""
    write_atomic(path, page(class_results(folder, unit)))


def page(results: ClassResults) -> str:
    """The page's HTML."""
    title = f"{results.unit.name}: {results.unit.title}"
    figures = [
        ("Scores", score_figure(results)),
        ("Checks: what stops people", checks_figure(results)),
        ("Named mistakes", mistakes_figure(results)),
    ]
    parts = [
        "<!DOCTYPE html>",
        '<html lang="en"><head><meta charset="utf-8">',
        '<meta name="viewport" content="width=device-width, initial-scale=1">',
        f"<title>{escape(title)}</title><style>{STYLE}</style></head><body>",
        f"<h1>{escape(title)}</h1>",
        f"<p>{escape(headline(results))}</p>",
    ]
    first = True
    for heading, figure in figures:
        parts.append(f"<h2>{escape(heading)}</h2>")
        if figure is None:
            parts.append("<p>Nothing to show yet.</p>")
            continue
        html = figure.to_html(full_html=False, include_plotlyjs=first, include_mathjax=False, config=CONFIG)
        parts.append(html)
        first = False
    parts += [*sections(results), "</body></html>"]
    return "\n".join(parts) + "\n"


def headline(results: ClassResults) -> str:
    """The class in one line."""
    totals = sorted(student.total for student in results.marked)
    text = f"{len(totals)} of {plural(len(results.students), 'student')} marked"
    if totals:
        middle = (totals[(len(totals) - 1) // 2] + totals[len(totals) // 2]) / 2
        text += f"; median {middle:g} of {results.max_score:g} points, mean {sum(totals) / len(totals):.1f}"
    waits = sum(1 for student in results.marked if student.entry and student.entry.waits)
    return text + (f"; {waits} wait for a person." if waits else ".")


def score_figure(results: ClassResults) -> Any:
    """How many students have how many points; None without marks."""
    import plotly.graph_objects as go

    totals = [student.total for student in results.marked]
    if not totals:
        return None
    width = max(1, round(results.max_score / 20))
    bins = {"start": -0.5, "end": max(results.max_score, *totals) + width, "size": width}
    figure = go.Figure(
        go.Histogram(
            x=totals, xbins=bins, autobinx=False, hovertemplate="%{x} points: %{y} students<extra></extra>"
        )
    )
    figure.update_layout(template="plotly_white", height=360, bargap=0.05, margin={"t": 20})
    figure.update_xaxes(title="points, late penalties taken off", range=[-1, results.max_score + 1])
    figure.update_yaxes(title="students", dtick=max(1, len(totals) // 10))
    return figure


def checks_figure(results: ClassResults) -> Any:
    """For each check how many students ended with which verdict, in the unit's order."""
    import plotly.graph_objects as go

    counts: dict[str, Counter[str]] = {check.id: Counter() for check in results.plan.checks}
    for student in results.marked:
        for check in student.report.checks if student.report else ():
            counts.setdefault(check.id, Counter())[check.status.value] += 1
    if not any(counts.values()):
        return None
    titles = {check.id: check.title for check in results.plan.checks}
    labels = [label(titles.get(id, id), check_share(counts[id])) for id in counts]
    figure = go.Figure()
    for (verdict, colour), pattern in zip(VERDICTS.items(), PATTERNS, strict=True):
        numbers = [count[verdict] for count in counts.values()]
        if any(numbers):
            word = LOOKS[verdict][1]
            figure.add_bar(
                y=labels, x=numbers, name=word, orientation="h", text=[number or "" for number in numbers],
                marker={"color": colour, "pattern": {"shape": pattern}},
                hovertemplate=f"%{{y}}<br>{word}: %{{x}}<extra></extra>",
            )  # fmt: skip
    figure.update_layout(
        template="plotly_white", barmode="stack", height=120 + 26 * len(counts), margin={"t": 20, "l": 20},
        legend={"orientation": "h", "y": 1.02, "yanchor": "bottom", "traceorder": "normal"},
    )  # fmt: skip
    figure.update_yaxes(autorange="reversed", automargin=True)
    figure.update_xaxes(title="students")
    return figure


def check_share(count: Counter[str]) -> str:
    """`12 of 30 passed`, of those on whom the check ran."""
    ran = sum(number for verdict, number in count.items() if verdict not in ("deferred", "grader_fault"))
    return f"{count['passed']} of {ran} passed" if ran else "did not run"


def mistakes_figure(results: ClassResults) -> Any:
    """How many students made which named mistake; None if nobody did."""
    import plotly.graph_objects as go

    numbers = mistake_counts(results)
    if not numbers:
        return None
    pairs = numbers.most_common()
    labels = [label(results.plan.mistakes.get(id, id), id) for id, _ in pairs]
    figure = go.Figure(
        go.Bar(
            y=labels, x=[number for _, number in pairs], orientation="h", text=[number for _, number in pairs],
            hovertemplate="%{y}: %{x} students<extra></extra>",
        )
    )  # fmt: skip
    figure.update_layout(template="plotly_white", height=120 + 26 * len(pairs), margin={"t": 20, "l": 20})
    figure.update_yaxes(autorange="reversed", automargin=True)
    figure.update_xaxes(title="students", dtick=max(1, pairs[0][1] // 10))
    return figure


def mistake_counts(results: ClassResults) -> Counter[str]:
    """The number of students who made each named mistake."""
    return Counter(
        mistake
        for student in results.marked
        for mistake in {c.mistake for c in (student.report.checks if student.report else ()) if c.mistake}
    )


def label(text: str, addition: str) -> str:
    """A bar's name; plotly reads tags in it, so they are escaped."""
    text = " ".join(printable(text).split())
    text = text if len(text) <= MAX_TITLE else f"{text[: MAX_TITLE - 3]}..."
    return escape(f"{text} ({printable(addition)})", quote=False)


def sections(results: ClassResults) -> Iterable[str]:
    """The lists below the pictures."""
    missing = [named(s.student, s.name) for s in results.students if s.entry is None]
    yield from listing("Not submitted", missing, "Everybody in the gradebook has handed something in.")
    problems = [f"{s.student}: {s.problem}" for s in results.marked if s.problem]
    yield from listing("Could not be read", problems, "Every submission could be read.")
    waiting = [named(s.student, s.name) for s in results.marked if s.entry and s.entry.waits]
    yield from listing("Waits for a person", waiting, "No mark waits for a person.")
    yield from gpu_section(results)
    yield "<h2>Marks</h2>"
    yield '<table><tr><th>student</th><th class="number">points</th><th class="number">of</th><th>late</th></tr>'
    for student in results.marked:
        assert student.entry is not None
        late = f"yes, {student.entry.penalty:g} points taken off" if student.entry.is_late else ""
        yield (
            f"<tr><td>{escape(named(student.student, student.name))}</td>"
            f'<td class="number">{student.total:g}</td>'
            f'<td class="number">{student.entry.max_score:g}</td><td>{late}</td></tr>'
        )
    yield "</table>"


def gpu_section(results: ClassResults) -> Iterable[str]:
    """Points that nobody could earn here, since they need CUDA."""
    deferred = Counter(s.report.deferred_points for s in results.marked if s.report)
    waiting = sum(number for points, number in deferred.items() if points)
    yield "<h2>Deferred GPU points</h2>"
    if not waiting:
        yield "<p>No check waits for a GPU.</p>"
        return
    needs = [check for check in results.plan.checks if check.cuda]
    points = sum(check.points for check in needs)
    yield (
        f"<p>{plural(len(needs), 'check')} with {plural(points, 'point')} need CUDA and did not run for "
        f"{plural(waiting, 'student')}. Grade on a machine with a GPU to run them:</p><ul>"
    )
    yield from (f"<li>{escape(check.title)}: {plural(check.points, 'point')}</li>" for check in needs)
    yield "</ul>"


def listing(heading: str, lines: list[str], otherwise: str) -> Iterable[str]:
    """A heading and a list, or the sentence that there is nothing."""
    yield f"<h2>{escape(heading)} ({len(lines)})</h2>"
    if lines:
        yield "<ul>" + "".join(f"<li>{escape(printable(line))}</li>" for line in lines) + "</ul>"
    else:
        yield f"<p>{escape(otherwise)}</p>"


def named(student: str, name: str) -> str:
    """`ada (Ada Lovelace)`, or the id alone."""
    return printable(f"{student} ({name})" if name else student)
