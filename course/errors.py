"""The errors that users see.

    CourseError                      exit code, one sentence
    ├── UsageError            2      wrong use: unknown unit, unreadable file, bad option
    │   ├── CatalogError      2      course.yml is wrong: file, key and line
    │   └── SubmissionError   2      a submission that cannot be read at all
    └── InternalError         3      our fault: a grader, the sandbox, the installation
        ├── GraderFault       3      a check is broken
        └── SandboxError      3      the warm parent or a guest could not be started

Each error owns its exit code and its sentence; the command line prints
`str(error)` and ends with `error.exit_code`, nothing else.
"""

from __future__ import annotations

from course.sandbox.output import printable


class CourseError(Exception):
    """Base of every error that a user may see. `exit_code` is the process's status."""

    exit_code = 3

    def __str__(self) -> str:
        """The sentence; names of files in it may be a student's, and do nothing to a terminal."""
        return printable(super().__str__())


class UsageError(CourseError):
    """The command was used wrongly, or its input cannot be used."""

    exit_code = 2


class CatalogError(UsageError):
    """course.yml does not describe a course."""

    def __init__(self, file: str, line: int | None, key: str, problem: str) -> None:
        place = f"{file}, line {line}" if line else file
        super().__init__(f"{place}: {key}: {problem}")


class SubmissionError(UsageError):
    """A submission that cannot be read: encoding, size, kind of file."""


class InternalError(CourseError):
    """Our fault, never the student's."""

    exit_code = 3


class GraderFault(InternalError):
    """A check, not the submission, is broken."""


class SandboxError(InternalError):
    """The sandbox could not be started or lost its warm parent."""
