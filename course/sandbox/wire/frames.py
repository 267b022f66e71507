"""Frames as bytes."""

from __future__ import annotations

import io
import json
import struct
from typing import Any

from course.sandbox.wire.limits import MAX_BLOB, MAX_BRACKETS, MAX_INDEX, MAX_JSON, ProtocolError, TooLarge

HEADER = struct.Struct(">II")


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
        document = json.loads(text.decode())
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
