"""What may cross the wire, and the errors of what may not."""

from __future__ import annotations

import re

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


class ProtocolError(Exception):
    """A frame breaks the protocol. From a guest, this is the guest's fault."""


class TooLarge(Exception):
    """A value does not fit into a frame."""
