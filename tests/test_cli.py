import json
import os
import stat
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from jaipur import Position, SeededDeals
from jaipur.bots.ladder import LADDER, NAMES
from jaipur.bots.network_file import network_card
from jaipur.cli import cli
from jaipur.compiled import CACHE_VARIABLE
from jaipur.records import load_record, record_to_json
from jaipur.view_json import view_to_json

from .no_network import NOWHERE, take_network_away

EXAMPLES = Path(__file__).parents[1] / "examples"
START = Position.deal(SeededDeals(7).deal(0))
DEALT = str(START)
MATCH = str(EXAMPLES / "match.jaipur")


def jaipur(*arguments: str, typed: str = "", **environment: str) -> Result:
    """Run a command as a person would, in English unless the environment says otherwise."""
    known = {"JAIPUR_LANG": "en", "LC_ALL": ""} | environment
    return CliRunner().invoke(cli, arguments, input=typed, env=known)


def document(*arguments: str) -> Any:
    """What a command prints with --json, which must be one document and nothing else."""
    done = jaipur(*arguments, "--json")
    assert done.exit_code == 0, done.stderr
    return json.loads(done.stdout)


def refusal(*arguments: str, **environment: str) -> str:
    """The one sentence of a refused command; nothing is on standard output."""
    done = jaipur(*arguments, **environment)
    assert done.exit_code == 2, done.output
    assert done.stdout == ""
    return done.stderr


def test_every_command_has_help_that_says_what_it_does() -> None:
    assert jaipur("--help").exit_code == 0
    for name in cli.commands:
        done = jaipur(name, "--help")
        assert done.exit_code == 0
        assert cli.commands[name].help


def test_rules_in_both_languages() -> None:
    assert "\nR1. Jaipur is for two players." in jaipur("rules").stdout
    assert "Sceau d" in jaipur("rules", "--lang", "fr").stdout
    english, french = document("rules"), document("rules", "--lang", "fr")
    assert [rule["rule"] for rule in english] == [rule["rule"] for rule in french]
    assert [rule["rule"] for rule in english] == [f"R{n}" for n in range(1, len(english) + 1)]
    assert {rule["chapter"] for rule in english}.isdisjoint(
        {r["chapter"] for r in french} - {"Bonus", "Restrictions"}
    )


def test_deal_prints_a_position_that_show_draws() -> None:
    line = jaipur("deal", "--seed", "7").stdout.strip()
    assert line == DEALT
    assert document("deal", "--seed", "7")["position"] == DEALT
    assert jaipur("deal", "--seed", "7", "--number", "1").stdout.strip() != DEALT
    assert "exchanges=0/- " in jaipur("deal", "--seed", "7", "--no-house-rule").stdout
    drawn = jaipur("show", line).stdout
    assert "Market: gold, 4 × camel   [GKKKK]" in drawn
    assert "+G +KKKK -C -CC -P" in drawn
    assert document("show", line)["legal_actions"] == ["+G", "+KKKK", "-C", "-CC", "-P"]


def test_show_draws_a_view_without_the_hidden_cards() -> None:
    view = str(Position.parse(DEALT).view(0))
    drawn = jaipur("show", view).stdout
    assert "Seat 1: 5 goods" in drawn
    assert "Seat 0: 4 goods: silver, 2 × cloth, spice" in drawn
    assert document("show", view)["hand"] == "SCCP"
    french = jaipur("show", view, "--lang", "fr").stdout
    assert "Marché" in french
    assert "argent" in french


def test_replay_tells_the_match() -> None:
    told = jaipur("replay", MATCH).stdout
    assert "{the first sale of a good pays best}" in told
    assert told.endswith("Seals: Ana 0, Ben 2\n")
    data = document("replay", MATCH)
    assert data["seals"] == [0, 2]
    assert data["winner"] == 1
    assert data["rounds"][0]["result"]["rupees"] == [68, 71]
    assert Position.parse(data["rounds"][0]["position"]).end == "tokens"


def test_replay_of_a_record_with_unknown_cards_shows_no_invented_card() -> None:
    data = document("replay", str(EXAMPLES / "seen-from-one-seat.jaipur"))
    assert data["complete"] is False
    assert [played["position"] for played in data["rounds"]] == [None, None]


