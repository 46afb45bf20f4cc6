"""The file of a network: what is written is read again, and anything else is refused by name."""

from __future__ import annotations

import hashlib
import pickle
import re
import zipfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from jaipur.bots import network_file
from jaipur.bots.afterstate import AFTERSTATE, ROWS
from jaipur.bots.network import FeatureSet, Network, rounded
from jaipur.bots.network_file import (
    NETWORK_VARIABLE,
    NetworkCard,
    NetworkFileError,
    forget_shipped,
    network_card,
    read_network,
    save_network,
    shipped_network,
)
from tests.bots.networks import random_network

WIDTH, SECOND = 8, 4
DEEP = random_network(is_deep=True)


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """A good file of a small deep network."""
    path = tmp_path / "small.npz"
    save_network(path, DEEP, "a try")
    return path


def rewrite(file: Path, **entries: Any) -> Path:
    """The same file with other entries; None leaves one out."""
    with np.load(file) as archive:
        kept = {name: archive[name] for name in archive.files} | entries
    np.savez_compressed(file, **{name: entry for name, entry in kept.items() if entry is not None})
    return file


def refusal(path: Path) -> str:
    """What a person reads about a file, which names it and what would be right."""
    with pytest.raises(NetworkFileError) as caught:
        read_network(path)
    said = str(caught.value)
    assert str(path) in said
    assert re.search("expected: |it should be |train anew", said)
    assert str(pickle.loads(pickle.dumps(caught.value))) == said  # noqa: S301  # our own bytes
    return said


# What is written is read again


@pytest.mark.parametrize("network", [DEEP, random_network()], ids=["deep", "shallow"])
def test_a_network_comes_back_up_to_the_precision_of_the_file(file: Path, network: Network) -> None:
    save_network(file, network)
    for wrote, read in zip(network, read_network(file)[0], strict=True):
        assert read.shape == wrote.shape
        precision = np.float16 if wrote.ndim == 2 else np.float32
        assert (read == wrote.astype(precision)).all()


def test_what_was_read_is_written_without_another_loss(file: Path) -> None:
    again = file.with_name("again.npz")
    save_network(again, read_network(file)[0], "a try")
    assert again.read_bytes() == file.read_bytes()


def test_all_networks_are_of_the_same_type_for_compiled_code(file: Path) -> None:
    """Also one whose arrays lie the other way round in the file."""
    with np.load(file) as archive:
        rewrite(file, rows=np.asfortranarray(archive["rows"]))
    for some in read_network(file)[0]:
        assert some.dtype == np.float32
        assert some.flags.c_contiguous
        assert some.flags.writeable
        assert some.flags.aligned


