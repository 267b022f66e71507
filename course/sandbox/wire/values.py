"""What a value is on this side of the wire when it could not cross whole: its facts, or a name."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:  # the host's catalog and the tests of lengths need no torch
    import torch


@dataclass(frozen=True)
class Opaque:
    """A value that does not cross: only its type's name and a short text do."""

    type_name: str
    text: str


@dataclass(frozen=True)
class Facts:
    """What a tensor was in the guest, beyond values, dtype, shape and stride."""

    requires_grad: bool = False
    is_leaf: bool = True
    grad_fn: str | None = None
    device: str = "cpu"
    is_parameter: bool = False
    grad: Any = None


def with_facts(tensor: torch.Tensor, facts: Facts) -> torch.Tensor:
    """The tensor, which remembers what it was in the guest."""
    tensor._course_facts = facts  # type: ignore[attr-defined]
    return tensor


def facts(tensor: torch.Tensor) -> Facts:
    """The facts that came with a tensor from the guest, or those of a tensor of the host's."""
    known = getattr(tensor, "_course_facts", None)
    if isinstance(known, Facts):
        return known
    import torch

    return Facts(
        requires_grad=tensor.requires_grad,
        is_leaf=tensor.is_leaf,
        grad_fn=None if tensor.grad_fn is None else type(tensor.grad_fn).__name__,
        device=str(tensor.device),
        is_parameter=isinstance(tensor, torch.nn.Parameter),
        grad=tensor.grad if tensor.is_leaf else None,
    )
