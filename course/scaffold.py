"""`course new`: a unit that is small, whole and green, to be written over.

It writes the files that docs/authors.md describes, and the unit's entry in course.yml. Nothing that
is there already is touched.
"""

from __future__ import annotations

import re
from pathlib import Path

import yaml

from course.catalog import UNIT_NAME, Catalog, load_catalog
from course.errors import CourseError, InternalError, UsageError
from course.workspace import write_atomically

SHORT_NAME = re.compile(r"^[a-z][a-z0-9_]*$")

SOLUTION = '''\
# %% [markdown]
# # {title}
#
# What this unit is about, in three sentences. What breaks, in production, for those who
# do not know it?

# %%
import torch

# %% [markdown]
# ## The first task
#
# One idea, one short program with other numbers than the task's, one trap.

# %% task="scale"
def scale(x: torch.Tensor, factor: float) -> torch.Tensor:
    """Each number of ``x``, times ``factor``.

    Args:
        x: a floating tensor of any shape; it is not changed.
        factor: any number.

    Returns:
        A new tensor of the shape and dtype of ``x``.
    """
    ### BEGIN SOLUTION
    return x * factor
    ### END SOLUTION
'''

VISIBLE = '''\
"""Checks of {name} that students may read, run and follow by hand."""

import torch
from course.checks import assert_tensor, check, mistake, task

task(
    "scale",
    hints=(
        "Arithmetic on a tensor works on each of its numbers.",
        "The operator is the one that you would use on a single number.",
    ),
)

mistake(
    "added-instead",
    "You added the factor. To scale is to multiply.",
)


@check("scale")
def test_twice_two_numbers(student):
    """scale doubles two numbers"""
    x = torch.tensor([1.0, 3.0])
    assert_tensor(
        student.scale(x, 2.0),
        torch.tensor([2.0, 6.0]),
        what="scale([1., 3.], 2.)",
        mistakes={"added-instead": x + 2},
    )
'''

HIDDEN = '''\
"""Hidden checks of {name}: other shapes, dtypes and factors."""

import torch
from course.checks import assert_tensor, check


@check("scale", points=2, inputs="other shapes and factors, in double precision")
def test_other_shapes(student, reference):
    """scale keeps shape and dtype"""
    x = torch.randn(2, 3, 5, dtype=torch.float64)
    assert_tensor(
        student.scale(x, -1.5),
        reference.scale(x, -1.5),
        what="the scaled tensor",
        mistakes={"added-instead": x - 1.5},
    )


@check("scale", inputs="an input that requires a gradient")
def test_gradients_flow(student):
    """scale lets gradients flow"""
    x = torch.randn(7, requires_grad=True)
    assert_tensor(student.scale(x, 3.0), x.detach() * 3, what="the scaled tensor", graph=True)
'''

WRONG = '''\
# task: scale
# mistake: added-instead
# fails: scale.twice_two_numbers, scale.other_shapes, scale.gradients_flow
"""Adds the factor."""


def scale(x, factor):
    return x + factor
'''

RIGHT = '''\
# task: scale
"""Multiplies by a tensor of one number."""


def scale(x, factor):
    return torch.mul(x, torch.tensor(factor, dtype=x.dtype))
'''


def create_unit(catalog: Catalog, name: str) -> list[Path]:
    """Writes a new unit, `graphs` or `09_graphs`, and its entry in course.yml; returns the files.

    Raises UsageError, before anything is written, when the name is no name or is taken.
    """
    name = full_name(catalog, name)
    title = name.split("_", 1)[1].replace("_", " ").capitalize()
    graders = catalog.root / "graders" / name
    texts = {
        catalog.root / "solutions" / f"{name}.py": SOLUTION,
        graders / "test_visible.py": VISIBLE,
        graders / "test_hidden.py": HIDDEN,
        graders / "variants" / "wrong" / "scale_added.py": WRONG,
        graders / "variants" / "right" / "scale_by_mul.py": RIGHT,
    }
    for path in texts:
        if path.exists():
            raise UsageError(f"{path.relative_to(catalog.root)} is there already; nothing was written.")
    listed = add_to_catalog(catalog, name, title)
    for path, text in texts.items():
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text.replace("{name}", name).replace("{title}", title), encoding="utf-8")
    return [path.relative_to(catalog.root) for path in (listed, *texts)]


def full_name(catalog: Catalog, word: str) -> str:
    """The whole name; the next number for a bare one."""
    word = word.strip().lower()
    if SHORT_NAME.match(word):
        word = f"{max((unit.number for unit in catalog), default=0) + 1:02d}_{word}"
    if not UNIT_NAME.match(word):
        raise UsageError(f"{word!r} cannot be a unit's name; a name looks like `graphs` or `09_graphs`.")
    number, short = word.split("_", 1)
    for unit in catalog:
        if short == unit.short_name or int(number) == unit.number:
            raise UsageError(f"{unit.name} has this name or number already; nothing was written.")
    return word


def add_to_catalog(catalog: Catalog, name: str, title: str) -> Path:
    """Writes the unit behind the others in course.yml, every other byte as it was."""
    path = catalog.root / "course.yml"
    text = path.read_text(encoding="utf-8")
    node = yaml.compose(text, Loader=yaml.SafeLoader)
    assert isinstance(node, yaml.MappingNode)
    units = next(value for key, value in node.value if key.value == "units")
    if units.flow_style or not units.value:
        raise UsageError(
            f"{path.name}: add the unit by hand: `- name: {name}`; its units are not written one a line."
        )
    lines = text.splitlines(keepends=True)
    end = (
        units.end_mark.line if units.end_mark.column == 0 or units.end_mark.line < len(lines) else len(lines)
    )
    while end > 0 and not lines[end - 1].strip():
        end -= 1
    if end and not lines[end - 1].endswith("\n"):
        lines[end - 1] += "\n"
    indent = " " * units.start_mark.column
    entry = f"\n{indent}- name: {name}\n{indent}  title: {title}\n{indent}  questions: []\n"
    write_atomically(path, ("".join(lines[:end]) + entry + "".join(lines[end:])).encode())
    try:
        load_catalog(catalog.root).unit(name)
    except CourseError as error:
        write_atomically(path, text.encode())
        raise InternalError(f"{path.name} could not be extended ({error}); it is as it was.") from error
    return path
