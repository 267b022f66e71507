"""Builds the student's wheel: stubs, visible checks and summaries; no solution, no hidden check.

What goes in is listed, file by file, so that nothing is shipped by accident. course.yml goes in
without the marking guides.
"""

import re
import tempfile
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class ContentHook(BuildHookInterface):  # type: ignore[type-arg]
    """Adds `course/content/` to the wheel."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Lists the content; an editable install reads the clone itself."""
        if self.target_name != "wheel" or version == "editable":
            return
        root = Path(self.root)
        self.folder = tempfile.TemporaryDirectory()
        catalog = Path(self.folder.name) / "course.yml"
        catalog.write_text(
            without_guides((root / "course.yml").read_text(encoding="utf-8")), encoding="utf-8"
        )
        include = {str(catalog): "course/content/course.yml"}
        for exercise in sorted((root / "exercises").glob("[0-9][0-9]_*.py")):
            include[str(exercise)] = f"course/content/exercises/{exercise.name}"
            for name in ("test_visible.py", "summary.json"):
                path = root / "graders" / exercise.stem / name
                include[str(path)] = f"course/content/graders/{exercise.stem}/{name}"
        build_data["force_include"].update(include)


def without_guides(text: str) -> str:
    """course.yml without its `guide:` entries, each of which may run over indented lines."""
    kept: list[str] = []
    depth: int | None = None
    for line in text.split("\n"):
        indent = len(line) - len(line.lstrip())
        if depth is not None and (not line.strip() or indent > depth):
            continue
        depth = None
        if re.match(r"\s*guide:", line):
            depth = indent
            continue
        kept.append(line)
    return "\n".join(kept)
