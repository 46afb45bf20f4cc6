"""Makes Numba optimise only the functions that Python calls, each as a whole.

By default Numba generates machine code for every function, and again for all its callees inside it:
with calls ten deep, most of the compile time goes there. Here a function that only compiled code
calls is a *piece*: it stays unoptimised LLVM code, without machine code. A function that Python
calls is an *entry*: all pieces it needs, directly or not, are linked into it, inlined and optimised
once.

This module imports Numba, so it is itself imported late (see `compiled`).
"""

from __future__ import annotations

from collections.abc import Iterable
from importlib import import_module
from types import FunctionType
from typing import Any, Final

Numba = Any
"""Numba is only partly typed, and differently in every release."""

numba: Numba = import_module("numba")
types: Numba = import_module("numba.core.types")
JITCodeLibrary: Numba = import_module("numba.core.codegen").JITCodeLibrary
Compiler: Numba = import_module("numba.core.compiler").Compiler

OPTIONS: Final = {"nogil": True, "no_cfunc_wrapper": True}


def entry(function: FunctionType) -> Numba:
    """A compiled function that Python can call; its machine code is cached."""
    return _sharing(numba.njit(cache=True, pipeline_class=_EntryCompiler, **OPTIONS)(function))


def piece(function: FunctionType) -> Numba:
    """A compiled function that only compiled functions can call."""
    made = numba.njit(no_cpython_wrapper=True, pipeline_class=_PieceCompiler, **OPTIONS)(function)
    return _sharing(made)


def _sharing(dispatcher: Numba) -> Numba:
    """Make all integer arguments int64, so that literals and short integers share one version."""
    template = dispatcher.get_call_template

    def shared(args: Iterable[Numba], kws: dict[str, Numba]) -> Numba:
        return template(tuple(map(_plain, args)), {name: _plain(kws[name]) for name in kws})

    dispatcher.get_call_template = shared
    return dispatcher


def _plain(kind: Numba) -> Numba:
    plain = types.unliteral(kind)
    return types.int64 if isinstance(plain, types.Integer) and plain.bitwidth < 64 else plain


class _PieceLibrary(JITCodeLibrary):  # type: ignore[misc]  # Numba has no types
    """The code of one piece, which is linked into entries."""

    def finalize(self) -> None:
        self._finalized = True

    def get_pointer_to_function(self, name: str) -> int:  # noqa: ARG002
        """There is none: a piece has no machine code."""
        self._ensure_finalized()
        return 0

    @property
    def codegen(self) -> Numba:
        """The code generator, without a runtime environment for this piece."""
        return _WithoutEnvironment(self._codegen)


class _WithoutEnvironment:
    def __init__(self, codegen: Numba) -> None:
        self._codegen = codegen

    def __getattr__(self, name: str) -> Numba:
        return getattr(self._codegen, name)

    def set_env(self, name: str, environment: Numba) -> None:
        """Do nothing: a piece is not loaded into memory."""


class _EntryLibrary(JITCodeLibrary):  # type: ignore[misc]  # Numba has no types
    """The code of an entry and of all its pieces."""

    _linking_libraries: list[Numba]

    def finalize(self) -> None:
        # A library is linked in only if code already linked calls it, so callers come first.
        self._linking_libraries = _callees_first(self._linking_libraries, {})[::-1]
        super().finalize()


def _callees_first(libraries: Iterable[Numba], seen: dict[int, None]) -> list[Numba]:
    """Libraries and their dependencies, each after its own dependencies."""
    ordered = []
    for library in libraries:
        if id(library) not in seen:
            seen[id(library)] = None
            if isinstance(library, _PieceLibrary):
                ordered += _callees_first(library._linking_libraries, seen)
            ordered.append(library)
    return ordered


class _LinkingCompiler(Compiler):  # type: ignore[misc]  # Numba has no types
    """Numba's default compiler with one of our libraries as its output."""

    library_kind: Numba

    def __init__(self, typingctx: Numba, targetctx: Numba, library: Numba, *others: Numba) -> None:
        if library is None:
            library = self.library_kind(targetctx.codegen(), "jaipur")
            library.enable_object_caching()
        super().__init__(typingctx, targetctx, library, *others)


class _PieceCompiler(_LinkingCompiler):
    library_kind = _PieceLibrary


class _EntryCompiler(_LinkingCompiler):
    library_kind = _EntryLibrary
