"""The untrusted side: loads a submission and does what the host asks.

`main` is called in a fresh fork of the warm parent. It confines the process, says hello (the
last message that can be trusted, since no student code has run yet), and then answers
requests, one frame each:

    load     run the submission's cells in order, like a notebook
    call     call one of its functions; the arguments come back as they are afterwards
    observe  run a function of the grader's beside the student's code

Whatever student code raises becomes data in the reply. It never leaves this process as a
Python object.
"""

from __future__ import annotations
import __future__

import builtins
import contextlib
import faulthandler
import gc
import io
import itertools
import linecache
import os
import random
import re
import signal
import socket
import sys
import tempfile
import traceback
import types
from collections.abc import Callable
from pathlib import Path
from typing import Any

from course.sandbox import confine, wire

MODULE_NAME = "submission"
MAX_MESSAGE = 600
WHERE_SIGNAL = signal.SIGRTMAX - 3  # the warm parent asks where we are; the answer goes to stderr
DEFINITION = re.compile(r"^\s*(?:async\s+)?(?:def|class)\s+(\w+)", re.MULTILINE)
BINDING = re.compile(r"^(?:import|from\s+[\w.]+\s+import)\s+(.+)|^(\w+)\s*(?::[^=\n]+)?=(?!=)", re.MULTILINE)
FUTURE = sum({getattr(__future__, name).compiler_flag for name in __future__.all_feature_names})
CONTINUES = re.compile(r"^(?:[)\]}]|else\b|elif\b|except\b|finally\b|#)")


class Missing(Exception):
    """The submission does not define a name that a check asks for."""


class Submission:
    """What a probe of the grader's sees of the student's code: its names, as attributes."""

    def __init__(self, module: types.ModuleType) -> None:
        self.__dict__["_module"] = module

    def __getattr__(self, name: str) -> Any:
        try:
            return self._module.__dict__[name]
        except KeyError:
            raise Missing(name) from None


class Cells:
    """Runs the cells of a submission in one module, each on its own."""

    def __init__(self, name: str, scratch: Path) -> None:
        self.name = name
        self.folder = scratch
        self.flags = 0  # of the future statements so far: they hold for later cells, too
        self.files: dict[str, str] = {}  # compiled file name -> what the student calls it
        self.module = types.ModuleType(MODULE_NAME)
        self.module.__file__ = str(scratch / name)
        sys.modules[MODULE_NAME] = self.module

    def run(self, cell: dict[str, Any]) -> list[dict[str, Any]]:
        """Runs one cell and returns its errors (several, if broken pieces were set aside)."""
        label, start = cell["label"], cell["start"]
        path = f"{self.name} {label}" if label else self.name  # bare: warnings and tracebacks print it
        self.files[path] = f"{self.name}, {label}" if label else self.name
        source = cell["source"]
        if label:
            remember_lines(path, source)
        padded = "\n" * (start - 1) + source
        return self._run_source(source, padded, path, start)

    def _run_source(self, source: str, padded: str, path: str, start: int) -> list[dict[str, Any]]:
        try:
            code = compile(padded, path, "exec", flags=self.flags, dont_inherit=True)
        except (SyntaxError, ValueError, MemoryError, RecursionError) as error:
            pieces = split_pieces(source)
            if len(pieces) < 2:
                return [self._broken(error, source, path)]
            errors = []
            for first, piece in pieces:
                moved = "\n" * (start + first - 1) + piece
                errors += self._run_source(piece, moved, path, start + first)
            return errors
        self.flags |= code.co_flags & FUTURE
        try:
            exec(code, self.module.__dict__)  # the student's code, in the student's process
        except BaseException as error:
            return [self._broken(error, source, path)]
        return []

    def _broken(self, error: BaseException, source: str, path: str) -> dict[str, Any]:
        described = describe(error, self.files)
        if isinstance(error, SyntaxError) and error.filename == path:
            text = (error.text or "").strip()[:200]
            described.update(file=self.files[path], line=error.lineno, code=text, message=error.msg)
        if isinstance(error, (MemoryError, RecursionError)) and described["line"] is None:
            described["message"] = "the code is nested too deeply to be compiled"
        described["defines"] = defined_names(source)[:200]
        return described


def defined_names(source: str) -> list[str]:
    """The names that a cell's text defines, imports or assigns at its top level, by a look at its lines."""
    names = DEFINITION.findall(source)
    for imported, assigned in BINDING.findall(source):
        names += [part.split(" as ")[-1].split(".")[0].strip(" ()") for part in imported.split(",") if part]
        names += [assigned] if assigned else []
    return names


def remember_lines(path: str, text: str) -> None:
    """Lets tracebacks and inspect.getsource find the lines of code that is in no file."""
    linecache.cache[path] = (
        len(text),
        None,
        list(io.StringIO(text)),
        path,
    )  # str.splitlines cuts at form feeds


