"""Fuzzes the host's side of the wire: whatever bytes come, there is a value or a ProtocolError.

    python tests/fuzz/fuzz_wire.py [SECONDS]

With atheris installed it is guided by coverage; without it, frames are made by mutating good ones and by
filling the protocol's own shapes with hostile values. Either way every frame goes through the
decoder as the host uses it, and then through the words that judge values. Ends with 0 when
nothing was found; otherwise prints the frame that did it.
"""

from __future__ import annotations

import base64
import contextlib
import json
import random
import resource
import struct
import sys
import tempfile
import time
import warnings
from pathlib import Path

import numpy
import torch

try:
    import atheris
except ImportError:
    atheris = None

with atheris.instrument_imports(include=["course"]) if atheris else contextlib.nullcontext():
    from course import checks
    from course.checks import CheckFailed
    from course.sandbox import wire
    from course.sandbox.answers import GuestError

CAP_MIB = 3072  # of this process, torch included
SLOW_SECONDS = 20.0  # for one frame; the machine may be busy
WANT = torch.tensor([[1.0, 2.0], [3.0, 4.0]])
SIZES = [0, 1, 2, -1, 2**31, 2**40, 2**62, 2**70, True, None, "2", 1.5, [], {}]
TEXTS = ["", "float32", "bool", "complex32", "float8_e4m3fn", "<f4", "|b1", "(" * 500, "cuda:9", "nan", "0x" + "f" * 2000, "-0x1",
         "\ud800", "\x00", "a" * 5000, "__class__", "1_0", "inf", "O", "V1", "<U5"]  # fmt: skip


def one_frame(data: bytes) -> None:
    """What the host does with bytes of a guest; only ProtocolError and CheckFailed may come of it."""
    try:
        json_size, blob_size = wire.frame_lengths(data[:8])
        text, blob = data[8 : 8 + json_size], data[8 + json_size : 8 + json_size + blob_size]
        document, storages = wire.unpack(text, blob)
        if not isinstance(document, dict):
            return
        if "error" in document:
            GuestError.parse(document["error"])
        value = wire.Decoder(storages).decode(document.get("value"))
    except (wire.ProtocolError, struct.error):
        return
    for word, want in (
        (checks.assert_tensor, WANT), (checks.assert_equal, [1, {"a": 2.5}]), (checks.assert_equal, {"a": WANT}),
        (checks.assert_number, 1.0), (checks.assert_numbers, [1.0, 2.0]),
    ):  # fmt: skip
        try:
            word(value, want, mistakes={"m": want})
        except CheckFailed:
            continue


def frame(document: object, blob: bytes = b"") -> bytes:
    text = json.dumps(document).encode()
    return struct.pack(">II", len(text), len(blob)) + text + blob


def good_frames() -> list[bytes]:
    """Frames as an honest guest sends them, of every kind of value."""
    values = [
        1, -(2**80), 1.5, float("nan"), "text", b"bytes", None, True, 1 + 2j, (1, [2, {3: {4}}]), torch.Size([2, 3]), torch.float16,
        torch.device("cpu"), WANT, WANT.T, WANT.expand(3, 2, 2), torch.empty(0), torch.tensor(3), torch.ones(2, dtype=torch.bool),
        torch.empty(2, 3, device="meta"), torch.ones(2, dtype=torch.complex64).conj(), torch.ones(3, requires_grad=True) * 2,
        numpy.arange(6.0).reshape(2, 3), [WANT, WANT[0]], {"w": torch.nn.Parameter(WANT.clone())}, object(),
        torch.ones(2).to(torch.float8_e5m2), torch.sparse_coo_tensor([[0]], [1.0], (2,)),
    ]  # fmt: skip
    frames = []
    for value in values:
        encoder = wire.Encoder()
        node = encoder.encode(value)
        frames.append(wire.message("answer", {"id": "0", "value": node}, encoder))
    return frames


def hostile_node(draw: random.Random, depth: int = 0) -> object:
    """A node in the protocol's own shape with one or more values that do not belong there."""
    kind = draw.choice(sorted(wire.KINDS) + ["plain", "odd"])
    inner = [hostile_node(draw, depth + 1) for _ in range(draw.randrange(3))] if depth < 5 else []
    if kind in ("plain", "odd"):
        return draw.choice([*SIZES, *TEXTS, {"$": draw.choice(TEXTS)}, inner])
    node: dict[str, object] = {
        "$": kind,
        "v": draw.choice([inner, [inner, inner], draw.choice(TEXTS), draw.choice(SIZES), [[1, inner]]]),
    }
    if kind in ("tensor", "array"):
        dims = draw.randrange(4)
        node.update(
            dtype=draw.choice([*sorted(wire.DTYPES), *TEXTS]),
            shape=[draw.choice([*SIZES, 1, 2, 3]) for _ in range(dims)],
            stride=[draw.choice([*SIZES, 0, 1, 2]) for _ in range(dims + draw.randrange(2) * draw.randrange(2))],
            offset=draw.choice([0, 0, 1, *SIZES]), storage=draw.choice([0, 0, 0, 1, None, -1, "0"]), device=draw.choice(["cpu", *TEXTS]),
            requires_grad=draw.choice([True, False, []]), leaf=draw.choice([True, 0]), grad_fn=draw.choice([None, *TEXTS]),
            parameter=draw.choice([True, False]), grad=draw.choice([None, None, *inner[:1]]),
        )  # fmt: skip
    if kind == "object":
        node.update(type=draw.choice([*TEXTS, inner]), text=draw.choice([*TEXTS, inner]))
    return node


