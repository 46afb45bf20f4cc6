"""The file of a network: one `.npz` with an array for each field of a `Network`.

Two-dimensional arrays are float16, the others float32, both little-endian. The file also contains
the name of the format, its version, a hash of the network's feature set, and a free-form name. A
file that lacks any of these, or has one of another type or shape, is rejected. Files of version 4,
which have no third layer and no peaks, are still read.
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
from .afterstate import AFTERSTATE
from .network import FeatureSet, Network, RoundedNetwork, rounded

Entry = npt.NDArray[Any]

FORMAT: Final = "jaipur-network"
VERSION: Final = 5
"""Version of the format; also raised when the meaning of a feature changes."""
SHALLOW_VERSION: Final = 4
"""The last version without a third layer."""
NETWORK_VARIABLE: Final = "JAIPUR_NETWORK"
NETWORK_FILE: Final = Path(__file__).with_name("network.npz")
ROLLOUT_NETWORK_FILE: Final = Path(__file__).with_name("rollout_network.npz")
WORDS: Final = ("format", "version", "features", "name")
ENTRIES: Final = (*WORDS, *Network._fields)
PEAKS: Final = ("peaks", "second_peaks")
ANSWERS: Final = 2
ZIP_BEGINS: Final = b"PK"


class NetworkFileError(JaipurError):
    """A file that does not contain a network for this version of the program."""


@dataclass(frozen=True, slots=True)
class NetworkCard:
    """Identifies a network: its name, the version of its format and a hash of its file."""

    name: str
    version: int
    digest: str


def save_network(
    path: Path, network: Network, name: str = "", features: FeatureSet = AFTERSTATE
) -> None:
    """Write a network; an existing file is replaced atomically."""
    entries: dict[str, Any] = {
        "format": FORMAT,
        "version": np.int64(VERSION),
        "features": features.digest,
        "name": name,
        **{field: _stored(path, field, some) for field, some in network._asdict().items()},
    }
    new = path.with_name(path.name + ".new")
    try:
        # An open file, because NumPy adds .npz to names without it.
        with new.open("wb") as file:
            np.savez_compressed(file, **entries)
        new.replace(path)
    finally:
        new.unlink(missing_ok=True)


def read_network(path: Path, features: FeatureSet = AFTERSTATE) -> tuple[Network, NetworkCard]:
    """Read a network and its card from a file."""
    data = _bytes_of(path)
    entries = _entries_of(path, data)
    _check_words(path, entries, features)
    if int(entries["version"]) == SHALLOW_VERSION:
        _add_what_shallow_files_lack(path, entries)
    _check_shapes(path, entries, features)
    _check_numbers(path, entries)
    # The same dtype and layout for every file, so that Numba compiles only once.
    network = Network(*(entries[field].astype(np.float32, "C") for field in Network._fields))
    digest = hashlib.sha256(data).hexdigest()[:12]
    return network, NetworkCard(str(entries["name"]), int(entries["version"]), digest)


@cache
def shipped() -> tuple[RoundedNetwork, NetworkCard]:
    """Return the network of the learned players, quantised for play, and its card."""
    # Other weights can be tried without rebuilding the package.
    chosen = os.environ.get(NETWORK_VARIABLE)
    path = Path(chosen) if chosen else NETWORK_FILE
    network, card = read_network(path)
    return rounded(network, AFTERSTATE), card


def shipped_network() -> RoundedNetwork:
    """Return the network of the learned players, quantised for play."""
    return shipped()[0]


def network_card() -> NetworkCard:
    """Return the card of the learned players' network."""
    return shipped()[1]


@cache
def rollout_network() -> RoundedNetwork:
    """Return the small network that picks the actions of rollouts which the other one values."""
    network, _ = read_network(ROLLOUT_NETWORK_FILE)
    return rounded(network, AFTERSTATE)


def forget_shipped() -> None:
    """Clear the cache, so that the file is read again."""
    shipped.cache_clear()


def _stored(path: Path, field: str, some: Entry) -> Entry:
    """Convert an array to the type it has in the file."""
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
    """Return the dtype that an array with this number of dimensions has in the file."""
    return "<f2" if dimensions == 2 else "<f4"


