"""Nodes to values. On the host every node is hostile, and nothing in it is ever executed."""

from __future__ import annotations

import base64
import math
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from course.sandbox.wire.limits import (
    DTYPES,
    KINDS,
    MAX_DEPTH,
    MAX_DIMS,
    MAX_ELEMENTS,
    MAX_INT_BITS,
    MAX_NODES,
    MAX_OPAQUE_TEXT,
    MAX_SAME_HASH,
    NUMPY_DTYPE,
    ProtocolError,
)
from course.sandbox.wire.values import Facts, Opaque, with_facts

if TYPE_CHECKING:  # the host's catalog and the tests of lengths need no torch
    import torch


class Decoder:
    """JSON nodes to values. `trusted` lets it unpickle, which only the guest may do."""

    def __init__(self, storages: list[bytearray], trusted: bool = False) -> None:
        self._raw = storages
        self._built: dict[int, Any] = {}
        self._trusted = trusted
        self._nodes = 0

    def decode(self, node: Any, depth: int = 0) -> Any:
        """The value of a node; raises ProtocolError on anything that the protocol has not."""
        self._nodes += 1
        if depth > MAX_DEPTH or self._nodes > MAX_NODES:
            raise ProtocolError("a value is nested too deeply or holds too many parts")
        if node is None or isinstance(node, (bool, int, float, str)):
            return node
        if isinstance(node, list):
            return [self.decode(item, depth + 1) for item in node]
        if not isinstance(node, dict) or not isinstance(node.get("$"), str):
            raise ProtocolError("a value has no kind")
        method: Callable[[dict[str, Any], int], Any] | None = getattr(self, "_" + node["$"], None)
        if node["$"] not in KINDS or method is None:
            raise ProtocolError("a value has an unknown kind")
        try:
            return method(node, depth)
        except ProtocolError:
            raise
        except Exception as error:  # whatever a library makes of a hostile node
            raise ProtocolError(f"a {node['$']} in a frame is malformed") from error

    def _float(self, node: dict[str, Any], depth: int) -> float:
        return float(node["v"])

    def _int(self, node: dict[str, Any], depth: int) -> int:
        text = node["v"]
        if not isinstance(text, str) or len(text) > MAX_INT_BITS // 4 + 4:
            raise ProtocolError("an integer is too long")
        return int(text, 16)

    def _complex(self, node: dict[str, Any], depth: int) -> complex:
        real, imag = node["v"]
        return complex(float(real), float(imag))

    def _bytes(self, node: dict[str, Any], depth: int) -> bytes:
        return base64.b64decode(node["v"], validate=True)

    def _size(self, node: dict[str, Any], depth: int) -> Any:
        import torch

        return torch.Size([_dimension(n) for n in node["v"]])

    def _items(self, node: dict[str, Any], depth: int) -> list[Any]:
        if not isinstance(node["v"], list):
            raise ProtocolError("a container holds no list")
        return [self.decode(item, depth + 1) for item in node["v"]]

    def _tuple(self, node: dict[str, Any], depth: int) -> tuple[Any, ...]:
        return tuple(self._items(node, depth))

    def _set(self, node: dict[str, Any], depth: int) -> set[Any]:
        return set(_spread([_hashable(item) for item in self._items(node, depth)]))

    def _dict(self, node: dict[str, Any], depth: int) -> dict[Any, Any]:
        pairs = [(_hashable(self.decode(k, depth + 1)), self.decode(v, depth + 1)) for k, v in node["v"]]
        _spread([key for key, _ in pairs])
        return dict(pairs)

    def _dtype(self, node: dict[str, Any], depth: int) -> Any:
        import torch

        if node["v"] not in DTYPES:
            return Opaque("torch.dtype", str(node["v"])[:MAX_OPAQUE_TEXT])
        return getattr(torch, node["v"])

    def _device(self, node: dict[str, Any], depth: int) -> Any:
        import torch

        text = node["v"]
        if not isinstance(text, str) or len(text) > 32:
            raise ProtocolError("a device has no name")
        return torch.device(text)

    def _object(self, node: dict[str, Any], depth: int) -> Opaque:
        return Opaque(str(node["type"])[:MAX_OPAQUE_TEXT], str(node["text"])[:MAX_OPAQUE_TEXT])

    def _pickle(self, node: dict[str, Any], depth: int) -> Any:
        if not self._trusted:
            raise ProtocolError("a pickle came from the guest")
        import pickle

        return pickle.loads(base64.b64decode(node["v"]))

    def _array(self, node: dict[str, Any], depth: int) -> Any:
        import numpy

        name = node["dtype"]
        if not isinstance(name, str) or not NUMPY_DTYPE.fullmatch(name):
            raise ProtocolError("an array has an unknown dtype")
        dtype = numpy.dtype(name)
        shape = [_dimension(n) for n in node["shape"]]
        raw = self._raw_storage(node["storage"])
        if len(shape) > MAX_DIMS or math.prod(shape) * dtype.itemsize != len(raw):
            raise ProtocolError("an array's shape does not fit its bytes")
        return numpy.frombuffer(bytearray(raw), dtype=dtype).reshape(shape)

    def _tensor(self, node: dict[str, Any], depth: int) -> torch.Tensor:
        import torch

        if node["dtype"] not in DTYPES:
            raise ProtocolError("a tensor has an unknown dtype")
        dtype = getattr(torch, node["dtype"])
        shape = [_dimension(n) for n in node["shape"]]
        stride = [_dimension(n) for n in node["stride"]]
        offset = _dimension(node["offset"])
        if len(shape) != len(stride) or len(shape) > MAX_DIMS or math.prod(shape) > MAX_ELEMENTS:
            raise ProtocolError("a tensor's shape is over the limit")
        tensor = self._strided(node["storage"], dtype, shape, stride, offset)
        facts = Facts(
            requires_grad=bool(node["requires_grad"]),
            is_leaf=bool(node["leaf"]),
            grad_fn=None if node["grad_fn"] is None else str(node["grad_fn"])[:MAX_OPAQUE_TEXT],
            device=str(node["device"])[:32],
            is_parameter=bool(node["parameter"]),
            grad=self.decode(node["grad"], depth + 1),
        )
        return self._restore(tensor, facts) if self._trusted else with_facts(tensor, facts)

    def _strided(
        self, index: Any, dtype: Any, shape: list[int], stride: list[int], offset: int
    ) -> torch.Tensor:
        import torch

        if index is None:
            return torch.empty_strided(shape, stride, dtype=dtype, device="meta")
        raw = self._raw_storage(index)
        last = offset + sum((n - 1) * step for n, step in zip(shape, stride, strict=True))
        empty = 0 in shape
        if not empty and (last + 1) * dtype.itemsize > len(raw):
            raise ProtocolError("a tensor claims more memory than it has")
        if empty:
            return torch.empty_strided(shape, stride, dtype=dtype)
        if index not in self._built:
            self._built[index] = torch.frombuffer(raw, dtype=torch.uint8)
        flat = self._built[index]
        if dtype is torch.bool:
            flat.clamp_(max=1)  # any other byte would be a bool that equals neither True nor False
        return torch.empty(0, dtype=dtype).set_(flat.untyped_storage(), offset, shape, stride)

    def _raw_storage(self, index: Any) -> bytearray:
        if not isinstance(index, int) or isinstance(index, bool) or not 0 <= index < len(self._raw):
            raise ProtocolError("a tensor names a storage that is not there")
        return self._raw[index]

    @staticmethod
    def _restore(tensor: torch.Tensor, facts: Facts) -> torch.Tensor:
        """A tensor of the grader's as the guest should see it."""
        import torch

        if facts.device not in ("cpu", "meta"):
            tensor = tensor.to(facts.device)
        if facts.is_parameter:
            tensor = torch.nn.Parameter(tensor, requires_grad=facts.requires_grad)
        elif facts.requires_grad:
            tensor.requires_grad_()
        if facts.grad is not None:
            tensor.grad = facts.grad
        return tensor


def _hashable(key: Any) -> Any:
    """A key, or a member of a set: a set there was a frozenset, which crosses as a set."""
    if isinstance(key, tuple) and type(key) is tuple:
        return tuple(_hashable(item) for item in key)
    return frozenset(key) if isinstance(key, set) else key


def _spread(keys: list[Any]) -> list[Any]:
    """The keys, if their hashes spread: keys that collide make a dict take the square of its size."""
    if len(keys) > MAX_SAME_HASH:
        seen: dict[int, int] = {}
        for key in keys:
            # the mixture, since a number below 2**61 is its own hash and could be chosen to collide here too
            number = hash((hash(key), "spread"))
            seen[number] = seen.get(number, 0) + 1
            if seen[number] > MAX_SAME_HASH:
                raise ProtocolError("too many keys have the same hash")
    return keys


def _dimension(value: Any) -> int:
    if not isinstance(value, int) or isinstance(value, bool) or not 0 <= value < 2**40:
        raise ProtocolError("a size is not a small whole number")
    return value