def test_an_unfinished_record_with_unknown_cards_shows_only_what_is_public(
    tmp_path: Path,
) -> None:
    text = (EXAMPLES / "seen-from-one-seat.jaipur").read_text("utf-8")
    cut = text[: text.index("2. -SSS")] + "\nMatch: unfinished\n"
    path = tmp_path / "cut.jaipur"
    path.write_text(cut, "utf-8")
    told = jaipur("replay", str(path)).stdout
    assert "To act: Ana" in told
    assert "goods:" not in told
    assert "Deck, top first" not in told


def test_replay_reads_json_and_standard_input() -> None:
    text = Path(MATCH).read_text("utf-8")
    assert jaipur("replay", "-", typed=text).stdout == jaipur("replay", MATCH).stdout
    data = json.dumps(record_to_json(load_record(text)))
    assert jaipur("replay", "-", typed=data).stdout == jaipur("replay", MATCH).stdout


def test_verify() -> None:
    assert "Verified" in jaipur("verify", MATCH).stdout
    told = {"verified": True, "rounds": 2, "complete": True, "could_choose": "host"}
    assert document("verify", MATCH) == told


def test_perft() -> None:
    assert jaipur("perft", DEALT, "1").stdout == "5\n"
    assert document("perft", DEALT, "2")["sequences"] == int(jaipur("perft", DEALT, "2").stdout)
    assert jaipur("perft", DEALT, "0").stdout == "1\n"


def test_simulate_prints_facts_and_is_the_same_for_any_number_of_jobs() -> None:
    facts = document("simulate", "--rounds", "500", "--seed", "3")
    assert set(facts) == {
        "rounds", "actions_mean", "actions_max", "legal_mean", "legal_max", "rupees_mean",
        "starter_wins", "draws", "ended_by_tokens", "ended_by_deck", "bonus_pile_emptied",
    }  # fmt: skip
    assert facts["rounds"] == 500
    assert facts["ended_by_tokens"] + facts["ended_by_deck"] == 1
    assert document("simulate", "--rounds", "500", "--seed", "3", "--jobs", "2") == facts
    text = jaipur("simulate", "--rounds", "500", "--seed", "3", "--lang", "fr").stdout
    assert "manches" in text


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_completion(shell: str) -> None:
    assert "_JAIPUR_COMPLETE" in jaipur("completion", shell).stdout


@pytest.mark.parametrize(
    ("bot", "words"),
    [("nobody", ", ".join(NAMES)), ("merchant:0", "from 1 to"), ("greedy:5", "no node count")],
)
def test_an_opponent_that_cannot_be_is_refused(bot: str, words: str) -> None:
    assert words in refusal("play", "--bot", bot)


@pytest.mark.parametrize("command", ["bots", "bot"])
def test_the_bots_and_their_network_are_listed(command: str) -> None:
    text, card = jaipur(command).stdout, network_card()
    head, *rows, network = text.splitlines()
    assert head.split() == ["bot", "Elo", "nodes", "character"]
    for player, row in zip(LADDER, rows, strict=True):
        assert row.split(maxsplit=3) == [
            player.name, str(player.rating), str(player.nodes), player.character,
        ]  # fmt: skip
    assert network == f"network: {card.name} · format {card.version} · {card.digest}"
    assert jaipur(command, "--lang", "fr").stdout.splitlines()[-1].startswith("réseau")


def test_the_bots_as_json_say_by_which_network_they_play() -> None:
    card = network_card()
    network = {"name": card.name, "version": card.version, "hash": card.digest}
    listed = document("bots")
    assert [bot["name"] for bot in listed] == list(NAMES)
    assert [bot["network"] for bot in listed] == [
        network if player.engine.uses_network else None for player in LADDER
    ]


@pytest.mark.parametrize(
    "command",
    [
        ("bots",),
        ("bots", "--json"),
        ("bot",),
        ("bot", "vizier"),
        ("bot", "maharaja:5"),
        ("arena", "greedy", "vizier", "--rounds", "2", "--seed", "1"),
        ("play", "--bot", "maharaja"),
        ("play", "--plain", "--bot", "vizier"),
    ],
    ids=" ".join,
)
def test_a_missing_network_is_named_and_nobody_plays_instead(
    command: tuple[str, ...], monkeypatch: pytest.MonkeyPatch
) -> None:
    take_network_away(monkeypatch)
    done = jaipur(*command)
    assert (done.exit_code, done.stdout) == (2, "")
    assert f"There is no file {NOWHERE}; it should be a network" in done.stderr