def mutated(draw: random.Random, frames: list[bytes]) -> bytes:
    """A good frame with a few bytes changed, cut out, doubled or taken from another."""
    data = bytearray(draw.choice(frames))
    for _ in range(draw.randrange(1, 6)):
        place = draw.randrange(len(data) + 1)
        deed = draw.randrange(5)
        if deed == 0 and place < len(data):
            data[place] = draw.randrange(256)
        elif deed == 1:
            del data[place : place + draw.randrange(1, 9)]
        elif deed == 2:
            data[place:place] = data[max(place - draw.randrange(40), 0) : place]
        elif deed == 3:
            data[place:place] = draw.choice(
                [b"\xff" * 8, b"[" * 90, b"0" * 40, b'"$"', b"NaN", b"1e999", b"-"]
            )
        else:
            other = draw.choice(frames)
            data[place:] = other[draw.randrange(len(other) + 1) :]
    return fitting(data) if draw.random() < 0.7 else bytes(data)


def fitting(data: bytes | bytearray) -> bytes:
    """The same with lengths that fit, so that more is reached than their check."""
    if len(data) < 8:
        return bytes(data)
    json_size = min(int.from_bytes(data[:4], "big"), len(data) - 8)
    return struct.pack(">II", json_size, len(data) - 8 - json_size) + bytes(data[8:])


def hostile_frame(draw: random.Random) -> bytes:
    """An answer in the protocol's own shape with hostile values, seldom with an error."""
    error = {"error": hostile_node(draw)} if draw.random() < 0.1 else {}
    return frame({"kind": "answer", "value": hostile_node(draw), **error}, some_blob(draw))


def some_blob(draw: random.Random) -> bytes:
    encoder = wire.Encoder()
    encoder.encode([torch.arange(float(draw.randrange(1, 9)))])
    return (
        wire.message("x", {}, encoder)[8 + len(b'{"kind":"x"}') :]
        if draw.random() < 0.9
        else draw.randbytes(64)
    )


def fuzz_blindly(seconds: float, seed: int) -> int:
    draw, frames, number = random.Random(seed), good_frames(), 0
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        number += 1
        data = mutated(draw, frames) if draw.random() < 0.5 else hostile_frame(draw)
        began = time.monotonic()
        try:
            one_frame(data)
        except BaseException:
            print(f"frame {number} of seed {seed}: {base64.b64encode(data).decode()}", file=sys.stderr)
            raise
        if time.monotonic() - began > SLOW_SECONDS:
            raise AssertionError(f"frame {number} of seed {seed} took {time.monotonic() - began:.0f} s")
        if number % 1000 == 0 and resource.getrusage(resource.RUSAGE_SELF).ru_maxrss > CAP_MIB * 1024:
            raise AssertionError(f"frame {number} of seed {seed}: more than {CAP_MIB} MiB")
    return number


def main() -> None:
    warnings.simplefilter("ignore")
    torch.set_num_threads(1)
    seconds = float(sys.argv[1]) if len(sys.argv) > 1 else 60.0
    if atheris is None:
        seed = random.randrange(2**32)
        print(f"no atheris: mutations and shapes, seed {seed}, {seconds:g} s")
        print(f"{fuzz_blindly(seconds, seed):,} frames, nothing found")
        return
    frames = good_frames()

    def next_frame(data: bytes, max_size: int, seed: int) -> bytes:
        """The engine's own mutation with lengths mended; now and then a frame from our shapes, to go on from."""
        draw = random.Random(seed)
        if draw.random() < 0.1:
            return (hostile_frame(draw) if draw.random() < 0.5 else mutated(draw, frames))[:max_size]
        changed = atheris.Mutate(data, max_size)
        return fitting(changed) if draw.random() < 0.9 else changed

    with tempfile.TemporaryDirectory(prefix="course-fuzz-") as corpus:
        for number, data in enumerate(frames):
            Path(corpus, str(number)).write_bytes(data)
        atheris.Setup(
            [
                sys.argv[0],
                corpus,
                f"-max_total_time={int(seconds)}",
                "-rss_limit_mb=3072",
                "-max_len=4096",
                "-timeout=60",
            ],
            one_frame,
            custom_mutator=next_frame,
        )
        atheris.Fuzz()


if __name__ == "__main__":
    main()
