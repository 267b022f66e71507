"""A pretended GPU: PyTorch's CUDA memory counters over an allocator that only counts.

It stands in for the bottom of the stack (`torch._C`), so that every public way to ask for memory,
`torch.cuda`'s and `torch.accelerator`'s, sees the same numbers. No tensor ever lies on it. It
makes the bookkeeping of `peak_memory` visible without a GPU, and on one leaves the GPU alone.
"""

import contextlib
from collections.abc import Iterator
from typing import Any


class Allocator:
    """Counts bytes as CUDA's caching allocator does: current, peak since the reset, and reserved."""

    def __init__(self) -> None:
        self.current = self.peak = self.reserved = 0

    def allocate(self, size: int) -> None:
        """A tensor of `size` bytes comes to life."""
        self.current += size
        self.peak = max(self.peak, self.current)
        self.reserved = max(self.reserved, self.current + 4096)

    def free(self, size: int) -> None:
        """A tensor of `size` bytes dies; the allocator keeps its block."""
        self.current -= size

    def reset_peak(self, *_: Any) -> None:
        """The peak is what is alive now."""
        self.peak = self.current

    def empty_cache(self, *_: Any) -> None:
        """Free blocks go back to the driver."""
        self.reserved = self.current + 4096

    def stats(self, *_: Any) -> dict[str, Any]:
        """The statistics in the nested form of `torch._C`."""

        def lines(current: int, peak: int) -> dict[str, Any]:
            line = {"current": current, "peak": peak, "allocated": peak, "freed": peak - current}
            return {"all": line, "small_pool": dict.fromkeys(line, 0), "large_pool": line}

        alive, reserved = lines(self.current, self.peak), lines(self.reserved, self.reserved)
        return {
            "allocated_bytes": alive,
            "active_bytes": alive,
            "requested_bytes": alive,
            "reserved_bytes": reserved,
        }


@contextlib.contextmanager
def pretended_gpu(allocator: Allocator) -> Iterator[None]:
    """Inside, torch believes in one CUDA device whose memory is `allocator`."""
    import torch

    class Stream:
        def synchronize(self) -> None: ...

        def wait_stream(self, other: Any) -> None: ...

    def nothing(*_: Any, **__: Any) -> None: ...

    def zero(*_: Any, **__: Any) -> int:
        return 0

    def one(*_: Any, **__: Any) -> int:
        return 1

    def true(*_: Any, **__: Any) -> bool:
        return True

    def information(*_: Any) -> tuple[int, int]:
        return 2**34 - allocator.reserved, 2**34

    def stream(*_: Any) -> Stream:
        return Stream()

    patches: list[tuple[Any, str, Any]] = [
        (torch._C, "_cuda_getDeviceCount", one), (torch._C, "_cuda_memoryStats", allocator.stats),
        (torch._C, "_cuda_resetPeakMemoryStats", allocator.reset_peak),
        (torch._C, "_cuda_resetAccumulatedMemoryStats", nothing), (torch._C, "_cuda_synchronize", nothing),
        (torch._C, "_cuda_ipc_collect", nothing),
        (torch._C, "_cuda_emptyCache", allocator.empty_cache), (torch._C, "_cuda_getDevice", zero),
        (torch._C, "_cuda_setDevice", nothing), (torch._C, "_cuda_exchangeDevice", zero),
        (torch._C, "_cuda_maybeExchangeDevice", zero), (torch.cuda, "_exchange_device", zero),
        (torch.cuda, "_maybe_exchange_device", zero), (torch.cuda, "is_available", true),
        (torch.cuda, "is_initialized", true), (torch.cuda, "_is_compiled", true), (torch.cuda, "_lazy_init", nothing),
        (torch.cuda, "init", nothing), (torch.cuda, "device_count", one), (torch.cuda, "current_device", zero),
        (torch.cuda, "current_stream", stream), (torch.cuda, "default_stream", stream),
        (torch.cuda, "mem_get_info", information), (torch.cuda.memory, "mem_get_info", information),
        (torch.cuda.memory, "is_initialized", true), (torch.cuda.memory, "_lazy_init", nothing),
        (torch._C, "_accelerator_isAllocatorInitialized", true), (torch._C, "_accelerator_getDeviceStats", allocator.stats),
        (torch._C, "_accelerator_resetPeakStats", allocator.reset_peak),
        (torch._C, "_accelerator_resetAccumulatedStats", nothing), (torch._C, "_accelerator_emptyCache", allocator.empty_cache),
        (torch._C, "_accelerator_getDeviceIndex", zero), (torch._C, "_accelerator_setDeviceIndex", nothing),
        (torch._C, "_accelerator_exchangeDevice", zero), (torch._C, "_accelerator_maybeExchangeDevice", zero),
        (torch._C, "_accelerator_synchronizeDevice", nothing), (torch._C, "_accelerator_getMemoryInfo", information),
        (torch.accelerator, "is_available", true), (torch.accelerator, "device_count", one),
    ]  # fmt: skip
    with replaced(patches):
        yield


@contextlib.contextmanager
def no_gpu() -> Iterator[None]:
    """Inside, torch sees no CUDA device, also where there is one."""
    import torch

    def zero(*_: Any, **__: Any) -> int:
        return 0

    def false(*_: Any, **__: Any) -> bool:
        return False

    with replaced([(torch._C, "_cuda_getDeviceCount", zero), (torch.cuda, "is_available", false),
                   (torch.cuda, "device_count", zero), (torch.accelerator, "is_available", false),
                   (torch.accelerator, "device_count", zero)]):  # fmt: skip
        yield


@contextlib.contextmanager
def replaced(patches: list[tuple[Any, str, Any]]) -> Iterator[None]:
    """Attributes replaced for a while; those that were not there go again."""
    missing = object()
    before = [(owner, name, getattr(owner, name, missing)) for owner, name, _ in patches]
    for owner, name, value in patches:
        setattr(owner, name, value)
    try:
        yield
    finally:
        for owner, name, value in reversed(before):
            if value is missing:
                delattr(owner, name)
            else:
                setattr(owner, name, value)