def test_a_missing_network_is_no_matter_to_the_other_bots(monkeypatch: pytest.MonkeyPatch) -> None:
    take_network_away(monkeypatch)
    done = jaipur("bot", "greedy", typed=json.dumps(view_to_json(START.view(0))))
    assert (done.exit_code, done.stdout) == (0, "+G\n")


def test_play_does_not_write_over_a_file(tmp_path: Path) -> None:
    path = tmp_path / "there"
    path.write_text("precious", "utf-8")
    assert "choose a new file" in refusal("play", "--record", str(path))
    assert path.read_text("utf-8") == "precious"


IMPOSSIBLE = [
    ("hand0=SCCP", "hand0=SCCPDDGGSS", "8 D cards in this line and 61 cards in all"),
    ("sold=-", "sold=DDD", "9 D cards in this line"),
    ("hand0=SCCP", "hand0=SCCPDDDDDDDDDDDD", "18 D cards"),
    (
        "piles=5",
        "piles=-1",
        "The D pile has -1 tokens; with 0 cards of that good sold it has 5 (R51)",
    ),
    ("piles=5", "piles=4", "The D pile has 4 tokens"),
    ("hand0=SCCP", "hand0=SCCX", "hand0=SCCX cannot be read"),
    ("turn=0", "turn=2", "turn=2 cannot be read: write a number from 0 to 1"),
    ("turn=0", "", "The field turn is missing"),
    ("turn=0", "turn=0 turn=0", "'turn=0' does not belong in this line"),
    ("turn=0", "turn=0 board=x", "'board=x' does not belong in this line"),
    ("tokens0=-", "tokens0=D7", "D tokens won are not the top 0"),
    ("tokens0=-", "tokens0=7", "tokens0=7 cannot be read"),
    ("bonus0=-/-/-", "bonus0=1/-/-", "bonus tokens of tier 3, won and left"),
    ("hand0=SCCP", "hand0=S-C-CP", "hand0=S-C-CP cannot be read"),
    ("turn=0", "turn=\u0660", "cannot be read"),
    ("exchanges=0/40", "exchanges=0/00", "cannot be read"),
    ("bonus0=-/-/-", "bonus0=4/-/-", "cannot be read"),
    ("exchanges=0/40", "exchanges=40/40", "40 exchanges in a row"),
    ("exchanges=0/40", "exchanges=x", "exchanges=x cannot be read"),
    ("exchanges=0/40", "exchanges=0/0", "exchanges=0/0 cannot be read"),
    ("end=-", "end=deck", "five until the deck cannot fill it"),
    ("end=-", "end=tokens", "0 token piles are empty"),
    ("end=-", "end=never", "end=never cannot be read"),
    ("herd0=1", "herd0=12", "herd0=12 cannot be read"),
    ("herd0=1", "herd0=0", "There are 10 K cards"),
]


@pytest.mark.parametrize(("right", "wrong", "sentence"), IMPOSSIBLE)
def test_an_impossible_position_is_refused(right: str, wrong: str, sentence: str) -> None:
    assert right in DEALT
    assert sentence in refusal("show", DEALT.replace(right, wrong, 1))


def test_bonus_tokens_that_no_sale_can_have_earned_are_refused() -> None:
    won = DEALT.replace("bonus0=-/-/-", "bonus0=2/-/-").replace("bonuses=2", "bonuses=")
    assert "cannot have earned these bonus tokens" in refusal("show", won)


def test_a_hand_of_eight_is_refused() -> None:
    eight = DEALT.replace("hand0=SCCP", "hand0=SCCP+DSGD").replace("deck=DSGD", "deck=")
    assert "hand of seat 0 holds 8 goods; seven is the most (R41)" in refusal("show", eight)
    hidden = DEALT.replace("hand0=SCCP", "hand0=SCCPDS").replace("deck=DS", "deck=")
    assert "hides 6 goods" in refusal("show", hidden)


