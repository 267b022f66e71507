"""Values to nodes: what the guest says of its answers, and the host of its inputs."""

from __future__ import annotations

import base64
import importlib
import io
import math
import sys
import types
from dataclasses import dataclass
from typing import Any

from course.sandbox.wire.frames import pack
from course.sandbox.wire.limits import (
    DTYPES,
    MAX_BLOB,
    MAX_DEPTH,
    MAX_DIMS,
    MAX_ELEMENTS,
    MAX_INT_BITS,
    MAX_JSON,
    MAX_NODES,
    MAX_OPAQUE_TEXT,
    MAX_TEXT,
    TooLarge,
)


class Encoder:
    """Values to JSON nodes. One encoder per frame: it numbers the frame's storages."""

    def __init__(self, pickle_rest: bool = False) -> None:
        self.storages: list[bytes] = []
        self._index: dict[int, int] = {}
        self._alive: list[Any] = []  # keeps storages alive, so that identities stay distinct
        self._pickle_rest = pickle_rest
        self._nodes = 0
        self._bytes = 0

    def encode(self, value: Any, depth: int = 0) -> Any:
        """The node of one value; what cannot cross becomes an Opaque (or a pickle)."""
        self._nodes += 1
        if depth > MAX_DEPTH or self._nodes > MAX_NODES:
            raise TooLarge("the value is nested too deeply or holds too many parts")
        if value is None or isinstance(value, bool):
            return value
        if isinstance(value, int):
            return self._int(int(value))
        if isinstance(value, float):
            number = float(value)
            return number if math.isfinite(number) else {"$": "float", "v": repr(number)}
        if isinstance(value, str):
            return self._text(value)
        return self._container(value, depth)

    def _int(self, value: int) -> Any:
        if value.bit_length() > MAX_INT_BITS:
            raise TooLarge(f"an integer of {value.bit_length():,} bits")
        return value if value.bit_length() < 63 else {"$": "int", "v": hex(value)}

    def _text(self, value: str) -> Any:
        if len(value) > MAX_TEXT:
            raise TooLarge(f"a string of {len(value):,} characters")
        text = str.__str__(value)
        try:
            text.encode()
        except UnicodeEncodeError:
            text = text.encode("utf-8", "backslashreplace").decode()
        return text

    def _container(self, value: Any, depth: int) -> Any:
        if isinstance(value, complex):
            return {"$": "complex", "v": [repr(value.real), repr(value.imag)]}
        if isinstance(value, (bytes, bytearray)):
            if len(value) > MAX_JSON // 2:
                raise TooLarge(f"{len(value):,} bytes")
            return {"$": "bytes", "v": base64.b64encode(bytes(value)).decode()}
        torch = sys.modules.get("torch")
        if torch is not None and isinstance(value, torch.Size):
            return {"$": "size", "v": [int(n) for n in value]}
        if isinstance(value, list):
            return [self.encode(item, depth + 1) for item in list.__iter__(value)]
        if isinstance(value, tuple):
            return {"$": "tuple", "v": [self.encode(v, depth + 1) for v in tuple.__iter__(value)]}
        if isinstance(value, (set, frozenset)):
            items = [self.encode(item, depth + 1) for item in value]
            return {"$": "set", "v": sorted(items, key=repr)}
        if isinstance(value, dict):
            pairs = dict.items(value)
            return {
                "$": "dict",
                "v": [[self.encode(k, depth + 1), self.encode(v, depth + 1)] for k, v in pairs],
            }
        return self._foreign(value, torch, depth)

    def _foreign(self, value: Any, torch: Any, depth: int) -> Any:
        if torch is not None:
            if isinstance(value, torch.Tensor):
                return self._tensor(value, torch, depth)
            if isinstance(value, torch.dtype):
                return {"$": "dtype", "v": str(value).removeprefix("torch.")}
            if isinstance(value, torch.device):
                return {"$": "device", "v": str(value)}
        numpy = sys.modules.get("numpy")
        if numpy is not None and isinstance(value, numpy.ndarray):
            node = self._array(value, numpy)
            if node is not None:
                return node
        if self._pickle_rest:
            data = value.data if isinstance(value, Pickled) else by_value(value)
            return {"$": "pickle", "v": base64.b64encode(data).decode()}
        return opaque_node(value)

    def _array(self, value: Any, numpy: Any) -> Any:
        if value.dtype.kind not in "biufc" or value.ndim > MAX_DIMS:
            return None
        data = numpy.ascontiguousarray(value).tobytes()
        return {
            "$": "array",
            "dtype": value.dtype.str,
            "shape": list(value.shape),
            "storage": self._add(data),
        }

    def _tensor(self, value: Any, torch: Any, depth: int) -> Any:
        kind = type(value)
        is_parameter = kind is torch.nn.Parameter
        if kind is not torch.Tensor and not is_parameter:
            if self._pickle_rest and kind is not torch.Tensor:
                pass  # a buffer or another subclass of the grader's: its data is what counts
            else:
                return opaque_node(value, f"a subclass of torch.Tensor ({kind.__name__})")
        if value.layout != torch.strided or value.is_quantized or value.is_nested:
            return opaque_node(value, f"a tensor that is not strided ({value.layout})")
        dtype = str(value.dtype).removeprefix("torch.")
        if dtype not in DTYPES:
            return opaque_node(value, f"a tensor of dtype {value.dtype}")
        if value.numel() > MAX_ELEMENTS or value.dim() > MAX_DIMS:
            raise TooLarge(f"a tensor of {value.numel():,} elements")
        grad = value.grad if value.is_leaf else None
        node = {
            "$": "tensor",
            "dtype": dtype,
            "device": str(value.device),
            "requires_grad": bool(value.requires_grad),
            "leaf": bool(value.is_leaf),
            "grad_fn": type(value.grad_fn).__name__ if value.grad_fn is not None else None,
            "parameter": is_parameter,
            "grad": None if grad is None else self.encode(grad, depth + 1),
        }
        plain = value.detach()
        if plain.is_conj() or plain.is_neg():
            plain = plain.resolve_conj().resolve_neg()
        node.update(
            shape=list(plain.shape),
            stride=list(plain.stride()),
            offset=int(plain.storage_offset()),
            storage=None if plain.device.type == "meta" else self._storage(plain, torch),
        )
        return node

    def _storage(self, plain: Any, torch: Any) -> int:
        storage = plain.untyped_storage()
        key = storage._cdata
        if key not in self._index:
            self._alive.append(storage)
            if storage.nbytes() > MAX_BLOB:
                raise TooLarge(f"a tensor over {storage.nbytes():,} bytes of memory")
            if storage.device.type != "cpu":
                storage = storage.cpu()
            flat = torch.empty(0, dtype=torch.uint8).set_(storage)
            self._index[key] = self._add(flat.numpy().tobytes())
        return self._index[key]

    def _add(self, data: bytes) -> int:
        self._bytes += len(data)
        if self._bytes > MAX_BLOB:
            raise TooLarge(f"tensors of over {self._bytes:,} bytes together")
        self.storages.append(data)
        return len(self.storages) - 1


