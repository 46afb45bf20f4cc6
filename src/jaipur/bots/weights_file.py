"""The file of one or more networks: one `.npz` with an array for each field of each `Network`.

Two-dimensional arrays are halves (float16), the others float32, both little-endian. Beside them
stand the name of the format, its version, a hash of the facts the numbers were made for and a free
name. The fields of a second network end in `_2`. What is not exactly such a file is refused.
"""

from __future__ import annotations

import hashlib
import os
from dataclasses import dataclass
from functools import cache
from io import BytesIO
from pathlib import Path
from typing import Any, Final
from zipfile import ZipFile

import numpy as np
import numpy.typing as npt

from ..errors import JaipurError, message
from .afterstate import FROM, ROWS
from .network import Council, Network, council_of

Entry = npt.NDArray[Any]

FORMAT: Final = "jaipur-network"
VERSION: Final = 2
"""Of the format; also to be raised when a fact comes to mean something else."""
NETWORK_VARIABLE: Final = "JAIPUR_NETWORK"
FACTS_HASH: Final = hashlib.sha256(",".join(map(str, np.diff(FROM))).encode()).hexdigest()[:12]
"""Stands for the facts of this program: the rows of each."""
WORDS: Final = ("format", "version", "facts", "name")
ENTRIES: Final = (*WORDS, *Network._fields)
MOST_NETWORKS: Final = 2
ANSWERS: Final = 2
ZIP_BEGINS: Final = b"PK"


class NetworkFileError(JaipurError):
    """A file that does not hold the numbers of a network for this program."""


@dataclass(frozen=True, slots=True)
class NetworkCard:
    """Which network it is: its name, the version of its format and a hash of its file."""

    name: str
    version: int
    digest: str


def save_networks(path: Path, networks: tuple[Network, ...], name: str = "") -> None:
    """Write one or two networks; a file that was there is replaced at once or stays as it was."""
    if not 1 <= len(networks) <= MOST_NETWORKS:
        raise ValueError(f"{len(networks)} networks for a file that has room for {MOST_NETWORKS}")
    entries: dict[str, Any] = {
        "format": FORMAT,
        "version": np.int64(VERSION),
        "facts": FACTS_HASH,
        "name": name,
        **{
            entry: _stored(path, entry, some)
            for number, network in enumerate(networks)
            for entry, some in zip(_fields_of(number), network, strict=True)
        },
    }
    new = path.with_name(path.name + ".new")
    try:
        # An open file, because NumPy adds .npz to names without it.
        with new.open("wb") as file:
            np.savez_compressed(file, **entries)
        new.replace(path)
    finally:
        new.unlink(missing_ok=True)


def save_network(path: Path, network: Network, name: str = "") -> None:
    """Write one network."""
    save_networks(path, (network,), name)


def read_networks(path: Path) -> tuple[tuple[Network, ...], NetworkCard]:
    """The networks in a file, and its card."""
    data = _bytes_of(path)
    entries = _entries_of(path, data)
    _check_words(path, entries)
    numbers = [n for n in range(MOST_NETWORKS) if n == 0 or _has_any(entries, n)]
    networks = tuple(_network(path, entries, _fields_of(number)) for number in numbers)
    digest = hashlib.sha256(data).hexdigest()[:12]
    return networks, NetworkCard(str(entries["name"]), VERSION, digest)


@cache
def shipped() -> tuple[tuple[Network, ...], NetworkCard]:
    """The networks that the players use, and which they are."""
    # Other weights can be tried without building the package anew.
    chosen = os.environ.get(NETWORK_VARIABLE)
    return read_networks(Path(chosen) if chosen else Path(__file__).with_name("maharaja.npz"))


@cache
def shipped_council() -> Council:
    """The networks that the players use, as they judge together."""
    return council_of(shipped()[0])


def network_card() -> NetworkCard:
    """Which networks the players use."""
    return shipped()[1]


def forget_shipped() -> None:
    """Let the file be read again."""
    shipped.cache_clear()
    shipped_council.cache_clear()


def _fields_of(number: int) -> tuple[str, ...]:
    """The names of a network's arrays in the file."""
    return Network._fields if number == 0 else tuple(f"{n}_{number + 1}" for n in Network._fields)


def _has_any(entries: dict[str, Entry], number: int) -> bool:
    return any(field in entries for field in _fields_of(number))


def _network(path: Path, entries: dict[str, Entry], fields: tuple[str, ...]) -> Network:
    """One of the networks, checked."""
    _check_shapes(path, entries, fields)
    for field in fields:
        if not np.isfinite(entries[field]).all():
            raise NetworkFileError(
                message("In {file} not all numbers of {entry} are finite; expected: all are."),
                file=path,
                entry=field,
            )
    # Arrays of one kind whatever the file, so that Numba compiles once.
    return Network(*(entries[field].astype(np.float32, "C") for field in fields))


