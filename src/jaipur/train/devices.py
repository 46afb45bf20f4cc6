"""The devices on which the steps of self-play run: the CPU or a GPU, from the same source.

`device.each(step, count, *arrays)` runs a step for every number below `count`. The rules are
written once: Numba compiles the kernel's functions for both.
"""

from __future__ import annotations

import importlib
import os
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from itertools import pairwise
from types import FunctionType
from typing import Any, Final, Protocol, cast

import numpy as np

from ..compiled import callees, compiled
from ..errors import JaipurError, message

THREADS_A_BLOCK: Final = 128
NAMES: Final = {"cpu": message("the processor"), "cuda": message("the GPU")}
"""Names for people."""

Step = Callable[..., None]


class NoGpu(JaipurError):
    """A GPU was requested and cannot be used."""


class ComputeDevice(Protocol):
    """A device that runs a step many times in parallel."""

    name: str

    def each(self, step: Step, count: int, *arguments: Any) -> None:
        """Run a step for 0 … count - 1; the arguments are tensors on the device."""


class Processor:
    """All cores of the CPU."""

    name = "cpu"

    def __init__(self) -> None:
        self._cores = os.cpu_count() or 1
        self._threads = ThreadPoolExecutor(self._cores)
        self._loops: dict[Step, Callable[..., None]] = {}

    def each(self, step: Step, count: int, *arguments: Any) -> None:
        """Run a step for every number, a range of them on each core."""
        if step not in self._loops:
            self._loops[step] = _loop_over(compiled(step))
        loop, arrays = self._loops[step], tuple(map(np.asarray, arguments))
        bounds = np.linspace(0, count, self._cores + 1).astype(int).tolist()
        # The first number alone, so that threads do not compile the same code twice.
        loop(0, min(1, count), arrays)
        for done in [
            self._threads.submit(loop, max(1, start), end, arrays)
            for start, end in pairwise(bounds)
        ]:
            done.result()


class Gpu:
    """A GPU, through Numba."""

    name = "cuda"

    def __init__(self) -> None:
        # The current numba-cuda release needs a NumPy name that newer versions removed.
        if not hasattr(np, "row_stack"):
            np.row_stack = np.vstack
        self._cuda: Any = _cuda_of_numba()
        self._twins: dict[FunctionType, Any] = {}
        self._tables: dict[int, Any] = {}
        self._kernels: dict[Step, Any] = {}

    def each(self, step: Step, count: int, *arguments: Any) -> None:
        """Run a step for every number, each in its own thread."""
        if step not in self._kernels:
            self._kernels[step] = self._kernel(cast(FunctionType, step))
        blocks = -(-count // THREADS_A_BLOCK)
        if blocks:
            stream = self._stream()
            self._kernels[step][blocks, THREADS_A_BLOCK, stream](count, self._shared(arguments))

    def _stream(self) -> Any:
        import torch

        return self._cuda.external_stream(torch.cuda.current_stream().cuda_stream)

    def _shared(self, arguments: tuple[Any, ...]) -> tuple[Any, ...]:
        return tuple(map(self._cuda.as_cuda_array, arguments))

    def _kernel(self, step: FunctionType) -> Any:
        cuda, twin = self._cuda, self._twin(step)

        def kernel(count: int, arrays: Any) -> None:
            number = cuda.grid(1)
            if number < count:
                twin(number, *arrays)

        return cuda.jit(kernel)

    def _twin(self, function: FunctionType) -> Any:
        """Compile a function and its callees for the GPU, with their tables in GPU memory."""
        if function not in self._twins:
            names = dict(function.__globals__)
            for name, callee in callees(function):
                names[name] = self._twin(callee)
            for name in function.__code__.co_names:
                if isinstance(names.get(name), np.ndarray):
                    names[name] = self._table(names[name])
            twin = FunctionType(function.__code__, names, function.__name__, function.__defaults__)
            self._twins[function] = self._cuda.jit(device=True)(twin)
        return self._twins[function]

    def _table(self, table: Any) -> Any:
        if id(table) not in self._tables:
            self._tables[id(table)] = self._cuda.to_device(np.ascontiguousarray(table))
        return self._tables[id(table)]


def device_named(name: str) -> ComputeDevice:
    """Return the device with this name; `auto` is the GPU if there is one."""
    if name == "cpu":
        return Processor()
    try:
        return Gpu()
    except NoGpu:
        if name == "auto":
            return Processor()
        raise


def _cuda_of_numba() -> Any:
    """Return Numba's CUDA module, if PyTorch can use the GPU too."""
    import torch

    try:
        cuda: Any = importlib.import_module("numba.cuda")
    except ImportError as error:
        raise NoGpu(message("A GPU needs the package numba-cuda: {why}."), why=error) from None
    if not (torch.cuda.is_available() and cuda.is_available()):
        raise NoGpu(
            message("There is no GPU here that PyTorch and Numba can use; --device cpu works.")
        )
    # It warns of low occupancy, such as in a check with few tables.
    importlib.import_module("numba").config.CUDA_LOW_OCCUPANCY_WARNINGS = 0
    return cuda


def _loop_over(step: Callable[..., None]) -> Callable[..., None]:
    import numba

    def loop(start: int, end: int, arrays: Any) -> None:
        for number in range(start, end):
            step(number, *arrays)

    return cast(Callable[..., None], numba.njit(nogil=True)(loop))
