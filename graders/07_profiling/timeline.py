"""A model of one CPU thread that feeds a GPU, written down as PyTorch's profiler writes it.

The model keeps two clocks. The CPU clock moves with every call; a launch puts a kernel into a stream's
queue, where it starts after the launch latency and after whatever is queued before it. A
synchronizing call moves the CPU clock to the end of the queue. That is all it takes to
make the five bottlenecks, and since every interval is made here, the truth about a trace is
known without reading it:

    timeline = Timeline(seed=1)
    with timeline.step(), timeline.region("forward"):
        timeline.launch(kernel_us=40)
    timeline.synchronize()
    timeline.trace()        # a Kineto Chrome trace, as a dictionary
    timeline.busy_ticks()   # union of the kernels, counted on a raster

Times are whole ticks inside. A tick is 1/8 us (as in today's traces, which have fractions) or 1 us
(as in those of before 2024), so every time of a trace is exact in a float.

`clear_cut(cause, seed)` plays a program in which `cause` holds more than half of the span by every account
that a sensible reader could keep: by the clock of the GPU, by the clock of the CPU, and by counts.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field

CAUSES = ("data_loading", "host_to_device", "synchronization", "small_kernels", "compute")

LOADERS = (
    "enumerate(DataLoader)#_SingleProcessDataLoaderIter.__next__",
    "enumerate(DataLoader)#_MultiProcessingDataLoaderIter.__next__",
)
OPS = {
    "aten::addmm": "ampere_sgemm_128x64_tn",
    "aten::mm": "sm80_xmma_gemm_f32f32_f32f32_f32_nn_n_tilesize64x64x8",
    "aten::clamp_min": "void at::native::vectorized_elementwise_kernel<4, at::native::clamp_min, 2>",
    "aten::add_": "void at::native::unrolled_elementwise_kernel<at::native::CUDAFunctor_add<float> >",
    "aten::sum": "void at::native::reduce_kernel<512, 1, at::native::ReduceOp<float> >",
}


@dataclass
class Timeline:
    """Plays calls on a CPU clock and GPU streams; `trace()` writes them down."""

    seed: int
    whole_microseconds: bool = False  # the older way of writing `ts` and `dur`
    launch_us: float = 6.0  # the CPU's part of a launch: the cudaLaunchKernel row
    latency_us: float = 4.0  # from there until the kernel can start
    wake_us: float = 5.0  # from the end of the queue until the waiting CPU runs on
    now: int = 0  # the CPU clock, in ticks
    free: dict[int, int] = field(default_factory=dict)  # stream -> the tick at which it is free
    events: list[dict] = field(default_factory=list)
    kernels: list[tuple[int, int]] = field(default_factory=list)
    copies: list[tuple[int, int]] = field(default_factory=list)  # host to device
    loads: list[tuple[int, int]] = field(default_factory=list)
    waits: list[tuple[int, int]] = field(default_factory=list)
    launches: list[tuple[int, int]] = field(default_factory=list)
    phases: dict[str, int] = field(default_factory=dict)  # user annotation -> ticks

    def __post_init__(self) -> None:
        self.random = random.Random(self.seed)
        self.per_us = 1 if self.whole_microseconds else 8
        origin = self.random.randrange(10**7)
        self.origin = origin + (1_690_000_000_000_000 if self.whole_microseconds else 5_190_000_000_000)
        self.pid = self.random.randrange(2000, 90_000)
        self.correlation = self.random.randrange(100, 9000)
        self.steps = self.random.randrange(0, 700)

    # -- the clock -----------------------------------------------------------------------

    def ticks(self, microseconds: float) -> int:
        return max(1, round(microseconds * self.per_us))

    def idle(self, microseconds: float) -> None:
        """Python runs, and leaves no row."""
        self.now += self.ticks(microseconds)

    def _write(self, start: int, end: int, **fields: object) -> dict:
        event = {"ph": "X", "pid": self.pid, "tid": self.pid, "ts": start, "dur": end - start, **fields}
        event.setdefault("args", {"External id": self.correlation})
        self.events.append(event)
        return event

    def _gpu(self, start: int, end: int, stream: int, category: str, name: str, **args: object) -> None:
        self._write(
            start,
            end,
            cat=category,
            name=name,
            pid=0,
            tid=stream,
            args={
                "External id": self.correlation,
                "device": 0,
                "context": 1,
                "stream": stream,
                "correlation": self.correlation,
                **args,
            },
        )

    def _arrow(self, launched: int, arrives: int, stream: int) -> None:
        """The pair of flow events from a runtime call to what it started."""
        arrow = {"id": self.correlation, "cat": "ac2g", "name": "ac2g"}
        self.events.append({"ph": "s", "pid": self.pid, "tid": self.pid, "ts": launched, **arrow})
        self.events.append({"ph": "f", "pid": 0, "tid": stream, "ts": arrives, "bp": "e", **arrow})

    @contextmanager
    def row(
        self, name: str, category: str = "cpu_op", before_us: float = 1.0, after_us: float = 1.0
    ) -> Iterator[None]:
        """A row on the CPU around whatever happens inside."""
        start = self.now
        self.idle(before_us)
        yield
        self.idle(after_us)
        self._write(start, self.now, cat=category, name=name)

    # -- what a program does -------------------------------------------------------------

    def launch(
        self, kernel_us: float, *, stream: int = 7, op: str | None = None, self_us: float = 1.0
    ) -> None:
        """One operator: a row, its cudaLaunchKernel, and the kernel, when its stream gets to it."""
        op = op or self.random.choice(list(OPS))
        self.correlation += 1
        with self.row(op, before_us=self_us, after_us=self_us):
            called = self.now
            self.idle(self.launch_us)
            self._write(
                called,
                self.now,
                cat="cuda_runtime",
                name="cudaLaunchKernel",
                args={"External id": self.correlation, "cbid": 211, "correlation": self.correlation},
            )
            self.launches.append((called, self.now))
            start = max(self.now + self.ticks(self.latency_us), self.free.get(stream, 0))
            end = start + self.ticks(kernel_us)
            self._gpu(
                start,
                end,
                stream,
                "kernel",
                OPS[op],
                **{
                    "queued": 0,
                    "registers per thread": 32,
                    "shared memory": 0,
                    "blocks per SM": 1.2,
                    "warps per SM": 9.6,
                    "grid": [130, 1, 1],
                    "block": [256, 1, 1],
                    "est. achieved occupancy %": 30,
                },
            )
            self._arrow(called, start, stream)
            self.kernels.append((start, end))
            self.free[stream] = end

    def copy(self, copy_us: float, *, pinned: bool = False, stream: int = 7, blocking: bool = True) -> None:
        """A batch to the GPU. Pageable memory holds the CPU in cudaMemcpyAsync for the whole way;
        from pinned memory the call returns at once, and only a blocking copy waits after it."""
        self.correlation += 1
        with self.row("aten::to"), self.row("aten::_to_copy"), self.row("aten::copy_"):
            called = self.now
            start = max(self.now + self.ticks(self.latency_us), self.free.get(stream, 0))
            end = start + self.ticks(copy_us)
            self.now = called + self.ticks(self.launch_us) if pinned else end
            memory = "Pinned" if pinned else "Pageable"
            self._write(
                called,
                self.now,
                cat="cuda_runtime",
                name="cudaMemcpyAsync",
                args={"External id": self.correlation, "cbid": 41, "correlation": self.correlation},
            )
            size = round(copy_us * (24_000 if pinned else 6_000))
            self._gpu(
                start,
                end,
                stream,
                "gpu_memcpy",
                f"Memcpy HtoD ({memory} -> Device)",
                **{"bytes": size, "memory bandwidth (GB/s)": size / copy_us / 1000},
            )
            self._arrow(called, start, stream)
            self.copies.append((start, end))
            self.free[stream] = end
            if blocking:
                self.synchronize("cudaStreamSynchronize", streams=[stream])

    def synchronize(self, call: str = "cudaDeviceSynchronize", streams: list[int] | None = None) -> None:
        """The CPU waits for the queue to empty, and then takes a moment to wake up."""
        called = self.now
        done = max((self.free.get(stream, 0) for stream in streams or self.free), default=0)
        self.now = max(self.now, done) + self.ticks(self.wake_us)
        self.correlation += 1
        self._write(
            called,
            self.now,
            cat="cuda_runtime",
            name=call,
            args={"External id": self.correlation, "cbid": 165, "correlation": self.correlation},
        )
        self.waits.append((called, self.now))
        if done > called:
            kind = "Stream Sync" if call == "cudaStreamSynchronize" else "Context Sync"
            self._gpu(done, done + 1, -1, "cuda_sync", kind, cuda_sync_kind=kind)

    def read(self, *, stream: int = 7, copy_us: float = 2) -> None:
        """`loss.item()`: a copy of four bytes to the host (or a longer one), and the wait for everything before it."""
        with self.row("aten::item"), self.row("aten::_local_scalar_dense"):
            called = self.now
            self.correlation += 1
            self.idle(self.launch_us)
            self._write(
                called,
                self.now,
                cat="cuda_runtime",
                name="cudaMemcpyAsync",
                args={"External id": self.correlation, "cbid": 41, "correlation": self.correlation},
            )
            start = max(self.now + self.ticks(1), self.free.get(stream, 0))
            self._gpu(
                start,
                start + self.ticks(copy_us),
                stream,
                "gpu_memcpy",
                "Memcpy DtoH (Device -> Pageable)",
                **{"bytes": 4, "memory bandwidth (GB/s)": 0.002},
            )
            self.free[stream] = start + self.ticks(copy_us)
            self.synchronize("cudaStreamSynchronize", streams=[stream])

    def load(self, load_us: float, loader: str = LOADERS[0]) -> None:
        """The DataLoader prepares a batch: one row, with the collating operators inside."""
        start = self.now
        with self.region(loader):
            self.idle(load_us * 0.6)
            with self.row("aten::stack"), self.row("aten::cat"):
                self.idle(load_us * 0.3)
            self.idle(load_us * 0.1)
        self.loads.append((start, self.now))

    @contextmanager
    def region(self, name: str, *, mirror: bool = False) -> Iterator[None]:
        """A user annotation, and on request its shadow on the GPU."""
        start, first = self.now, len(self.kernels)
        self.idle(1)
        yield
        self.idle(1)
        self._write(start, self.now, cat="user_annotation", name=name)
        self.phases[name] = self.phases.get(name, 0) + self.now - start
        inside = self.kernels[first:]
        if mirror and inside:
            self._gpu(inside[0][0], max(end for _, end in inside), 7, "gpu_user_annotation", name)

    @contextmanager
    def step(self) -> Iterator[None]:
        """One iteration, as the profiler's own annotation marks it."""
        self.steps += 1
        with self.region(f"ProfilerStep#{self.steps}"):
            yield

    def other_thread(self, rows: int = 5) -> None:
        """Another thread works beside this one: small operators all along the span."""
        end = self.now
        for _ in range(rows):
            start = self.random.randrange(max(1, end))
            self._write(
                start,
                min(end, start + max(1, end // (3 * rows))),
                cat="cpu_op",
                name="aten::empty",
                tid=self.pid + 11,
            )

    # -- the trace, and the truth about it -----------------------------------------------

    def extent(self) -> tuple[int, int]:
        complete = [event for event in self.events if event["ph"] == "X"]
        return min(event["ts"] for event in complete), max(event["ts"] + event["dur"] for event in complete)

    def trace(self, *, margins_us: tuple[float, float] | None = (3, 2), shuffle: bool = True) -> dict:
        """The Chrome trace. `margins_us` is by how much the profiler's own Trace row is wider; None leaves it out."""
        events = [dict(event) for event in self.events]
        start, end = self.extent()
        if margins_us is not None:
            before, after = (self.ticks(margin) for margin in margins_us)
            events.append(
                {
                    "ph": "X",
                    "cat": "Trace",
                    "name": "PyTorch Profiler (0)",
                    "pid": "Spans",
                    "tid": "PyTorch Profiler",
                    "ts": start - before,
                    "dur": end - start + before + after,
                    "args": {"Op count": 0},
                }
            )
        events += [
            {
                "ph": "i",
                "s": "g",
                "name": "Iteration Start: PyTorch Profiler",
                "pid": "Traces",
                "tid": "Trace PyTorch Profiler",
                "ts": start,
            },
            {
                "ph": "i",
                "cat": "cpu_instant_event",
                "s": "t",
                "name": "[memory]",
                "pid": self.pid,
                "tid": self.pid,
                "ts": (start + end) // 2,
                "args": {"Total Reserved": 0, "Total Allocated": 2048, "Bytes": 512, "Device Id": 0},
            },
            {
                "ph": "i",
                "s": "g",
                "name": "Record Window End",
                "pid": "",
                "tid": "",
                "ts": end + self.ticks(900),
            },
        ]
        for pid, name in ((self.pid, "python"), (0, "python")):
            events += [
                {
                    "ph": "M",
                    "name": "process_name",
                    "pid": pid,
                    "tid": 0,
                    "ts": start - self.ticks(700),
                    "args": {"name": name},
                },
                {
                    "ph": "M",
                    "name": "process_labels",
                    "pid": pid,
                    "tid": 0,
                    "ts": start - self.ticks(700),
                    "args": {"labels": "GPU 0" if pid == 0 else "CPU"},
                },
            ]
        if shuffle:
            self.random.shuffle(events)
        for event in events:
            event["ts"] = self.origin + event["ts"] / self.per_us
            if "dur" in event:
                event["dur"] = event["dur"] / self.per_us
            if self.whole_microseconds:
                event.update({key: int(event[key]) for key in ("ts", "dur") if key in event})
        return {
            "schemaVersion": 1,
            "deviceProperties": [{"id": 0, "name": "Model", "computeMajor": 8, "computeMinor": 0}],
            "record_shapes": 1,
            "displayTimeUnit": "ms",
            "traceEvents": events,
            "traceName": "trace.json",
        }

    def covered(self, intervals: list[tuple[int, int]]) -> int:
        """Ticks that at least one of the intervals covers, counted on a raster, one byte a tick."""
        if not intervals:
            return 0
        first = min(start for start, _ in intervals)
        raster = bytearray(max(end for _, end in intervals) - first)
        for start, end in intervals:
            raster[start - first : end - first] = b"\1" * (end - start)
        return raster.count(1)

    def busy_ticks(self) -> int:
        return self.covered(self.kernels)

    def phase_microseconds(self) -> dict[str, float]:
        return {name: ticks / self.per_us for name, ticks in self.phases.items()}


# -- programs with one clear bottleneck ------------------------------------------------------


def _data_loading(line: Timeline, draw: random.Random) -> None:
    loader = draw.choice(LOADERS)
    for _ in range(draw.randrange(2, 6)):
        with line.step():
            line.load(draw.uniform(2500, 6000), loader)
            line.copy(draw.uniform(40, 90), pinned=draw.random() < 0.5)
            with line.region("forward", mirror=True):
                for _ in range(draw.randrange(3, 6)):
                    line.launch(draw.uniform(50, 90))
            line.read()


def _host_to_device(line: Timeline, draw: random.Random) -> None:
    pinned = draw.random() < 0.4
    for _ in range(draw.randrange(2, 6)):
        with line.step():
            with line.region("data_to_device"):
                line.copy(draw.uniform(2000, 5000), pinned=pinned)
            with line.region("forward", mirror=True):
                for _ in range(draw.randrange(3, 6)):
                    line.launch(draw.uniform(50, 90))
    line.synchronize()


def _synchronization(line: Timeline, draw: random.Random) -> None:
    line.wake_us = draw.uniform(230, 340)  # a busy host wakes its waiters late
    wait = draw.choice((line.read, line.synchronize, lambda: line.synchronize("cudaStreamSynchronize")))
    with line.step(), line.region("forward", mirror=True):
        for _ in range(draw.randrange(30, 45)):
            line.launch(draw.uniform(40, 60))
            wait()


def _small_kernels(line: Timeline, draw: random.Random) -> None:
    line.launch_us = draw.uniform(9, 13)
    with line.step(), line.region("forward", mirror=True):
        for _ in range(draw.randrange(110, 140)):
            line.launch(draw.uniform(1, 3))
            line.idle(draw.uniform(1, 3))
    line.wake_us = 2
    line.synchronize()


def _compute(line: Timeline, draw: random.Random) -> None:
    for _ in range(draw.randrange(2, 5)):
        with line.step():
            with line.region("data_to_device"):
                line.copy(draw.uniform(40, 90), pinned=True, blocking=False)
            with line.region("forward", mirror=True):
                for _ in range(draw.randrange(4, 9)):
                    line.launch(draw.uniform(250, 900))
            draw.choice((line.read, line.synchronize))()  # and here the CPU sits, most of the step


PROGRAMS: dict[str, Callable[[Timeline, random.Random], None]] = {
    "data_loading": _data_loading,
    "host_to_device": _host_to_device,
    "synchronization": _synchronization,
    "small_kernels": _small_kernels,
    "compute": _compute,
}


@dataclass(frozen=True)
class ClearCut:
    """A trace, its cause, and shares of the span by the model's own account."""

    cause: str
    trace: dict
    shares: dict[str, float]


def clear_cut(cause: str, seed: int, *, noisy: bool = False) -> ClearCut:
    """A trace in which `cause` is the bottleneck beyond dispute; the same for the same seed.

    `noisy` adds a second stream, another thread and the older way of writing times.
    """
    draw = random.Random(f"{cause}/{seed}")
    line = Timeline(
        seed=seed,
        whole_microseconds=noisy and draw.random() < 0.5,
        launch_us=draw.uniform(4, 8),
        latency_us=draw.uniform(3, 6),
        wake_us=draw.uniform(3, 8),
    )
    PROGRAMS[cause](line, draw)
    if noisy:
        _add_noise(line, draw, cause)
    shares = _shares(line)
    _assert_beyond_dispute(cause, line, shares)
    return ClearCut(cause, line.trace(margins_us=(draw.uniform(1, 20), draw.uniform(1, 20))), shares)


def large_reads(seed: int) -> dict:
    """A trace of steps that copy large results to the host and wait for it: synchronization, beyond dispute."""
    draw = random.Random(f"reads/{seed}")
    line = Timeline(seed=seed, wake_us=draw.uniform(3, 8))
    for _ in range(draw.randrange(3, 6)):
        with line.step(), line.region("forward", mirror=True):
            for _ in range(draw.randrange(3, 6)):
                line.launch(draw.uniform(50, 90))
            line.read(copy_us=draw.uniform(2000, 4000))
    _assert_beyond_dispute("synchronization", line, _shares(line))
    return line.trace(margins_us=(draw.uniform(1, 20), draw.uniform(1, 20)))


def _add_noise(line: Timeline, draw: random.Random, cause: str) -> None:
    line.other_thread(draw.randrange(3, 9))
    if cause == "small_kernels":
        return  # a longer kernel on another stream would blur it
    for start, end in draw.sample(line.kernels, k=min(3, len(line.kernels))):
        # A kernel on a second stream, wholly or partly under one that runs anyway.
        late = start + (end - start) // 3
        line._gpu(late, end, 20, "kernel", OPS["aten::sum"])
        line.kernels.append((late, end))
    for _, end in list(line.kernels):  # a loader in another thread, soon done, after every kernel
        quick = end + line.ticks(1), end + line.ticks(draw.uniform(6, 10))
        if quick[1] < line.extent()[1]:
            line._write(*quick, cat="user_annotation", name=LOADERS[1], tid=line.pid + 11)
            line.loads.append(quick)
    line._gpu(
        line.kernels[0][0], line.kernels[0][0] + line.ticks(2), 20, "gpu_memset", "Memset (Device)", bytes=64
    )


def _shares(line: Timeline) -> dict[str, float]:
    start, end = line.extent()
    span = end - start
    working = line.kernels + line.copies
    return {
        "data_loading": line.covered(line.loads) / span,
        "host_to_device": (line.covered(working) - line.covered(line.kernels)) / span,
        # waiting while the GPU has nothing to do
        "synchronization": (line.covered(working + line.waits) - line.covered(working)) / span,
        "small_kernels": line.covered(line.launches) / span if len(line.launches) >= 100 else 0.0,
        "compute": line.covered(line.kernels) / span,
    }


def _assert_beyond_dispute(cause: str, line: Timeline, shares: dict[str, float]) -> None:
    """The model checks itself: a trace that needs a debate must not reach a learner."""
    others = {name: share for name, share in shares.items() if name != cause}
    mean_kernel = sum(end - start for start, end in line.kernels) / len(line.kernels) / line.per_us
    assert shares[cause] >= 0.55, (cause, shares)
    assert max(others.values()) <= 0.25, (cause, shares)
    assert (mean_kernel < 5) if cause == "small_kernels" else (mean_kernel > 30), (cause, mean_kernel)
