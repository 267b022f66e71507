"""Tables and numbers as Markdown."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

NONE = "—"


@dataclass(frozen=True)
class Section:
    """One part of the results."""

    title: str
    text: str
    tables: tuple[str, ...]

    def markdown(self) -> str:
        """The part as it stands in RESULTS.md."""
        return "\n\n".join((f"## {self.title}", self.text, *self.tables)) + "\n"


def table(head: Sequence[str], rows: Sequence[Sequence[str]], title: str = "") -> str:
    """A table; the first column is text, the others are numbers."""
    lines = [f"| {' | '.join(head)} |", f"|{'|'.join(['---'] + ['---:'] * (len(head) - 1))}|"]
    lines += [f"| {' | '.join(row)} |" for row in rows]
    return (f"**{title}**\n\n" if title else "") + "\n".join(lines)


def number(value: float | None, places: int = 3) -> str:
    """A number with so many significant digits, never in powers of ten; a dash where there is none."""
    if value is None:
        return NONE
    if value == 0:
        return "0"
    whole = len(str(int(abs(value)))) if abs(value) >= 1 else 1 - leading_zeros(value)
    return f"{value:.{max(places - whole, 0)}f}"


def leading_zeros(value: float) -> int:
    """How many digits behind the point, up to and with the first that is not zero."""
    count = 0
    while abs(value) < 1 and count < 9:
        value *= 10
        count += 1
    return count


def ratio(value: float | None, base: float | None) -> str:
    """One number over another, if both were measured."""
    return NONE if value is None or not base else number(value / base)


def per(value: float | None, count: int) -> float | None:
    """A share of a number, if it was measured."""
    return None if value is None else value / count


def reason_row(name: str, reason: str, columns: int) -> list[str]:
    """The row of something that could not be measured."""
    return [f"{name} (not measured: {reason})", *[NONE] * (columns - 1)]
