"""Values as frames: JSON for plain data, safetensors for the bytes of tensors.

A frame is two big-endian 32-bit lengths, a JSON document and a safetensors
document:

    | json bytes (n) | blob bytes (m) | n bytes of JSON | m bytes of safetensors |

The blob holds storages, not tensors: one flat uint8 array per distinct storage. A
tensor in the JSON names its storage, dtype, shape, stride and offset, so strides and
sharing survive the way, in both directions.

Both sides use this module, but not with the same trust. `Decoder(trusted=False)`, which
the host uses, takes a frame as hostile: every length, dtype, stride and index is checked
against the bytes that came, and nothing in a frame is ever executed. Only
`Decoder(trusted=True)`, which the guest uses, unpickles the functions that the host sends.
"""

from __future__ import annotations

import base64
import importlib
import io
import json
import math
import re
import struct
import sys
import types
from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:  # the host's catalog and the tests of lengths need no torch
    import torch

HEADER = struct.Struct(">II")
MAX_JSON = 16 * 2**20  # bytes of JSON in one frame
MAX_BLOB = 256 * 2**20  # bytes of tensor data in one frame
MAX_DEPTH = 64  # nesting of containers
MAX_NODES = 500_000  # values in one frame
MAX_ELEMENTS = 2**26  # elements of one tensor, counted by shape, not by storage
MAX_DIMS = 16
MAX_INT_BITS = 4096
MAX_TEXT = 2**20  # characters of one string
MAX_OPAQUE_TEXT = 300
MAX_BRACKETS = 4 * MAX_NODES  # in the text of a frame; each costs memory before a node is counted
MAX_INDEX = 4 * 2**20  # bytes of the table of contents of a blob
MAX_SAME_HASH = 64  # keys of a dict or members of a set with one hash: whole numbers can be made to collide
NUMPY_DTYPE = re.compile(r"[<>|=]?[biufc][0-9]{1,2}")

DTYPES = frozenset(
    [
        "bool",
        "uint8",
        "int8",
        "int16",
        "int32",
        "int64",
        "uint16",
        "uint32",
        "uint64",
        "float16",
        "bfloat16",
        "float32",
        "float64",
        "complex32",
        "complex64",
        "complex128",
        "float8_e4m3fn",
        "float8_e5m2",
        "float8_e4m3fnuz",
        "float8_e5m2fnuz",
    ]
)


class ProtocolError(Exception):
    """A frame breaks the protocol. From a guest, this is the guest's fault."""


class TooLarge(Exception):
    """A value does not fit into a frame."""


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


def pack(document: Any, storages: list[bytes]) -> bytes:
    """One frame from a JSON-ready document and the bytes of its storages."""
    text = json.dumps(document, allow_nan=False, separators=(",", ":")).encode()
    blob = b""
    if storages:
        import numpy
        from safetensors.numpy import save

        blob = save({str(i): numpy.frombuffer(data, numpy.uint8) for i, data in enumerate(storages)})
    if len(text) > MAX_JSON or len(blob) > MAX_BLOB:
        raise TooLarge(f"the value takes {len(text) + len(blob):,} bytes")
    return HEADER.pack(len(text), len(blob)) + text + blob


def frame_lengths(header: bytes) -> tuple[int, int]:
    """The two lengths of a frame, refused before anything of that size is read."""
    json_size, blob_size = HEADER.unpack(header)
    if json_size > MAX_JSON or blob_size > MAX_BLOB:
        raise ProtocolError(f"a frame of {json_size + blob_size:,} bytes is over the limit")
    return json_size, blob_size


def unpack(text: bytes, blob: bytes) -> tuple[Any, list[bytearray]]:
    """The document and the storages of a frame; raises ProtocolError on anything odd."""
    if text.count(b"[") + text.count(b"{") > MAX_BRACKETS:
        raise ProtocolError("a frame holds too many parts")
    try:
        document = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise ProtocolError("a frame does not hold JSON") from error
    if not blob:
        return document, []
    import numpy
    from safetensors.numpy import load

    if int.from_bytes(blob[:8], "little") > MAX_INDEX:
        raise ProtocolError("a frame holds too many storages")
    try:
        entries = load(blob)
    except Exception as error:  # whatever a library makes of hostile bytes
        raise ProtocolError("a frame does not hold safetensors") from error
    storages = []
    for index in range(len(entries)):
        entry = entries.get(str(index))
        if entry is None or entry.dtype != numpy.uint8 or entry.ndim != 1:
            raise ProtocolError("a frame's storages are not numbered bytes")
        storages.append(bytearray(entry.tobytes()))
    return document, storages


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

        Code goes without the path of the grader's file: a guest can read everything that it gets.
        """

        def reducer_override(self, obj: Any) -> Any:
            if isinstance(obj, types.CodeType):
                name = obj.co_filename if obj.co_filename.startswith("<") else "<grader>"
                return self.dispatch_table[types.CodeType](obj.replace(co_filename=name))
            if isinstance(obj, types.ModuleType) and type(obj) is not types.ModuleType:
                return importlib.import_module, (obj.__name__,)
            return super().reducer_override(obj)

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
        return set(_spread(self._items(node, depth)))

    def _dict(self, node: dict[str, Any], depth: int) -> dict[Any, Any]:
        pairs = [(self.decode(k, depth + 1), self.decode(v, depth + 1)) for k, v in node["v"]]
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
        return self._restore(tensor, facts) if self._trusted else _with_facts(tensor, facts)

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


def _with_facts(tensor: torch.Tensor, facts: Facts) -> torch.Tensor:
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


KINDS = frozenset(
    [
        "float",
        "int",
        "complex",
        "bytes",
        "size",
        "tuple",
        "set",
        "dict",
        "dtype",
        "device",
        "object",
        "pickle",
        "array",
        "tensor",
    ]
)


def message(kind: str, fields: dict[str, Any], encoder: Encoder | None = None) -> bytes:
    """A frame of a message: `fields` are JSON already, or nodes made by `encoder`."""
    return pack({"kind": kind, **fields}, encoder.storages if encoder else [])


def read_frame(stream: io.RawIOBase | Any) -> tuple[Any, list[bytearray]]:
    """Reads one frame from a blocking binary stream; EOFError at its end."""
    header = _read_exactly(stream, HEADER.size)
    json_size, blob_size = frame_lengths(header)
    return unpack(_read_exactly(stream, json_size), _read_exactly(stream, blob_size))


def _read_exactly(stream: Any, size: int) -> bytes:
    data = stream.read(size)
    if data is None or len(data) < size:
        raise EOFError("the other side closed the channel")
    return bytes(data)
