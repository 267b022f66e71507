"""What fetch, submit and score do for a student in a class. The exchange is nbgrader's."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING

import click

from course.catalog import Catalog, Unit
from course.errors import UsageError
from course.workspace import Workspace, now, shown

if TYPE_CHECKING:
    from course.classroom.students import ClassExchange, Marks
    from course.exchange import Receipt
    from course.report import Report


def joined_class(local: bool) -> ClassExchange | None:
    """The class that nbgrader is configured for here; None for self-study, or if it is not wanted."""
    if local:
        return None
    from course.classroom.students import class_config, find_class

    if class_config() is None:
        return None
    from course.render import working

    with working("looking for your class"):
        return find_class()


def fetch_from(exchange: ClassExchange, unit: Unit, folder: Path | None, script: bool) -> tuple[Path, bool]:
    """The released notebook, or a script made from it beside; the path, and whether it was written."""
    path, written = exchange.fetch(unit, folder)
    if not script:
        return path, written
    from course.notebooks import notebook_to_script

    twin = path.with_suffix(".py")
    try:
        with open(twin, "x", encoding="utf-8") as file:
            file.write(notebook_to_script(json.loads(path.read_text(encoding="utf-8"))))
    except FileExistsError:
        return twin, False
    return twin, True


def submit_to(exchange: ClassExchange, workspace: Workspace, unit: Unit, name: str, data: bytes) -> Receipt:
    """Hands in, and keeps what was handed in with its receipt in the student's folder."""
    from course.exchange import LocalExchange

    receipt = exchange.submit(unit, name, data)
    try:
        LocalExchange(workspace.state / "submissions").keep(unit, data, receipt)
    except UsageError as error:
        workspace.notes.append(f"it is handed in, but no copy could be kept here: {error}")
    return receipt


def show_receipt(exchange: ClassExchange, receipt: Receipt) -> None:
    """What was handed in, when and to where."""
    click.echo(f"Submitted {receipt.file} to {exchange.course_id} at {receipt.time}")
    click.echo(f"  sha256   {receipt.sha256}")
    if receipt.sent_sha256:
        click.echo(f"  as       {receipt.unit}.ipynb, sha256 {receipt.sent_sha256}")
    click.echo(f"  place    {receipt.place}")


def score_in(
    exchange: ClassExchange, catalog: Catalog, workspace: Workspace, units: list[Unit], as_json: bool
) -> int:
    """Shows the released marks of these units. Raises UsageError if there are none."""
    code, shown_any = 0, False
    for unit in units:
        sent = exchange.submissions(unit)
        marks = exchange.marks(unit)
        if marks is None:
            if sent:
                click.echo(f"{unit.name}: submitted {sent[-1]}; no feedback is released yet.", err=True)
            continue
        shown_any = True
        report = report_of(unit, marks)
        workspace.record_score(unit, report, now())
        if as_json:
            click.echo(marks_json(exchange, report, marks))
        else:
            show_marks(exchange, unit, marks, report)
        if sent and sent[-1] != marks.time:
            click.echo(f"note: what you submitted {sent[-1]} has no feedback yet.", err=True)
        code = max(code, int(marks.returned.score < marks.returned.max_score))
    if not shown_any:
        name = units[0].short_name if len(units) == 1 else "UNIT"
        raise UsageError(
            f"{exchange.course_id!r} has released no feedback to you yet. Next: course submit {name}, or wait "
            "for your instructor."
        )
    return code


def report_of(unit: Unit, marks: Marks) -> Report:
    """The checks that the feedback carries, as a report. What ran them, only the instructor knows."""
    from course.report import Environment, Report

    unknown = Environment(course="", torch="", python="", device="", seed=0)
    return Report(unit.name, {"name": f"{unit.name}.ipynb", "sha256": ""}, marks.returned.checks, unknown)


def marks_json(exchange: ClassExchange, report: Report, marks: Marks) -> str:
    """The report, with nbgrader's sums beside it."""
    returned = marks.returned
    sums = {"course_id": exchange.course_id, "submitted": marks.time, "score": returned.score,
            "max_score": returned.max_score, "penalty": returned.penalty, "cells": returned.cells,
            "comments": returned.comments, "page": str(marks.page)}  # fmt: skip
    return json.dumps({**report.to_dict(), "nbgrader": sums}, ensure_ascii=False)


def show_marks(exchange: ClassExchange, unit: Unit, marks: Marks, report: Report) -> None:
    """One unit's released marks for a person."""
    from rich.markup import escape

    from course.classroom.students import manual_cells
    from course.plan import read_plan
    from course.render import stdout
    from course.student_view import print_tasks, say

    console = stdout()
    returned = marks.returned
    console.print(f"[bold]{unit.name}[/]  {escape(unit.title)}")
    console.print(f"[dim]submitted {marks.time} to {escape(exchange.course_id)}[/]\n")
    print_tasks(report, read_plan(unit, outline=True), console, marks=True)
    for question, points, most, comment in manual_cells(marks):
        console.print(f"  your words: {escape(question)}  {points:g} of {most:g} points")
        if comment:
            say(console, escape(comment), 6)
    penalty = f", {returned.penalty:g} of them taken off for handing in late" if returned.penalty else ""
    console.print(f"\n[bold]{returned.score:g} of {returned.max_score:g} points{penalty}[/]")
    console.print(
        f"[dim]The whole feedback, to open in a browser:\n  {shown(marks.page)}[/]\n", soft_wrap=True
    )
