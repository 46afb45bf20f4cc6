"""Preferences: kept whole, and never in the way."""

import json
from pathlib import Path

import pytest

from jaipur.client.files import CannotKeep, home_folder
from jaipur.client.preferences import Preferences, load, save


def test_what_was_kept_is_there_again(tmp_path: Path) -> None:
    assert load(tmp_path) == Preferences()
    assert load(tmp_path).is_new
    chosen = Preferences("fr", "contrast", letters=False, name="Ana", is_new=False)
    save(chosen, tmp_path / "made")
    assert load(tmp_path / "made") == chosen
    assert [path.name for path in (tmp_path / "made").iterdir()] == ["preferences.json"]


@pytest.mark.parametrize(
    "text", ["", "{", "[]", '"a"', "\x00", "[" * 5000, '{"theme": ["x"], "letters": 3, "name": 1}']
)
def test_what_cannot_be_read_counts_as_never_said(tmp_path: Path, text: str) -> None:
    (tmp_path / "preferences.json").write_text(text)
    assert load(tmp_path) == Preferences()


def test_a_known_part_counts_beside_an_unknown_one(tmp_path: Path) -> None:
    said = {"theme": "light", "language": "de", "later": {"more": 1}, "is_new": False}
    (tmp_path / "preferences.json").write_text(json.dumps(said))
    assert load(tmp_path) == Preferences(theme="light", is_new=False)


def test_a_folder_that_cannot_be_written_is_named(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(CannotKeep, match="JAIPUR_HOME"):
        save(Preferences(), tmp_path / "file")


def test_the_folder_can_be_elsewhere(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("JAIPUR_HOME", str(tmp_path))
    assert home_folder() == tmp_path