def split_pieces(source: str) -> list[tuple[int, str]]:
    """Top-level pieces of code that does not parse as a whole, with their first lines (from 0).

    One broken function must not take its neighbours along, in a script without cells either.
    """
    lines = list(io.StringIO(source))
    starts: list[int] = []
    decorated = False
    for number, line in enumerate(lines):
        if not line.strip() or line[0].isspace() or CONTINUES.match(line):
            continue
        if not decorated:
            starts.append(number)
        decorated = line.startswith("@")
    bounds = [*starts, len(lines)]
    return [(a, "".join(lines[a:b])) for a, b in itertools.pairwise(bounds)]


def describe(error: BaseException, files: dict[str, str]) -> dict[str, Any]:
    """An exception as data: type, message, and the innermost line of the student's own."""
    place = None
    innermost = None
    try:
        frames = traceback.extract_tb(error.__traceback__, limit=2000)
    except BaseException:
        frames = traceback.StackSummary()
    for frame in frames:
        innermost = frame.filename
        if frame.filename in files:
            place = frame
    try:
        message = str(error)
    except BaseException:
        message = ""
    function = ""
    if isinstance(error, Missing):
        kind = "missing"
    elif isinstance(error, NotImplementedError) and innermost in files:
        kind, function = "stub", innermost_function(error)
    else:
        kind = "raised"
    return {
        "kind": kind,
        "function": function,
        "type": name_of(type(error))[:100],
        "mro": [name_of(base)[:100] for base in type.__dict__["__mro__"].__get__(type(error))[:20]],
        "message": message.encode("utf-8", "backslashreplace").decode()[:MAX_MESSAGE],
        "file": files[place.filename] if place else None,
        "line": place.lineno if place else None,
        "code": (place.line or "")[:200] if place else None,
    }


def name_of(kind: type) -> str:
    """The name of a class, whatever its metaclass makes of the attribute."""
    return str(type.__dict__["__name__"].__get__(kind))


def innermost_function(error: BaseException) -> str:
    """The qualified name of the function that raised."""
    step = error.__traceback__
    while step is not None and step.tb_next is not None:
        step = step.tb_next
    return "" if step is None else step.tb_frame.f_code.co_qualname[:200]


class Server:
    """Answers the host's requests until the channel closes."""

    def __init__(self, channel: socket.socket, scratch: Path) -> None:
        self.channel = channel
        self.stream = channel.makefile("rb")
        self.scratch = scratch
        self.cells: Cells | None = None
        self.seed = seeder()
        self.ordinary_settings = settler()
        self.pid = os.getpid()

    def send(self, kind: str, fields: dict[str, Any], encoder: wire.Encoder | None = None) -> None:
        if os.getpid() != self.pid:  # a fork of the student's code that came here: one process answers
            os._exit(0)
        self.channel.sendall(wire.message(kind, fields, encoder))

    def serve(self) -> None:
        """The main loop: one request, one reply."""
        operations: dict[str, Callable[[dict[str, Any], wire.Decoder], None]] = {
            "load": self.load, "call": self.call, "observe": self.observe,
        }  # fmt: skip
        while True:
            try:
                request, storages = wire.read_frame(self.stream)
            except EOFError:
                return
            with self.ordinary_settings():  # for the tensors that come, too
                operations[request["kind"]](request, wire.Decoder(storages, trusted=True))

    def load(self, request: dict[str, Any], decoder: wire.Decoder) -> None:
        """Writes the submission into scratch and runs its cells."""
        path = self.scratch / request["name"]
        path.write_text(request["text"], encoding="utf-8", errors="surrogatepass")
        remember_lines(request["name"], request["text"])
        self.cells = Cells(request["name"], self.scratch)
        self.seed(request["seed"])
        errors = []
        for number, cell in enumerate(request["cells"]):
            self.send("progress", {"id": request["id"], "cell": number})
            errors += self.cells.run(cell)
        flush()
        names = sorted(name for name in self.cells.module.__dict__ if not name.startswith("__"))
        self.send("loaded", {"id": request["id"], "errors": errors[:200], "names": names[:2000]})

    def call(self, request: dict[str, Any], decoder: wire.Decoder) -> None:
        """Calls a function of the student's by name."""
        args = decoder.decode(request["args"])
        kwargs = decoder.decode(request["kwargs"])

        def run() -> Any:
            function = getattr(self._submission(), request["name"])
            return function(*args, **kwargs)

        self._answer(request, run, lambda: {"args": args, "kwargs": kwargs})

    def observe(self, request: dict[str, Any], decoder: wire.Decoder) -> None:
        """Runs a probe of the grader's beside the student's code."""
        probe = decoder.decode(request["probe"])
        args, kwargs = decoder.decode(request["args"]), decoder.decode(request["kwargs"])
        self._answer(request, lambda: probe(self._submission(), *args, **kwargs), dict)

    def _submission(self) -> Submission:
        assert self.cells is not None
        return Submission(self.cells.module)

    def _answer(
        self, request: dict[str, Any], run: Callable[[], Any], after: Callable[[], dict[str, Any]]
    ) -> None:
        assert self.cells is not None
        self.seed(request["seed"])
        encoder = wire.Encoder()
        try:
            value = run()
            fields = {"value": encoder.encode(value)}
            fields.update({name: encoder.encode(part) for name, part in after().items()})
        except wire.TooLarge as error:
            encoder, fields = wire.Encoder(), {"error": {"kind": "too large", "message": str(error)}}
        except BaseException as error:
            encoder, fields = wire.Encoder(), {"error": describe(error, self.cells.files)}
        flush()
        try:
            self.send("answer", {"id": request["id"], **fields}, encoder)
        except wire.TooLarge as error:
            self.send("answer", {"id": request["id"], "error": {"kind": "too large", "message": str(error)}})


