"""Values as frames: JSON for plain data, safetensors for the bytes of tensors.

A frame is two big-endian 32-bit lengths, a JSON document and a safetensors
document:

    | json bytes (n) | blob bytes (m) | n bytes of JSON | m bytes of safetensors |

The blob holds storages, not tensors: one flat uint8 array per distinct storage. A
tensor in the JSON names its storage, dtype, shape, stride and offset, so strides and
sharing survive the way, in both directions.

Both sides use this package, but not with the same trust. `Decoder(trusted=False)`, which
the host uses, takes a frame as hostile: every length, dtype, stride and index is checked
against the bytes that came, and nothing in a frame is ever executed. Only
`Decoder(trusted=True)`, which the guest uses, unpickles the functions that the host sends.
"""

from __future__ import annotations

from course.sandbox.wire.decode import Decoder
from course.sandbox.wire.encode import Encoder, Pickled, by_value, message, opaque_node
from course.sandbox.wire.frames import HEADER, frame_lengths, pack, read_frame, unpack
from course.sandbox.wire.limits import (
    DTYPES,
    KINDS,
    MAX_BLOB,
    MAX_BRACKETS,
    MAX_DEPTH,
    MAX_DIMS,
    MAX_ELEMENTS,
    MAX_INDEX,
    MAX_INT_BITS,
    MAX_JSON,
    MAX_NODES,
    MAX_OPAQUE_TEXT,
    MAX_SAME_HASH,
    MAX_TEXT,
    NUMPY_DTYPE,
    ProtocolError,
    TooLarge,
)
from course.sandbox.wire.values import Facts, Opaque, facts

__all__ = [
    "DTYPES",
    "HEADER",
    "KINDS",
    "MAX_BLOB",
    "MAX_BRACKETS",
    "MAX_DEPTH",
    "MAX_DIMS",
    "MAX_ELEMENTS",
    "MAX_INDEX",
    "MAX_INT_BITS",
    "MAX_JSON",
    "MAX_NODES",
    "MAX_OPAQUE_TEXT",
    "MAX_SAME_HASH",
    "MAX_TEXT",
    "NUMPY_DTYPE",
    "Decoder",
    "Encoder",
    "Facts",
    "Opaque",
    "Pickled",
    "ProtocolError",
    "TooLarge",
    "by_value",
    "facts",
    "frame_lengths",
    "message",
    "opaque_node",
    "pack",
    "read_frame",
    "unpack",
]
