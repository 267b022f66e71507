"""The truth of a predict task: what the program in its docstring prints."""

import contextlib
import io
import textwrap
from collections.abc import Callable
from typing import Any


def results_of(task: Callable[..., Any]) -> Any:
    """Run the program at the end of the reference's docstring and return its ``results``."""
    _, program = (task.__doc__ or "").split("The program::\n")
    names: dict[str, Any] = {}
    with contextlib.redirect_stdout(io.StringIO()):
        exec(textwrap.dedent(program), names)  # the reference's own text, never a student's
    return names["results"]