def flush() -> None:
    """Pushes printed text out before the reply goes, so that the host sees it first."""
    for stream in (sys.stdout, sys.stderr):
        try:
            stream.flush()
        except BaseException:
            continue


def seeder() -> Callable[[int], None]:
    """What seeds every generator that student code may use; made before that code can replace its parts."""
    numpy, torch = sys.modules.get("numpy"), sys.modules.get("torch")
    seed_python, seed_numpy = random.seed, numpy.random.seed if numpy else None
    generator, cuda = (torch.default_generator, torch.cuda) if torch else (None, None)

    def seed(value: int) -> None:
        seed_python(value)
        if seed_numpy is not None:
            seed_numpy(value % 2**32)
        if generator is not None and cuda is not None:
            generator.manual_seed(value)
            if cuda.is_available():
                cuda.manual_seed_all(value)

    return seed


def settler() -> Callable[[], contextlib.AbstractContextManager[Any]]:
    """What puts torch's own settings back: what a cell or a call left on must cost no other task its points."""
    torch = sys.modules.get("torch")
    if torch is None:
        return contextlib.nullcontext
    set_device, set_dtype, set_grad = (
        torch.set_default_device,
        torch.set_default_dtype,
        torch.set_grad_enabled,
    )
    set_anomaly, set_autocast = torch.autograd.set_detect_anomaly, torch.set_autocast_enabled
    mode, is_mode, float32 = torch.inference_mode, torch.is_inference_mode_enabled, torch.float32

    def ordinary_settings() -> contextlib.AbstractContextManager[Any]:
        set_device(None)
        set_dtype(float32)
        set_grad(True)
        set_anomaly(False)
        for device in ("cpu", "cuda"):
            set_autocast(device, False)
        off: contextlib.AbstractContextManager[Any] = mode(False)
        return off if is_mode() else contextlib.nullcontext()

    return ordinary_settings


def main(
    channel_fd: int, output_fd: int, spec: dict[str, Any], readable: list[str], held: dict[str, str | None]
) -> None:
    """The life of a guest. Never returns."""
    code = 1
    try:
        confine.die_with_parent()
        channel = _take_descriptors(channel_fd, output_fd)
        for name in (signal.SIGCHLD, signal.SIGINT, signal.SIGTERM, signal.SIGPIPE):
            signal.signal(name, signal.SIG_DFL)
        os.setsid()
        os.umask(0o077)
        scratch = Path(spec["scratch"])
        limits = confine.Limits(**spec["limits"])
        held = {**held, **confine.confine(frozenset(spec["layers"]), scratch, limits, readable)}
        os.environ.clear()
        os.environ.update(confine.clean_environment(scratch))
        _tidy_interpreter(spec)
        faulthandler.register(WHERE_SIGNAL, file=2, all_threads=False)
        server = Server(channel, scratch)
        server.send("hello", {"held": held})
        server.serve()
        code = 0
    except BaseException:
        traceback.print_exc()
    finally:
        flush()
        os._exit(code)


def _take_descriptors(channel_fd: int, output_fd: int) -> socket.socket:
    """Leaves open: 0 from nowhere, 1 and 2 to the host's pipe, 3 the channel. Nothing else."""
    nowhere = os.open(os.devnull, os.O_RDONLY)
    os.dup2(nowhere, 0)
    os.dup2(output_fd, 1)
    os.dup2(output_fd, 2)
    if channel_fd != 3:
        os.dup2(channel_fd, 3)
    os.set_inheritable(3, False)
    os.closerange(4, 2**20)
    return socket.socket(fileno=3)


def print_all(*values: Any, **options: Any) -> None:
    """What a notebook calls `display`, as text."""
    print(*values, sep="\n")


def _tidy_interpreter(spec: dict[str, Any]) -> None:
    import multiprocessing

    multiprocessing.set_start_method("fork", force=True)
    tempfile.tempdir = None  # the warm parent's choice; the guest's is TMPDIR
    sys.argv = [MODULE_NAME]
    sys.stdin = open(0, closefd=False)  # noqa: SIM115
    for name, descriptor in (("stdout", 1), ("stderr", 2)):
        stream = open(descriptor, "w", 1, encoding="utf-8", errors="backslashreplace", closefd=False)  # noqa: SIM115
        setattr(sys, name, stream)
        setattr(sys, f"__{name}__", stream)
    for name, value in (
        ("exit", sys.exit),
        ("quit", sys.exit),
        ("display", print_all),
        ("get_ipython", lambda: None),
    ):
        if not hasattr(builtins, name):
            setattr(builtins, name, value)
    torch = sys.modules.get("torch")
    if torch is not None:
        torch.set_num_threads(int(spec.get("threads", 1)))
    gc.enable()