def _stored(path: Path, field: str, some: Entry) -> Entry:
    """An array as the file has it."""
    with np.errstate(over="ignore"):
        stored = some.astype(_kind_of(some.ndim))
    if not np.isfinite(stored).all():
        raise NetworkFileError(
            message("{file} was not written: a number of {entry} is not finite or too large."),
            file=path,
            entry=field,
        )
    return stored


def _kind_of(dimensions: int) -> str:
    """The type of number an array of so many dimensions has in the file."""
    return "<f2" if dimensions == 2 else "<f4"


def _bytes_of(path: Path) -> bytes:
    try:
        return path.read_bytes()
    except FileNotFoundError:
        raise NetworkFileError(
            message("There is no file {file}; expected there: a network that jaipur train made."),
            file=path,
        ) from None
    except OSError as error:
        raise NetworkFileError(
            message("{file} cannot be read ({cause}); expected: a network that jaipur train made."),
            file=path,
            cause=error.strerror or str(error),
        ) from error


def _entries_of(path: Path, data: bytes) -> dict[str, Entry]:
    """All that is in the file, unchecked but whole."""
    if not ZIP_BEGINS.startswith(data[:2]):
        raise NetworkFileError(
            message("{file} is not a network; expected: an .npz file that jaipur train made."),
            file=path,
        )
    try:
        with ZipFile(BytesIO(data)) as archive:
            known = (*WORDS, *(f for n in range(MOST_NETWORKS) for f in _fields_of(n)))
            there = {name: f"{name}.npy" for name in known if f"{name}.npy" in archive.namelist()}
            return {name: _array(archive.read(file)) for name, file in there.items()}
    except Exception as error:  # a damaged archive fails in many ways
        raise NetworkFileError(
            message(
                "{file} is cut short or damaged; expected: a whole file that jaipur train made."
            ),
            file=path,
        ) from error


def _array(data: bytes) -> Entry:
    array: Entry = np.lib.format.read_array(BytesIO(data), allow_pickle=False)
    return array


def _require(path: Path, entries: dict[str, Entry], names: tuple[str, ...]) -> None:
    missing = [name for name in names if name not in entries]
    if missing:
        raise NetworkFileError(
            message("{file} is not a network: it lacks {missing}; expected: {entries}."),
            file=path,
            missing=", ".join(missing),
            entries=", ".join((*WORDS, *names) if names != WORDS else ENTRIES),
        )


def _check_words(path: Path, entries: dict[str, Entry]) -> None:
    """The format, its version and the facts are those of this program."""
    _require(path, entries, WORDS)
    for word, right in zip(WORDS, (FORMAT, VERSION, FACTS_HASH, ""), strict=True):
        if entries[word].shape or entries[word].dtype.kind != np.array(right).dtype.kind:
            found = _kind_text(entries[word].dtype, entries[word].shape)
            raise _wrong(path, word, found, type(right).__name__)
    if str(entries["format"]) != FORMAT:
        raise _wrong(path, "format", str(entries["format"]), FORMAT)
    if int(entries["version"]) != VERSION:
        raise NetworkFileError(
            message("{file} has version {found} of the format; expected: version {version}."),
            file=path,
            found=int(entries["version"]),
            version=VERSION,
        )
    if str(entries["facts"]) != FACTS_HASH:
        raise NetworkFileError(
            message(
                "{file} was made for other facts ({found}) than this program knows ({facts}); "
                "expected: a network trained with this version of jaipur."
            ),
            file=path,
            found=str(entries["facts"]),
            facts=FACTS_HASH,
        )


def _check_shapes(path: Path, entries: dict[str, Entry], fields: tuple[str, ...]) -> None:
    """The three layers fit each other and the facts."""
    _require(path, entries, fields)
    middle = fields[Network._fields.index("second")]
    shape, kind = entries[middle].shape, entries[middle].dtype
    if len(shape) != 2 or not min(shape):
        raise _wrong(path, middle, _kind_text(kind, shape), "float16 m×n")
    width, second = shape
    shapes = ((ROWS, width), (width,), (width, second), (second,), (second, ANSWERS), (ANSWERS,))
    for field, right in zip(fields, shapes, strict=True):
        kind = np.dtype(_kind_of(len(right)))
        found, shape = entries[field].dtype, entries[field].shape
        if shape != right or found != kind:
            raise _wrong(path, field, _kind_text(found, shape), _kind_text(kind, right))


def _kind_text(kind: np.dtype[Any], shape: tuple[int, ...]) -> str:
    return f"{kind.name} {'×'.join(map(str, shape))}".strip()


def _wrong(path: Path, entry: str, found: str, right: str) -> NetworkFileError:
    return NetworkFileError(
        message("In {file} the entry {entry} is {found}; expected: {right}."),
        file=path,
        entry=entry,
        found=found,
        right=right,
    )
