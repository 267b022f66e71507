"""How pytest finds and imports grader files: ours alone, untouched by any configuration.

Grader files are imported once per process, below a package of their own, so that a
hidden file can import its neighbours (`from .timeline import Timeline`), and so that cloudpickle sends their functions by value.
"""

from __future__ import annotations

import contextlib
import hashlib
import importlib.util
import os
import sys
import types
from collections.abc import Iterator
from pathlib import Path

import cloudpickle
import pytest

from course.catalog import Unit

PACKAGE = "course_graders"
WITHOUT = [
    "cacheprovider",
    "terminal",
    "unraisableexception",
    "threadexception",
    "logging",
    "warnings",
    "faulthandler",
]
QUIET = ["-c", os.devnull, *(f"-pno:{plugin}" for plugin in WITHOUT)]


class GraderModules(pytest.Module):
    """A grader file, imported once per process below PACKAGE, so that it can import its neighbours."""

    def _getobj(self) -> types.ModuleType:
        return import_grader(self.path)


def import_grader(path: Path) -> types.ModuleType:
    """`graders/01_tensors/test_hidden.py` as `course_graders.01_tensors.test_hidden`."""
    package = f"{PACKAGE}.{path.parent.name}@{hashlib.sha256(str(path.parent).encode()).hexdigest()[:8]}"
    name = f"{package}.{path.stem}"
    if name in sys.modules:
        return sys.modules[name]
    for parent, folder in ((PACKAGE, ""), (package, str(path.parent))):
        if parent not in sys.modules:
            module = types.ModuleType(parent)
            module.__path__ = [folder] if folder else []
            sys.modules[parent] = module
            cloudpickle.register_pickle_by_value(module)
    spec = importlib.util.spec_from_file_location(name, path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module
    try:
        spec.loader.exec_module(module)
    except BaseException:
        del sys.modules[name]
        raise
    return module


class Collector:
    """Makes pytest import grader files our way."""

    def pytest_pycollect_makemodule(self, module_path: Path, parent: pytest.Collector) -> pytest.Module:
        module: pytest.Module = GraderModules.from_parent(parent, path=module_path)
        return module


def run_pytest(unit: Unit, plugin: object, hidden: bool) -> str | None:
    """One quiet pytest session over the unit's grader files; the reason if pytest itself failed."""
    files = [path for path in (unit.visible_checks, unit.hidden_checks) if path.is_file()]
    arguments = [str(path) for path in files if hidden or path == unit.visible_checks]
    arguments += [
        f"--rootdir={unit.graders}",
        "--assert=plain",
        "--capture=no",
        "--disable-plugin-autoload",
        *QUIET,
    ]
    with isolated_environment():
        code = pytest.main(arguments, plugins=[plugin, Collector()])
    broken = (pytest.ExitCode.INTERRUPTED, pytest.ExitCode.INTERNAL_ERROR, pytest.ExitCode.USAGE_ERROR)
    return f"pytest ended with {code!r}" if code in broken else None


@contextlib.contextmanager
def isolated_environment() -> Iterator[None]:
    """No PYTEST_ADDOPTS of the user's reaches the session."""
    kept = {name: os.environ.pop(name) for name in list(os.environ) if name.startswith("PYTEST_")}
    try:
        yield
    finally:
        for name in list(os.environ):
            if name.startswith("PYTEST_"):
                del os.environ[name]
        os.environ.update(kept)
