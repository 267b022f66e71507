"""How grader files are imported, by pytest and by us.

Once per process, below a package of their own, so that a hidden file can import its
neighbours (`from .timeline import Timeline`), and so that cloudpickle sends their functions by value.
"""

from __future__ import annotations

import hashlib
import importlib.util
import sys
import types
from pathlib import Path

import cloudpickle
import pytest

PACKAGE = "course_graders"


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