@pytest.mark.parametrize(
    "arguments",
    [
        ["show"],
        ["show", "nonsense"],
        ["show", "seat=0"],
        ["perft", DEALT, "-1"],
        ["perft", DEALT, "99"],
        ["perft", DEALT, "two"],
        ["perft", str(Position.parse(DEALT).view(0)), "1"],
        ["deal"],
        ["deal", "--seed", "-1"],
        ["deal", "--seed", "99999999999999999999999"],
        ["simulate", "--rounds", "0", "--seed", "1"],
        ["simulate", "--rounds", "10"],
        ["simulate", "--rounds", "10", "--seed", "1", "--jobs", "0"],
        ["replay", "no such file"],
        ["verify", str(EXAMPLES / "seen-from-one-seat.jaipur")],
        ["rules", "--lang", "de"],
        ["dance"],
        ["show", DEALT, "--wings"],
        ["completion", "tcsh"],
    ],
)
def test_bad_input_is_refused_with_exit_code_2(arguments: list[str]) -> None:
    assert "Error: " in refusal(*arguments)


def test_a_refusal_is_one_line_that_says_what_would_be_right() -> None:
    for arguments in (["perft", DEALT, "two"], ["deal", "--seed", "-1"], ["deal"], ["dance"]):
        assert len(refusal(*arguments).splitlines()) == 1
    assert "'two' is not a whole number from 0 to 8" in refusal("perft", DEALT, "two")


def test_a_record_in_a_folder_that_is_not_there_is_refused_before_the_match(
    tmp_path: Path,
) -> None:
    assert "cannot be saved" in refusal("play", "--record", str(tmp_path / "no" / "match"))


def test_a_file_that_is_no_text_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "binary"
    path.write_bytes(b"\xff\xfe\x00")
    assert "is not a UTF-8 text file" in refusal("replay", str(path))


def test_refusals_speak_french() -> None:
    sentence = refusal("show", DEALT.replace("piles=5", "piles=4"), "--lang", "fr")
    assert "Jetons" in sentence
    assert "Jetons" in refusal(
        "show", DEALT.replace("piles=5", "piles=4"), LC_ALL="fr_FR.UTF-8", JAIPUR_LANG=""
    )


def test_a_cache_folder_that_cannot_be_written_is_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("jaipur.compiled._entries", {})
    file = tmp_path / "file"
    file.write_text("in the way", "utf-8")
    sentence = refusal("perft", DEALT, "2", **{CACHE_VARIABLE: str(file / "cache")})
    assert f"cannot be cached in {file / 'cache'}" in sentence
    assert CACHE_VARIABLE in sentence
    assert file.read_text("utf-8") == "in the way"


def test_a_read_only_cache_folder_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    if os.geteuid() == 0:
        monkeypatch.setattr("tempfile.TemporaryFile", _refuse_to_write)
    monkeypatch.setattr("jaipur.compiled._entries", {})
    tmp_path.chmod(stat.S_IRUSR | stat.S_IXUSR)
    try:
        assert "cannot be cached in" in refusal(
            "perft", DEALT, "2", **{CACHE_VARIABLE: str(tmp_path)}
        )
    finally:
        tmp_path.chmod(stat.S_IRWXU)


def _refuse_to_write(dir: Path) -> None:  # noqa: A002  # the name that tempfile uses
    raise PermissionError(13, "Permission denied", str(dir))


@pytest.mark.parametrize(
    ("arguments", "streams", "code", "said"),
    [
        ("rules", ">/dev/full", 1, "Error: The output cannot be written: No space left on device."),
        ("rules", ">&-", 0, ""),
        ("play --plain --seed 7 --no-save", ">&- <&-", 1, "The input ended before"),
    ],
)
def test_an_output_that_cannot_be_written_is_said_in_one_sentence(
    arguments: str, streams: str, code: int, said: str
) -> None:
    command = f"{sys.executable} -m jaipur {arguments} {streams}"
    # In this language bash has no complaint of its own.
    known = os.environ | {"JAIPUR_LANG": "en", "LC_ALL": "C.UTF-8"}
    done = subprocess.run(
        ["bash", "-c", command], env=known, capture_output=True, text=True, check=False
    )
    assert done.returncode == code
    assert done.stderr.startswith(said)
    assert len(done.stderr.splitlines()) == bool(said)
