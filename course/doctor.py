"""`course doctor`: what is here, and which layers of the sandbox hold, with the command that would fix one.

The layers are not asked, they are tried (sandbox/witness.py).
"""

from __future__ import annotations

import contextlib
import platform
import sys
import textwrap
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from course.errors import SandboxError
from course.sandbox.witness import TOGETHER, Finding

if TYPE_CHECKING:
    from rich.console import Console

NAMESPACES = ("user", "pid", "net", "ipc", "mount")


@dataclass(frozen=True)
class Fact:
    """A line about the installation: what, how it is, and what to do if it is not well."""

    name: str
    value: str
    fix: str | None = None


@dataclass(frozen=True)
class Diagnosis:
    """All that the doctor found."""

    facts: tuple[Fact, ...]
    findings: tuple[Finding, ...]
    fixes: dict[str, str]  # layer -> command

    @property
    def well(self) -> bool:
        """Whether everything is here and every layer holds."""
        return (
            bool(self.findings) and all(f.held for f in self.findings) and not any(f.fix for f in self.facts)
        )

    def to_dict(self) -> dict[str, Any]:
        """As plain data."""
        layers = {f.layer: {**asdict(f), "fix": self.fixes.get(f.layer)} for f in self.findings}
        return {"well": self.well, "facts": [asdict(f) for f in self.facts], "layers": layers}


def examine() -> Diagnosis:
    """Looks at the installation and puts the sandbox to the test."""
    from course.sandbox.host import Sandbox
    from course.sandbox.witness import prove

    with contextlib.closing(Sandbox(torch=False)) as sandbox:
        sandbox.start()  # its imports run while ours do
        facts = [*about_course(), *about_torch()]
        try:
            findings = tuple(prove(sandbox).values())
        except SandboxError as error:
            findings = ()
            facts.append(Fact("sandbox", str(error), "course check on any unit will say the same; report it"))
    fixes = {f.layer: fix for f in findings if not f.held and (fix := fix_for(f.layer))}
    return Diagnosis(tuple(facts), findings, fixes)


def about_course() -> list[Fact]:
    """Python, and which copy of the course this is."""
    from course import __version__
    from course.catalog import load_catalog

    python = f"{platform.python_version()} on {platform.system()} {platform.release()}"
    catalog = load_catalog()
    marks = any(unit.has_hidden_checks for unit in catalog)
    kind = (
        "a clone: checks and marks" if marks else "the students' package: checks; marks come from the class"
    )
    facts = [Fact("python", python), Fact("course", f"{__version__}, {len(catalog.units)} units, {kind}")]
    return [*facts, Fact("warm", about_resident()), Fact("caps", about_caps())]


def about_caps() -> str:
    """What keeps memory and processes within their limits."""
    from course.sandbox.cgroup import Groups

    groups = Groups()
    if groups.reason is None:
        return f"memory and processes by control groups (version {groups.version}) and a watch"
    return f"memory and processes by a watch alone: {groups.reason} here"


def about_resident() -> str:
    """The warm Python that commands share."""
    from course.resident import status, wanted

    if not wanted():
        return "off by COURSE_COLD: every check imports torch anew"
    found = status()
    if found is None:
        return "none yet; the first check starts one, which ends by itself when idle"
    return f"process {found['warm']}, up for {found['seconds'] / 60:.0f} min; it ends by itself when idle"


def about_torch() -> list[Fact]:
    """torch and its devices; the fix where it cannot be imported."""
    try:
        import torch
    except (ImportError, OSError) as error:
        return [
            Fact(
                "torch", f"cannot be imported: {error}", f"{sys.executable} -m pip install torch torchvision"
            )
        ]
    facts = [Fact("torch", f"{torch.__version__}, {torch.get_num_threads()} threads")]
    if torch.cuda.is_available():
        names = ", ".join(torch.cuda.get_device_name(i) for i in range(torch.cuda.device_count()))
        return [*facts, Fact("CUDA", f"{torch.version.cuda}, {names}")]
    built = (
        f"this torch is built for CUDA {torch.version.cuda}"
        if torch.version.cuda
        else "this torch is built without CUDA"
    )
    return [*facts, Fact("CUDA", f"no GPU ({built}); checks that need one are deferred and cost nothing")]


def fix_for(layer: str) -> str | None:
    """The one command (or setting) that would let a layer hold on this machine."""
    if sys.platform != "linux":
        return "run the course in a Linux container or virtual machine"
    if layer in NAMESPACES or layer == "caps":
        return namespace_fix()
    if layer == "seccomp":
        return "sudo apt-get install libseccomp2"
    if layer == "landlock":
        lsm = read("/sys/kernel/security/lsm")
        if lsm and "landlock" not in lsm:
            return f"boot with lsm=landlock,{lsm}"
        return "use Linux 5.13 or later, built with Landlock"
    return None


def namespace_fix() -> str:
    """Why an ordinary user gets no namespaces here, as the command that allows them."""
    if read("/proc/sys/kernel/apparmor_restrict_unprivileged_userns") == "1":
        return "sudo sysctl -w kernel.apparmor_restrict_unprivileged_userns=0"
    if read("/proc/sys/kernel/unprivileged_userns_clone") == "0":
        return "sudo sysctl -w kernel.unprivileged_userns_clone=1"
    if read("/proc/sys/user/max_user_namespaces") == "0":
        return "sudo sysctl -w user.max_user_namespaces=10000"
    if Path("/.dockerenv").exists() or Path("/run/.containerenv").exists():
        return "start the container with --security-opt seccomp=unconfined --security-opt apparmor=unconfined"
    return "ask whoever runs this machine to allow unprivileged user namespaces"


def read(path: str) -> str | None:
    """A kernel setting, or None where the kernel has none."""
    try:
        return Path(path).read_text().strip()
    except OSError:
        return None


def print_diagnosis(diagnosis: Diagnosis) -> None:
    """For a person."""
    from rich.markup import escape

    from course.render import stdout
    from course.student_view import say

    console = stdout()
    for fact in diagnosis.facts:
        value = fact.value.replace("; ", "\n          ") if not console.soft_wrap else fact.value
        console.print(f"  [bold]{fact.name:<8}[/]{escape(value)}", soft_wrap=True)
        if fact.fix:
            say(console, f"[cyan]fix:[/] {escape(fact.fix)}", 10)
    if not diagnosis.findings:
        return
    console.print("\n[bold]The sandbox takes away[/], as tried by a throw-away guest:\n")
    for finding in diagnosis.findings:
        look = "[green]✓ yes[/]" if finding.held else "[red]✗ no [/]"
        head, *more = wrapped(finding.takes_away, console)
        console.print(f"  {look}  {finding.layer:<9} {escape(head)}")
        for line in more:
            console.print(f"{'':19}{escape(line)}")
        if finding.why:
            say(console, escape(f"why: {finding.why}"), 19)
        if fix := diagnosis.fixes.get(finding.layer):
            say(console, f"[cyan]fix:[/] {escape(fix)}", 19)
    held = sum(f.held for f in diagnosis.findings if f.layer != TOGETHER)
    layers = len(diagnosis.findings) - 1
    console.print(f"\n{held} of {layers} layers hold.", end=" ")
    if held == layers:
        console.print("Other people's code can be run here.")
    else:
        console.print("Your own work can be checked all the same; before you")
        console.print("grade other people's, fix the rest or use a virtual machine of its own.")


def wrapped(text: str, console: Console) -> list[str]:
    """A layer's words in lines that fit beside its name; one line in a pipe."""
    return [text] if console.soft_wrap else textwrap.wrap(text, max(console.width - 20, 20))
