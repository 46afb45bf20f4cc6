"""The cache of judged decisions: it saves work, and nothing depends on it."""

from __future__ import annotations

import json
import os
from contextlib import closing
from pathlib import Path

import pytest

from jaipur.compiled import CACHE_VARIABLE
from jaipur.judge import review_file
from jaipur.judge.model import Decision, Depth
from jaipur.judge.review_file import FOLDER, ReviewFile, record_digest
from jaipur.records import Record, load_record, record_to_json, write_record
from tests.matches import random_match

from .fake import made_decisions

RECORD = random_match(3)[1]
DECISIONS = {f"{one.round}.{one.number}": one for one in made_decisions(RECORD)}
KEYS = list(DECISIONS)


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv(CACHE_VARIABLE, str(tmp_path))
    return tmp_path / FOLDER


def opened(
    record: Record = RECORD, depth: Depth = Depth.STANDARD, state: str = "now"
) -> ReviewFile:
    return ReviewFile(record, depth, state)


def store(*keys: str) -> None:
    with closing(opened()) as file:
        file.read()
        for key in keys:
            file.append(key, DECISIONS[key])


def stored() -> dict[str, Decision]:
    with closing(opened()) as file:
        return file.read()


def files_in(folder: Path) -> list[Path]:
    """The files with decisions; on Windows, those of their locks stay too."""
    return sorted(folder.glob("*.jsonl"))


def only_file(folder: Path) -> Path:
    (path,) = files_in(folder)
    return path


def test_what_was_judged_is_read_again_exactly() -> None:
    store(*KEYS[:3])
    store(*KEYS[3:5])
    assert stored() == {key: DECISIONS[key] for key in KEYS[:5]}


def test_a_file_without_decisions_is_not_kept(folder: Path) -> None:
    assert stored() == {}
    assert files_in(folder) == []


def test_a_cut_off_line_is_judged_again(folder: Path) -> None:
    store(*KEYS[:3])
    path = only_file(folder)
    path.write_bytes(path.read_bytes()[:-20])
    assert list(stored()) == KEYS[:2]
    store(KEYS[2])
    assert list(stored()) == KEYS[:3]


def test_a_whole_line_without_its_end_is_cut_off_too(folder: Path) -> None:
    store(*KEYS[:2])
    path = only_file(folder)
    path.write_bytes(path.read_bytes()[:-1])
    assert list(stored()) == KEYS[:1]


@pytest.mark.parametrize("line", [b"\n", b"[]\n", b"{}\n", b'{"key":1}\n', b"\xff\xfe\n", b"7\n"])
def test_what_follows_a_damaged_line_is_judged_again(folder: Path, line: bytes) -> None:
    store(*KEYS[:3])
    path = only_file(folder)
    lines = path.read_bytes().splitlines(keepends=True)
    path.write_bytes(b"".join([*lines[:2], line, *lines[3:]]))
    assert list(stored()) == KEYS[:1]
    store(KEYS[1])
    assert list(stored()) == KEYS[:2]


@pytest.mark.parametrize("content", [b"", b"something else\n", b'{"format":"jaipur-record"}\n{}\n'])
def test_a_foreign_file_is_replaced(folder: Path, content: bytes) -> None:
    store(KEYS[0])
    path = only_file(folder)
    path.write_bytes(content)
    assert stored() == {}
    store(KEYS[1])
    assert list(stored()) == [KEYS[1]]
    assert path.read_bytes().count(b"\n") == 2


def test_another_record_depth_or_judge_has_a_file_of_its_own(folder: Path) -> None:
    store(KEYS[0])
    others = [
        opened(record=random_match(4)[1]),
        opened(depth=Depth.DEEP),
        opened(state="later"),
    ]
    for file in others:
        with closing(file):
            assert file.read() == {}
            file.append(KEYS[1], DECISIONS[KEYS[1]])
    assert len(files_in(folder)) == 4
    assert list(stored()) == [KEYS[0]]


def test_names_comments_and_the_form_of_a_record_do_not_matter() -> None:
    text = write_record(RECORD)
    renamed = load_record(text.replace("Seat 0: Ana", "Seat 0: Anna"))
    as_json = load_record(json.dumps(record_to_json(RECORD)))
    assert renamed.headers != RECORD.headers
    assert {record_digest(one) for one in (renamed, as_json)} == {record_digest(RECORD)}
    assert record_digest(random_match(4)[1]) != record_digest(RECORD)


def test_a_second_process_works_without_the_file() -> None:
    with closing(opened()) as first, closing(opened()) as second:
        first.read()
        first.append(KEYS[0], DECISIONS[KEYS[0]])
        assert second.read() == {}
        assert (first.is_open, second.is_open) == (True, False)
        second.append(KEYS[1], DECISIONS[KEYS[1]])
    assert list(stored()) == [KEYS[0]]


def test_a_folder_that_cannot_be_made_is_no_error(folder: Path) -> None:
    folder.write_text("not a folder")
    store(KEYS[0])
    assert stored() == {}
    assert folder.read_text() == "not a folder"


def test_a_full_disk_is_no_error(monkeypatch: pytest.MonkeyPatch) -> None:
    with closing(opened()) as file:
        file.read()
        file.append(KEYS[0], DECISIONS[KEYS[0]])
        monkeypatch.setattr(review_file, "_line", fails)
        file.append(KEYS[1], DECISIONS[KEYS[1]])
        assert not file.is_open
        file.append(KEYS[2], DECISIONS[KEYS[2]])


def fails(_data: object) -> bytes:
    raise OSError(28, "No space left on device")


def test_the_files_unused_for_longest_are_removed(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(review_file, "MOST_FILES", 3)
    store(KEYS[0])
    own = only_file(folder)
    for age, name in enumerate(["new", "middle", "old", "oldest"], 1):
        path = folder / f"{name}.jsonl"
        path.write_text("")
        os.utime(path, (1_000_000 - age, 1_000_000 - age))
    os.utime(own, (1, 1))
    assert list(stored()) == [KEYS[0]]
    assert files_in(folder) == sorted([folder / "new.jsonl", folder / "middle.jsonl", own])
