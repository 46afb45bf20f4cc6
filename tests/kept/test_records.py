"""Records of version 0.1 are read in both forms, replayed and verified."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from jaipur.cli import cli
from jaipur.errors import NotationError
from jaipur.records import load_record, replay, verify

from .fixtures import EACH, FOLDER

NAMES = ("finished", "resigned", "unknown-cards", "unknown-cards-with-proof")
FORMS = pytest.mark.parametrize("form", ["jaipur", "json"])


def jaipur(*arguments: str) -> Result:
    return CliRunner().invoke(cli, list(arguments), env={"JAIPUR_LANG": "en", "LC_ALL": ""})


def path_of(written: str, name: str, form: str) -> Path:
    return FOLDER / written / f"{name}.{form}"


@EACH
@pytest.mark.parametrize("name", NAMES)
def test_both_forms_are_one_record(written: str, name: str) -> None:
    text, data = (
        load_record(path_of(written, name, form).read_text("utf-8")) for form in ("jaipur", "json")
    )
    assert text == data
    assert text.is_complete == (name in NAMES[:2])


@EACH
@FORMS
@pytest.mark.parametrize("name", NAMES)
def test_it_replays_to_the_results_it_states(written: str, name: str, form: str) -> None:
    record = load_record(path_of(written, name, form).read_text("utf-8"))
    match = replay(record)
    stated = [played.result for played in record.rounds if played.result]
    assert [(one.winner, one.rupees) for one in match.results] == [
        (one.winner, one.rupees) for one in stated
    ]
    assert bool(stated) == (name != "resigned")
    told = jaipur("replay", "--plain", str(path_of(written, name, form)))
    assert told.exit_code == 0, told.output
    assert "Seals: " in told.stdout


@EACH
@FORMS
@pytest.mark.parametrize("name", NAMES)
def test_it_verifies_if_it_has_a_proof(written: str, name: str, form: str) -> None:
    path = path_of(written, name, form)
    record = load_record(path.read_text("utf-8"))
    said = jaipur("verify", str(path))
    if name == "unknown-cards":
        with pytest.raises(NotationError, match="cannot be verified"):
            verify(record)
        assert said.exit_code == 2
        return
    assert verify(record) == len(record.rounds)
    assert said.exit_code == 0, said.output
