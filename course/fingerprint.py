"""What judges a unit, as one hash: two machines, or two days, with the same hash give the same marks."""

from __future__ import annotations

import hashlib
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

import course
from course.catalog import Unit

# The engine's own files that a verdict depends on, below course/.
JUDGES = ("checks.py", "collect.py", "grading.py", "plan.py", "report.py", "session.py", "source.py",
          "suite.py", "trial.py", "verdicts.py")  # fmt: skip


def unit_fingerprint(unit: Unit) -> str:
    """A hash of what judges a unit: graders, reference, engine, torch."""
    package = Path(course.__file__).parent
    graders = [
        path
        for path in sorted(unit.graders.rglob("*"))
        if path.is_file() and "variants" not in path.parts and "__pycache__" not in path.parts
    ]
    engine = [package / name for name in JUDGES] + sorted((package / "sandbox").rglob("*.py"))
    digest = hashlib.sha256()
    for path in [*graders, unit.solution, *engine]:
        digest.update(f"{path.name}\0".encode() + path.read_bytes() + b"\0")
    digest.update(repr((unit.limits, unit.preload, course.__version__)).encode())
    for name in ("torch", "numpy"):
        try:
            digest.update(version(name).encode())
        except PackageNotFoundError:
            digest.update(b"-")
    return digest.hexdigest()
