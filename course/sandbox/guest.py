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

import builtins
import contextlib
import faulthandler
import gc
import os
import random
import signal
import socket
import sys
import tempfile
import time
import traceback
from collections.abc import Callable
from pathlib import Path
from typing import Any

from course.sandbox import confine, wire
from course.sandbox.cells import MODULE_NAME, Cells, Submission, describe, remember_lines

WHERE_SIGNAL = signal.SIGRTMAX - 3  # the warm parent asks where we are; the answer goes to stderr
LINGER_SECONDS = 2.0  # a fork that strays in here stays as long, for the watch to count it


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
            time.sleep(LINGER_SECONDS)
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
        fields = {"errors": errors[:200], "names": names[:2000], "children": has_children()}
        self.send("loaded", {"id": request["id"], **fields})

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
            self.send("answer", {"id": request["id"], "children": has_children(), **fields}, encoder)
        except wire.TooLarge as error:
            self.send("answer", {"id": request["id"], "error": {"kind": "too large", "message": str(error)}})


def flush() -> None:
    """Pushes printed text out before the reply goes, so that the host sees it first."""
    for stream in (sys.stdout, sys.stderr):
        try:
            stream.flush()
        except BaseException:
            continue


def has_children() -> bool:
    """Whether processes that this one started are there, dead ones that it has not waited for included."""
    try:
        os.waitid(os.P_ALL, 0, os.WEXITED | os.WNOHANG | os.WNOWAIT)
    except ChildProcessError:
        return False
    return True


def seeder() -> Callable[[int], None]:
    """What seeds every generator that student code may use; made before that code can replace its parts."""
    numpy, torch = sys.modules.get("numpy"), sys.modules.get("torch")
    seed_python, seed_numpy = random.seed, numpy.random.seed if numpy else None
    generator, cuda = (torch.default_generator, torch.cuda) if torch else (None, None)

    def seed(value: int) -> None:
        seed_python(value)
        if seed_numpy is not None:
            with contextlib.suppress(Exception):  # it reads a name of its module's, which may be gone
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
    functions, pop_function = torch._C._len_torch_function_stack, torch._C._pop_torch_function_stack
    dispatches, pop_dispatch = torch._C._len_torch_dispatch_stack, torch._C._pop_torch_dispatch_stack

    def ordinary_settings() -> contextlib.AbstractContextManager[Any]:
        set_device(None)
        for _ in range(functions()):
            pop_function()
        with contextlib.suppress(Exception):  # torch's own modes have names, and stay
            for _ in range(dispatches()):
                pop_dispatch(None)
        set_dtype(float32)
        set_grad(True)
        set_anomaly(False)
        for device in ("cpu", "cuda"):
            set_autocast(device, False)
        off: contextlib.AbstractContextManager[Any] = mode(False)
        return off if is_mode() else contextlib.nullcontext()

    return ordinary_settings


def main(
    channel_fd: int, output_fd: int, spec: dict[str, Any], tools: confine.Tools, held: dict[str, str | None]
) -> None:
    """The life of a guest. Never returns."""
    code = 1
    try:
        confine.die_with_parent()
        _take_descriptors(channel_fd, output_fd, tools.descriptors())
        for name in (signal.SIGCHLD, signal.SIGINT, signal.SIGTERM, signal.SIGPIPE):
            signal.signal(name, signal.SIG_DFL)
        os.setsid()
        os.umask(0o077)
        scratch = Path(spec["scratch"])
        limits = confine.Limits(**spec["limits"])
        held = {**held, **confine.confine(frozenset(spec["layers"]), scratch, limits, tools)}
        channel = _take_channel(channel_fd)
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


def _take_descriptors(channel_fd: int, output_fd: int, kept: list[int]) -> None:
    """Leaves open: 0 from nowhere, 1 and 2 to the host's pipe, the channel, and what confining needs. Nothing else."""
    nowhere = os.open(os.devnull, os.O_RDONLY)
    os.dup2(nowhere, 0)
    os.dup2(output_fd, 1)
    os.dup2(output_fd, 2)
    lowest = 3
    for descriptor in sorted({channel_fd, *kept}):
        os.closerange(lowest, descriptor)
        lowest = descriptor + 1
    os.closerange(lowest, 2**20)


def _take_channel(channel_fd: int) -> socket.socket:
    """The channel as descriptor 3, the last one that is open."""
    if channel_fd != 3:
        os.dup2(channel_fd, 3)
        os.close(channel_fd)
    os.set_inheritable(3, False)
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