def _bytes_of(path: Path) -> bytes:
    try:
        return path.read_bytes()
    except FileNotFoundError:
        raise NetworkFileError(
            message("There is no file {file}; it should be a network of jaipur train."),
            file=path,
        ) from None
    except OSError as error:
        raise NetworkFileError(
            message("{file} cannot be read ({cause}); it should be a network of jaipur train."),
            file=path,
            cause=error.strerror or str(error),
        ) from error


def _entries_of(path: Path, data: bytes) -> dict[str, Entry]:
    """Read all entries of the file without validating them."""
    if not ZIP_BEGINS.startswith(data[:2]):
        raise NetworkFileError(
            message("{file} is not a network; it should be an .npz file of jaipur train."),
            file=path,
        )
    try:
        with ZipFile(BytesIO(data)) as archive:
            there = {name: f"{name}.npy" for name in ENTRIES if f"{name}.npy" in archive.namelist()}
            return {name: _array(archive.read(file)) for name, file in there.items()}
    except Exception as error:  # a damaged archive fails in many ways
        raise NetworkFileError(
            message("{file} is cut short or damaged; copy it again or train anew."),
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
            entries=", ".join(ENTRIES),
        )


def _check_words(path: Path, entries: dict[str, Entry], features: FeatureSet) -> None:
    """Check that the format, its version and the feature set are those of this program."""
    _require(path, entries, WORDS)
    for word, right in zip(WORDS, (FORMAT, VERSION, features.digest, ""), strict=True):
        if entries[word].shape or entries[word].dtype.kind != np.array(right).dtype.kind:
            found = _kind_text(entries[word].dtype, entries[word].shape)
            raise _wrong(path, word, found, type(right).__name__)
    if str(entries["format"]) != FORMAT:
        raise _wrong(path, "format", str(entries["format"]), FORMAT)
    if int(entries["version"]) not in {SHALLOW_VERSION, VERSION}:
        raise NetworkFileError(
            message("{file} has version {found} of the format; expected: version {version}."),
            file=path,
            found=int(entries["version"]),
            version=VERSION,
        )
    if str(entries["features"]) != features.digest:
        raise NetworkFileError(
            message(
                "{file} reads other features ({found}) than this program has ({features}); "
                "expected: a network trained with this version of jaipur."
            ),
            file=path,
            found=str(entries["features"]),
            features=features.digest,
        )


def _add_what_shallow_files_lack(path: Path, entries: dict[str, Entry]) -> None:
    """Add an empty third layer, and peaks, which only a deep network reads."""
    _require(path, entries, ("bias", "second_bias"))
    entries["third"] = np.zeros((entries["second_bias"].size, 0), "<f2")
    entries["third_bias"] = np.zeros(0, "<f4")
    for field, like in zip(PEAKS, ("bias", "second_bias"), strict=True):
        entries[field] = np.ones(entries[like].size, "<f4")


def _check_shapes(path: Path, entries: dict[str, Entry], features: FeatureSet) -> None:
    """Check that the layers fit each other and the feature set."""
    _require(path, entries, Network._fields)
    shape, kind = entries["second"].shape, entries["second"].dtype
    if len(shape) != 2 or not min(shape):
        raise _wrong(path, "second", _kind_text(kind, shape), "float16 m×n")
    width, second = shape
    third = second if entries["third_bias"].size else 0
    shapes = (
        (features.rows, width),
        (width,),
        (width,),
        shape,
        (second,),
        (second,),
        (second, third),
        (third,),
        (second, ANSWERS),
        (ANSWERS,),
    )
    for field, right in zip(Network._fields, shapes, strict=True):
        kind = np.dtype(_kind_of(len(right)))
        found, shape = entries[field].dtype, entries[field].shape
        if shape != right or found != kind:
            raise _wrong(path, field, _kind_text(found, shape), _kind_text(kind, right))


def _check_numbers(path: Path, entries: dict[str, Entry]) -> None:
    """Check that all numbers are finite, and that no unit peaks at zero or below."""
    for field in Network._fields:
        if not np.isfinite(entries[field]).all():
            raise NetworkFileError(
                message("{file} has numbers in {entry} that are not finite; train anew."),
                file=path,
                entry=field,
            )
    for field in PEAKS:
        if entries[field].min() <= 0:
            raise NetworkFileError(
                message("{file} has numbers in {entry} that are not above zero; train anew."),
                file=path,
                entry=field,
            )


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