def test_the_same_numbers_give_the_same_bytes(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("time.time", lambda: 2_000_000_000.0)
    again = file.with_name("again.npz")
    save_network(again, DEEP, "a try")
    assert again.read_bytes() == file.read_bytes()
    with zipfile.ZipFile(file) as archive:
        assert {entry.date_time for entry in archive.infolist()} == {(1980, 1, 1, 0, 0, 0)}


def test_the_file_has_the_name_that_was_asked_for(tmp_path: Path) -> None:
    path = tmp_path / "weights.of.a.run"
    save_network(path, random_network())
    assert list(tmp_path.iterdir()) == [path]
    read_network(path)


def test_two_bytes_a_number_of_the_first_layer_and_none_for_rows_of_zeros(file: Path) -> None:
    assert file.stat().st_size < ROWS * WIDTH * 2 + 5_000
    rows = random_network().rows.copy()
    rows[::2] = 0
    save_network(file, random_network()._replace(rows=rows))
    assert file.stat().st_size < ROWS * WIDTH + 8_000


def test_the_card_says_which_network_it_is(file: Path) -> None:
    digest = hashlib.sha256(file.read_bytes()).hexdigest()
    assert read_network(file)[1] == NetworkCard("a try", 5, digest[:12])
    save_network(file, random_network())
    assert read_network(file)[1].name == ""


def test_the_shipped_networks_are_small_enough_for_the_package() -> None:
    files = Path(network_file.__file__).parent.glob("*.npz")
    sizes = {file.name: file.stat().st_size for file in files}
    assert len(sizes) == 4
    assert sum(sizes.values()) < 12_000_000


def test_a_file_of_version_4_is_read_as_a_shallow_network(file: Path) -> None:
    """It has no third layer and no peaks, which only deep networks need."""
    save_network(file, random_network(), "old")
    lacking = dict.fromkeys(("peaks", "second_peaks", "third", "third_bias"))
    network, card = read_network(rewrite(file, version=4, **lacking))
    assert card.version == 4
    assert not network.is_deep
    playing, now = rounded(network, AFTERSTATE), rounded(random_network(), AFTERSTATE)
    assert len(playing.second) == SECOND
    kinds = [[(some.shape, some.dtype) for some in network] for network in (playing, now)]
    assert kinds[0] == kinds[1]


def test_nor_does_one_of_version_4_go_unchecked(file: Path) -> None:
    assert "expected: float16 m×n" in refusal(rewrite(file, version=4, second=np.zeros(3, "f2")))
    assert "it lacks second_bias;" in refusal(rewrite(file, version=4, second_bias=None))


# A file stays whole


def test_a_file_that_cannot_be_written_stays_as_it_was(
    file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*args: object, **entries: object) -> None:
        raise OSError(28, "No space left on device")

    before = file.read_bytes()
    monkeypatch.setattr(np, "savez_compressed", full)
    with pytest.raises(OSError, match="No space"):
        save_network(file, random_network(seed=2))
    assert file.read_bytes() == before
    assert list(file.parent.iterdir()) == [file]


@pytest.mark.parametrize("number", [np.nan, np.inf, 70_000.0])
def test_numbers_that_the_file_cannot_hold_are_not_written(file: Path, number: float) -> None:
    before, rows = file.read_bytes(), random_network().rows.copy()
    rows[5, 1] = number
    with pytest.raises(NetworkFileError, match="not written: a number of rows") as caught:
        save_network(file, random_network()._replace(rows=rows))
    assert str(file) in str(caught.value)
    assert file.read_bytes() == before


# Files that are refused


def test_a_missing_file(tmp_path: Path) -> None:
    assert "There is no file" in refusal(tmp_path / "nowhere" / "small.npz")


def test_a_folder(tmp_path: Path) -> None:
    assert "cannot be read (Is a directory)" in refusal(tmp_path)


def test_a_file_that_may_not_be_read(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def forbidden(path: Path) -> bytes:
        raise PermissionError(13, "Permission denied", str(path))

    # Not by the mode of the file: whoever may do everything can read it all the same.
    monkeypatch.setattr(Path, "read_bytes", forbidden)
    assert "cannot be read (Permission denied)" in refusal(file)


@pytest.mark.parametrize("share", [0.0, 0.0001, 0.2, 0.9, 0.999])
def test_a_file_that_is_cut_short(file: Path, share: float) -> None:
    data = file.read_bytes()
    file.write_bytes(data[: int(share * len(data))])
    assert "cut short or damaged" in refusal(file)


@pytest.mark.parametrize("place", [3_000, 30_000])
def test_a_file_with_a_wrong_bit(file: Path, place: int) -> None:
    data = bytearray(file.read_bytes())
    data[place] ^= 4
    file.write_bytes(data)
    assert "cut short or damaged" in refusal(file)


@pytest.mark.parametrize("content", [b"\x80\x04K\x01.", b"a text\n", b"\x93NUMPY\x01\x00"])
def test_a_file_of_another_sort(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "model.pt"
    path.write_bytes(content)
    assert "is not a network; it should be an .npz" in refusal(path)


def test_a_single_array(tmp_path: Path) -> None:
    np.save(tmp_path / "some.npy", np.zeros(3))
    assert "is not a network" in refusal(tmp_path / "some.npy")


def test_a_zip_of_something_else(tmp_path: Path) -> None:
    path = tmp_path / "letters.zip"
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr("format", "jaipur-network")
        archive.writestr("rows", "none")
    assert "it lacks format, version, features, name;" in refusal(path)


def test_arrays_of_somebody_else(tmp_path: Path) -> None:
    np.savez(tmp_path / "theirs.npz", rows=np.zeros((3, 3)), weights=np.zeros(3))
    assert "it lacks format, version, features, name;" in refusal(tmp_path / "theirs.npz")


@pytest.mark.parametrize("entry", ["version", "name", "last_bias"])
def test_a_missing_entry(file: Path, entry: str) -> None:
    assert f"it lacks {entry};" in refusal(rewrite(file, **{entry: None}))


def test_objects_are_never_unpickled(file: Path) -> None:
    assert "damaged" in refusal(rewrite(file, rows=np.array([{}, {}], dtype=object)))


def test_another_version(file: Path) -> None:
    """Whatever its arrays are."""
    said = refusal(rewrite(file, version=2, rows=None))
    assert "has version 2 of the format; expected: version 5" in said


def test_another_format(file: Path) -> None:
    said = refusal(rewrite(file, format="chess-network"))
    assert "the entry format is chess-network; expected: jaipur-network" in said


def test_a_network_for_other_features(file: Path) -> None:
    other = FeatureSet([1, 2])
    with pytest.raises(NetworkFileError) as refused:
        read_network(file, other)
    said = f"reads other features ({AFTERSTATE.digest}) than this program has ({other.digest})"
    assert said in str(refused.value)


WRONG_ENTRIES: list[tuple[str, Any, str, str]] = [
    ("rows", np.zeros((ROWS - 1, WIDTH), "f2"), f"float16 {ROWS - 1}×8", f"float16 {ROWS}×8"),
    ("rows", np.zeros((ROWS, WIDTH), "f4"), f"float32 {ROWS}×8", f"float16 {ROWS}×8"),
    ("rows", np.zeros((ROWS, WIDTH), "S2"), f"bytes16 {ROWS}×8", f"float16 {ROWS}×8"),
    ("bias", np.zeros(WIDTH, "f2"), "float16 8", "float32 8"),
    ("bias", np.zeros((WIDTH, 1), "f4"), "float32 8×1", "float32 8"),
    ("second", np.zeros((WIDTH, SECOND, 1), "f2"), "float16 8×4×1", "float16 m×n"),
    ("second", np.zeros((WIDTH, 0), "f2"), "float16 8×0", "float16 m×n"),
    ("second_bias", np.zeros(SECOND + 1, "f4"), "float32 5", "float32 4"),
    ("peaks", np.zeros(WIDTH - 1, "f4"), "float32 7", "float32 8"),
    ("third", np.zeros((SECOND, 3), "f2"), "float16 4×3", "float16 4×4"),
    ("third", np.zeros((SECOND, 0), "f2"), "float16 4×0", "float16 4×4"),
    ("third_bias", np.zeros(SECOND + 1, "f4"), "float32 5", "float32 4"),
    ("last", np.zeros((SECOND, 1), "f2"), "float16 4×1", "float16 4×2"),
    ("last_bias", np.zeros(2, "i8"), "int64 2", "float32 2"),
    ("version", "1", "str32", "int"),
    ("name", np.array(["a", "b"]), "str32 2", "str"),
    ("features", 7, "int64", "str"),
]


@pytest.mark.parametrize(("entry", "wrong", "found", "right"), WRONG_ENTRIES)
def test_an_entry_of_another_shape_or_kind(
    file: Path, entry: str, wrong: Any, found: str, right: str
) -> None:
    said = refusal(rewrite(file, **{entry: wrong}))
    assert said == f"In {file} the entry {entry} is {found}; expected: {right}."


@pytest.mark.parametrize("number", [np.nan, np.inf, -np.inf])
@pytest.mark.parametrize("field", Network._fields)
def test_numbers_that_are_not_finite(file: Path, field: str, number: float) -> None:
    with np.load(file) as archive:
        some = archive[field].copy()
    some.flat[-1] = number
    assert f"numbers in {field} that are not finite" in refusal(rewrite(file, **{field: some}))


@pytest.mark.parametrize("field", ["peaks", "second_peaks"])
@pytest.mark.parametrize("number", [0.0, -1.0])
def test_peaks_that_are_not_above_zero(file: Path, field: str, number: float) -> None:
    with np.load(file) as archive:
        some = archive[field].copy()
    some[1] = number
    assert f"numbers in {field} that are not above zero" in refusal(rewrite(file, **{field: some}))


# The network that the players use


@pytest.fixture
def _nothing_kept() -> Iterator[None]:
    forget_shipped()
    yield
    forget_shipped()


@pytest.mark.usefixtures("_nothing_kept")
def test_other_weights_can_be_tried(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(NETWORK_VARIABLE, str(file))
    assert shipped_network() is shipped_network()
    assert (shipped_network().rows == rounded(read_network(file)[0], AFTERSTATE).rows).all()
    assert network_card() == read_network(file)[1]


@pytest.mark.usefixtures("_nothing_kept")
def test_weights_that_are_missing_are_replaced_by_no_others(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(NETWORK_VARIABLE, str(tmp_path / "lost.npz"))
    for ask in (shipped_network, network_card):
        with pytest.raises(NetworkFileError, match=r"lost\.npz"):
            ask()