@dataclass(frozen=True)
class Pickled:
    """What by_value made of a value of the grader's that is sent more than once."""

    data: bytes


def by_value(value: Any) -> bytes:
    """A pickle of a value of the grader's, functions by value. Only ever sent to a guest."""
    import cloudpickle

    class Pickler(cloudpickle.Pickler):  # type: ignore[misc]
        """cloudpickle, taught that torch.backends (a subclass of a module) is a module.

        Nothing goes with the name or the path of the grader's file: a guest can read everything that it gets.
        """

        def reducer_override(self, obj: Any) -> Any:
            if isinstance(obj, types.FunctionType):  # or cloudpickle adds the module's __name__ and __file__
                self.globals_ref.setdefault(id(obj.__globals__), {"__name__": "probe"})
            if isinstance(obj, types.CodeType):
                name = obj.co_filename if obj.co_filename.startswith("<") else "<grader>"
                return self.dispatch_table[types.CodeType](obj.replace(co_filename=name))
            if isinstance(obj, types.ModuleType) and type(obj) is not types.ModuleType:
                return importlib.import_module, (obj.__name__,)
            reduced = super().reducer_override(obj)
            if isinstance(reduced, tuple) and len(reduced) > 2:
                for part in (*reduced[1], *reduced[2]):
                    if isinstance(part, dict) and "__module__" in part:
                        part["__module__"] = "probe"
            return reduced

    with io.BytesIO() as file:
        Pickler(file).dump(value)
        return file.getvalue()


def opaque_node(value: Any, text: str | None = None) -> Any:
    """The node of a value that stays where it is: its type's name and a short text."""
    if text is None:
        try:
            text = repr(value)
        except BaseException:  # a repr of the student's may do anything
            text = "a value without a printable form"
    return {
        "$": "object",
        "type": f"{type(value).__module__}.{type(value).__qualname__}"[:MAX_OPAQUE_TEXT],
        "text": str(text).encode("utf-8", "backslashreplace").decode()[:MAX_OPAQUE_TEXT],
    }


def message(kind: str, fields: dict[str, Any], encoder: Encoder | None = None) -> bytes:
    """A frame of a message: `fields` are JSON already, or nodes made by `encoder`."""
    return pack({"kind": kind, **fields}, encoder.storages if encoder else [])
