"""The compiled twin of a kernel function, made by Numba on demand.

The rules are plain Python. `compiled(f)` copies `f`, links it to compiled copies of the functions
it calls (see `linking`) and hands it to Numba. Machine code is cached in a folder named by a hash
of the source, so that a change in one file never meets stale code from another.
"""

from __future__ import annotations

import hashlib
import os
import threading
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from types import FunctionType
from typing import ParamSpec, TypeVar, cast

from . import errors, goods, packed

F = TypeVar("F", bound=Callable[..., object])
P = ParamSpec("P")
T = TypeVar("T")

CACHE_VARIABLE = "JAIPUR_CACHE_DIR"
PACKAGE = __name__.rpartition(".")[0]
_making = threading.RLock()
"""Held while compiling: Numba's cache folder is a process-wide setting."""
_entries: dict[FunctionType, Callable[..., object]] = {}
_pieces: dict[FunctionType, Callable[..., object]] = {}


class CacheFolderError(OSError):
    """The cache folder for compiled code is not writable."""

    def __init__(self, folder: Path, cause: OSError) -> None:
        super().__init__(cause.errno, cause.strerror, str(folder))
        self.folder = folder
        self.cause = cause.strerror or str(cause)


def compiled(function: F) -> F:
    """The compiled twin of a plain function, which may call this package and its own file."""
    plain = cast(FunctionType, function)
    if plain not in _entries:
        with _making:
            if plain not in _entries:
                _entries[plain] = _make_entry(plain)
    return cast(F, _entries[plain])


def with_callees(function: F, **callees_by_name: Callable[..., object]) -> F:
    """Return a copy of a function that calls these functions by the given names.

    Compile it once and keep the result. Its machine code is cached under a name of its own.
    """
    plain = cast(FunctionType, function)
    names = plain.__globals__ | callees_by_name
    copy = FunctionType(plain.__code__, names, plain.__name__, plain.__defaults__)
    modules = sorted({callee.__module__ for callee in callees_by_name.values()})
    copy.__module__ = plain.__module__
    copy.__qualname__ = f"{plain.__qualname__}[{','.join(modules)}]"
    return cast(F, copy)


def interruptible(function: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
    """Call a compiled function in a thread, so that Ctrl-C can interrupt the wait for it."""
    results: list[T] = []
    failures: list[BaseException] = []

    def work() -> None:
        try:
            results.append(function(*args, **kwargs))
        except BaseException as failure:  # handed to the caller
            failures.append(failure)

    thread = threading.Thread(target=work, daemon=True)
    thread.start()
    while thread.is_alive():
        thread.join(0.1)
    if failures:
        raise failures[0]
    return results[0]


def cache_folder() -> Path:
    """The cache folder for compiled code: `JAIPUR_CACHE_DIR`, or the user's cache folder."""
    chosen = os.environ.get(CACHE_VARIABLE)
    if chosen:
        return Path(chosen)
    import platformdirs

    return platformdirs.user_cache_path("jaipur")


def _make_entry(function: FunctionType) -> Callable[..., object]:
    from . import compile_progress, linking

    compile_progress.watch()
    twin = _linked(function)
    folder = _writable(cache_folder() / _source_hash(function))
    config = linking.numba.config
    before, config.CACHE_DIR = config.CACHE_DIR, str(folder)
    try:
        return cast(Callable[..., object], linking.entry(twin))
    finally:
        config.CACHE_DIR = before


def _piece_of(function: FunctionType) -> Callable[..., object]:
    from . import linking

    if function not in _pieces:
        _pieces[function] = linking.piece(_linked(function))
    return _pieces[function]


def _linked(function: FunctionType) -> FunctionType:
    """A copy of a function that calls compiled copies of its callees."""
    names = dict(function.__globals__)
    for name, callee in callees(function):
        names[name] = _piece_of(callee)
    twin = FunctionType(function.__code__, names, function.__name__, function.__defaults__)
    twin.__module__ = function.__module__
    twin.__qualname__ = function.__qualname__
    return twin


def state_of_source(function: Callable[..., object]) -> str:
    """A hash of all source that a function depends on."""
    return _source_hash(cast(FunctionType, function))


def callees(function: FunctionType) -> Iterator[tuple[str, FunctionType]]:
    """The functions that a function calls by name, if they are in this package or in its file."""
    for name in function.__code__.co_names:
        callee = function.__globals__.get(name)
        if isinstance(callee, FunctionType) and (
            callee.__module__.startswith(PACKAGE + ".") or callee.__module__ == function.__module__
        ):
            yield name, callee


@cache
def _source_hash(function: FunctionType) -> str:
    """A hash of every source file that a function depends on."""
    kernel = Path(__file__).with_name("kernel").glob("*.py")
    linking = Path(__file__).with_name("linking.py")
    constants = (Path(str(module.__file__)) for module in (errors, goods, packed))
    digest = hashlib.sha256()
    sources = _sources(function)
    # Constants and tables of the same subpackage are frozen into the machine code too.
    folders = {source.parent for source in sources} - {Path(__file__).parent}
    beside = (
        path for folder in folders for kind in ("*.py", "*.npy") for path in folder.glob(kind)
    )
    for path in sorted({linking, *kernel, *constants, *sources, *beside}):
        digest.update(path.read_bytes())
    return digest.hexdigest()[:16]


def _sources(function: FunctionType) -> set[Path]:
    found = {Path(function.__code__.co_filename)}
    for _, callee in callees(function):
        found |= _sources(callee)
    return found


def _writable(folder: Path) -> Path:
    import tempfile

    try:
        folder.mkdir(parents=True, exist_ok=True)
        tempfile.TemporaryFile(dir=folder).close()
    except OSError as error:
        raise CacheFolderError(cache_folder(), error) from error
    return folder
