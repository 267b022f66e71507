"""What all parts share: sizes, a temporary folder, the course, the peers."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path

from benchmarks.machine import ROOT, cores
from benchmarks.peers import Peers
from course.catalog import Catalog, Unit, load_catalog

UNITS = ("01_tensors", "04_modules")


@dataclass(frozen=True)
class Sizes:
    """How much is measured: rounds, and numbers of submissions."""

    rounds: int
    small: int  # a class that peers are measured on, too
    large: int  # one for ours alone
    growth: tuple[int, ...]  # batches for reports only
    growth_class: tuple[int, ...]  # classes for `class grade`


FULL = Sizes(rounds=5, small=20, large=200, growth=(10, 100, 1000), growth_class=(10, 200))
QUICK = Sizes(rounds=1, small=4, large=20, growth=(10, 50), growth_class=(4, 12))


@dataclass
class Setting:
    """One run of the benchmark. `folder` is temporary."""

    folder: Path
    sizes: Sizes
    catalog: Catalog = field(default_factory=lambda: load_catalog(ROOT))
    peers: Peers = field(default_factory=Peers)
    workers: int = field(default_factory=cores)

    def units(self) -> list[Unit]:
        """The units that are measured."""
        return [self.catalog.unit(name) for name in UNITS]

    def new_folder(self, name: str) -> Path:
        """A new folder of a part's."""
        made = self.folder / name
        made.mkdir(parents=True)
        return made
