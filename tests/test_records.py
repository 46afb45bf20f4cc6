import json
import random
import re
from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from typing import Any

import jsonschema
import pytest

from jaipur import BySeat, KeyedDeals, Match, SeededDeals
from jaipur.deals import nonce_commitment
from jaipur.errors import IllegalAction, ImpossiblePosition, NotationError, Reason, RecordError
from jaipur.records import (
    Chooser,
    CommittedNonce,
    DealsDiffer,
    Proof,
    Record,
    chooser_of,
    load_record,
    read_record,
    record_from_json,
    record_of,
    record_to_json,
    replay,
    verify,
    write_record,
)
from tests.matches import random_match, seen_from_seat_0

SCHEMA = json.loads((Path(__file__).parents[1] / "docs" / "record.schema.json").read_text("utf-8"))
EXAMPLE = (Path(__file__).parents[1] / "examples" / "match.jaipur").read_text("utf-8")


@pytest.mark.parametrize("seed", range(12))
def test_text_and_json_round_trip_and_replay_equals_play(seed: int) -> None:
    match, record = random_match(seed)
    assert read_record(write_record(record)) == record
    data = json.loads(json.dumps(record_to_json(record)))
    jsonschema.validate(data, SCHEMA)
    assert load_record(json.dumps(data)) == record
    again = replay(record)
    assert [played.actions for played in again.rounds] == [p.actions for p in match.rounds]
    assert [played.position for played in again.rounds] == [p.position for p in match.rounds]
    assert (again.results, again.seals) == (match.results, match.seals)


OLD = Path(__file__).with_name("fixtures") / "record-1"


@pytest.mark.parametrize("name", ["match", "seen-from-one-seat"])
def test_version_1_is_read_and_written_as_version_2(name: str) -> None:
    """Only the first line of the text changed, and in JSON the deal."""
    old = (OLD / f"{name}.jaipur").read_text("utf-8")
    old_json = (OLD / f"{name}.json").read_text("utf-8")
    record = load_record(old)
    assert load_record(old_json) == record
    text = write_record(record)
    assert (old.splitlines()[0], text.splitlines()[0]) == ("Jaipur record 1", "Jaipur record 2")
    assert text.splitlines()[1:] == old.splitlines()[1:]
    assert text == EXAMPLE or name != "match"
    data = record_to_json(record)
    assert (json.loads(old_json)["version"], data["version"]) == (1, 2)
    assert record_from_json(data) == record


@pytest.mark.parametrize("name", ["match", "seen-from-one-seat"])
def test_version_2_is_read_and_written_as_it_was_at_its_release(name: str) -> None:
    text = (OLD.with_name("record-2") / f"{name}.jaipur").read_text("utf-8")
    data = json.loads((OLD.with_name("record-2") / f"{name}.json").read_text("utf-8"))
    assert write_record(record_from_json(data)) == text
    assert record_to_json(load_record(text)) == data


def test_the_deal_in_json() -> None:
    first = record_to_json(read_record(EXAMPLE))["rounds"][0]
    assert list(first) == ["deal", "actions", "comments", "result"]
    assert first["deal"] == {
        "starter": 0,
        "hands": ["SGSDK", "CPKGL"],
        "market": "SL",
        "deck": "GLGGPLCDDPSLCLLKLCDCPKKLCKPKKPCSLDGDCPSP",
        "bonuses": {"3": "2231123", "4": "654654", "5": "8TT89"},
    }


@pytest.mark.parametrize(
    ("part", "value", "place"),
    [
        ("cards", lambda cards: "DD" + cards[2:], "rounds[0].cards"),
        (
            "bonuses",
            lambda piles: [piles[0], "444" + piles[1][3:], piles[2]],
            "rounds[0].bonuses[1]",
        ),
        ("starter", lambda starter: 1 - starter, "rounds[1].starter"),
        ("cards", lambda cards: cards[1:], "rounds[0].cards"),
    ],
)
def test_a_bad_deal_of_version_1_is_refused_at_its_place(
    part: str, value: Callable[[Any], Any], place: str
) -> None:
    data = json.loads((OLD / "match.json").read_text("utf-8"))
    played = data["rounds"][int(place[7])]
    played[part] = value(played[part])
    with pytest.raises(RecordError) as raised:
        replay(record_from_json(data))
    assert raised.value.place == place


def test_a_newer_json_version_is_refused_by_name() -> None:
    data = record_to_json(read_record(EXAMPLE)) | {"version": 3}
    with pytest.raises(RecordError) as raised:
        record_from_json(data)
    assert str(raised.value) == (
        "version: this record has version 3, and this program reads versions up to 2; a newer "
        "Jaipur can read it."
    )


def test_a_proof_in_json_always_says_whether_a_nonce_was_committed() -> None:
    data = record_to_json(read_record(EXAMPLE))
    assert data["proof"]["nonce_commitment"] is None
    del data["proof"]["nonce_commitment"]
    with pytest.raises(RecordError, match="'nonce_commitment' is a required property"):
        record_from_json(data)


def test_comments_and_headers_survive() -> None:
    record = read_record(EXAMPLE)
    assert record.rounds[0].comments[0] == (1, "the first sale of a good pays best")
    assert dict(record.headers)["Event"] == "An example"
    assert write_record(record) == EXAMPLE
    assert write_record(record_from_json(record_to_json(record))) == EXAMPLE


def test_layout_of_actions_is_free() -> None:
    lines = EXAMPLE.splitlines()
    start = lines.index("2. -SSS +L")
    loose = "\n".join([*lines[:start], "-sss", "", "  +l   3. +P", "+GG-KP", *lines[start + 2 :]])
    assert read_record(loose).rounds == read_record(EXAMPLE).rounds


def test_an_unfinished_match_round_trips() -> None:
    match = Match.start(SeededDeals(3).deal(0), exchange_limit=None)
    match = match.play(match.position.legal_actions()[0])
    record = record_of(match)
    assert write_record(record).endswith("Match: unfinished\n")
    assert replay(read_record(write_record(record))).position == match.position


@pytest.mark.parametrize("seed", range(12))
@pytest.mark.parametrize("bonuses_known", [True, False])
def test_a_record_seen_from_one_seat_replays_to_the_same_scores(
    seed: int, bonuses_known: bool
) -> None:
    match, whole = random_match(seed)
    record = seen_from_seat_0(match, whole, bonuses_known)
    assert not record.is_complete
    again = replay(read_record(write_record(record)))
    assert [result.rupees for result in again.results] == [r.rupees for r in match.results]
    assert [result.winner for result in again.results] == [r.winner for r in match.results]
    assert verify(replace(record, proof=whole.proof)) == len(record.rounds)


@pytest.mark.parametrize("seed", range(30))
def test_camels_that_were_dealt_may_be_unknown_too(seed: int) -> None:
    match, whole = random_match(seed)
    record = seen_from_seat_0(match, whole, camels_known=False)
    again = replay(read_record(write_record(record)))
    assert [result.rupees for result in again.results] == [r.rupees for r in match.results]


UNCERTAIN = f"""Jaipur record 2
Exchange limit: 1
Round 1
Starter: 0
Hand 0: DDGGS
Hand 1: ?????
Market: LL
Deck: {"?" * 40}
Bonus 3: ???????
Bonus 4: ??????
Bonus 5: ?????
1. +LL-DG
Match: unfinished
"""


def test_a_score_that_depends_on_unknown_cards_needs_its_result() -> None:
    """Who has the camel token depends on whether the unknown cards of seat 1 were camels."""
    with pytest.raises(RecordError, match="line 3: the score depends on cards that are unknown"):
        replay(read_record(UNCERTAIN))
    for stated, herd in (("1 0-5", 1), ("- 0-0", 0)):
        text = UNCERTAIN.replace("Match", f"Result: {stated}\nMatch")
        assert replay(read_record(text)).position.herds[1] == herd
    with pytest.raises(RecordError, match="line 13: the result is 1 0-7"):
        replay(read_record(UNCERTAIN.replace("Match", "Result: 1 0-7\nMatch")))


WITH_UNKNOWN_BONUS = 2


def partial_round(**changes: object) -> Record:
    """The first match, seen from seat 0, with its first round changed."""
    match, whole = random_match(WITH_UNKNOWN_BONUS)
    assert any(event.seat == 1 and event.bonus_tier for event in match.rounds[0].events)
    record = seen_from_seat_0(match, whole, bonuses_known=False)
    first = replace(record.rounds[0], **changes)  # type: ignore[arg-type]  # any field
    return replace(record, rounds=(first, *record.rounds[1:]))


def test_what_is_known_is_checked_although_cards_are_missing() -> None:
    """Each of these contradicts something that both seats saw."""
    known = partial_round().rounds[0]
    drawn = known.cards[:12] + "?" + known.cards[13:]
    with pytest.raises(RecordError, match="turns over a card of the deck"):
        replay(partial_round(cards=drawn))
    market = known.cards[:10] + "??" + known.cards[12:]
    with pytest.raises(RecordError, match="the market is seen by both seats"):
        replay(partial_round(cards=market))
    diamonds = "DDDDD" + known.cards[5:10] + "DD" + known.cards[12:]
    with pytest.raises(RecordError, match=r"D in this deal \(Hand 0: \d, .*Market: \d"):
        replay(partial_round(cards=diamonds))
    assert known.result is not None
    rupees = known.result.rupees.replace(1, 224)
    with pytest.raises(RecordError, match="no values of the unknown bonus tokens"):
        replay(partial_round(result=replace(known.result, rupees=rupees)))
    with pytest.raises(RecordError, match="needs its Result"):
        replay(partial_round(result=None))


def test_an_unknown_hand_cannot_give_more_than_it_was_dealt() -> None:
    text = """Jaipur record 2
Round 1
Starter: 1
Hand 0: DDGGS
Hand 1: K????
Market: LL
Deck: ????????????????????????????????????????
Bonus 3: ???????
Bonus 4: ??????
Bonus 5: ?????
1. -LLLLL
Match: unfinished
"""
    with pytest.raises(
        RecordError, match="line 11: -LLLLL: sell only cards that are in your hand"
    ) as raised:
        replay(read_record(text))
    assert isinstance(raised.value.problem, IllegalAction)
    assert raised.value.problem.reason is Reason.NOT_IN_HAND
    legal = replay(read_record(text.replace("-LLLLL", "-LLLL")))
    assert str(legal.position.discard) == "LLLL"


BROKEN = [
    ("Jaipur record 2", "Jaipur record 0", "line 1: a record begins with"),
    ("Jaipur record 2", "Jaipur record", "line 1: a record begins with the line 'Jaipur record 2'"),
    (
        "Jaipur record 2",
        "Jaipur record 3",
        "line 1: this record has version 3, and this program reads versions up to 2; a newer "
        "Jaipur can read it.",
    ),
    ("Exchange limit: 40", "Exchange limit: many", "line 5: Exchange limit is a number or off"),
    ("Exchange limit: 40", "nonsense", "line 5: 'nonsense' is not a header"),
    ("Seat 1: Ben", "Seat 0: Ben", "line 4: the header Seat 0 appears twice"),
    ("Round 2", "Round 3", "line 48: this is round 2, not 3"),
    ("Starter: 0", "Starter: 2", "line 11: Starter is the seat that begins, 0 or 1, not '2'"),
    ("Hand 0: SGSDK", "Hand 0: SGSD", "line 12: Hand 0 needs 5 cards; this has 4."),
    (
        "Hand 0: SGSDK",
        "Hand 0: SGSDX",
        "line 12: 'X' does not belong in Hand 0, which is written with",
    ),
    (
        "Hand 0: SGSDK",
        "Hand 0: SGSDD",
        "line 12: there are 7 D in this deal (Hand 0: 2, Deck: 5); the box has 6 (R2)",
    ),
    ("Bonus 3: 2231123\n", "", "line 10: the line Bonus 3: of this round is missing"),
    ("Bonus 3: 2231123", "Bonus 3: 223112", "line 16: Bonus 3 needs 7 tokens; this has 6."),
    ("Bonus 3: 2231123", "Bonus 3: 3331123", "line 16: the bonus tokens of tier 3 are"),
    ("Market: SL\n", "Market: SL\nMarket: SL\n", "line 15: Market does not belong here"),
    ("2. -SSS", "3. -SSS", "line 21: 3. is out of place: 2 actions come before it"),
    ("-SSS", "-S", "line 21: -S: diamonds, gold and silver are sold two or more"),
    ("-SSS", "sell three", "line 21: 'sell' is not an action"),
    (
        "Result: 1 68-71",
        "Result: 0 71-68",
        "line 46: the result is 0 71-68, but the actions give 1 68-71",
    ),
    ("Result: 1 68-71", "Result: Ben", "line 46: Result is written once a round"),
    (
        "Result: 1 68-71",
        "Result: 1 68-71\n27. +G",
        "line 47: after the result of a round comes Round 2 or Match:, not 27..",
    ),
    (
        "26. +G -CCC {three piles are empty, or the deck is}\nResult: 1 68-71",
        "",
        "line 10: round 1 is not finished",
    ),
    ("Match: 0-2", "Match: 2-0", "line 84: the seals 2-0 do not fit the rounds, which give 0-2"),
    ("Match: 0-2", "Match: unfinished", "line 84: the match is over with 0-2 seals"),
    ("Match: 0-2", "Match: Ben", "line 84: write Match: 2-1"),
    ("Match: 0-2\n", "", "line 84: the record is cut off"),
    ("Match: 0-2\n", "Match: 0-2\n+G\n", "line 85: nothing may follow"),
]


@pytest.mark.parametrize(("right", "wrong", "sentence"), BROKEN)
def test_a_broken_record_is_refused_with_line_and_reason(
    right: str, wrong: str, sentence: str
) -> None:
    assert right in EXAMPLE
    with pytest.raises(RecordError) as raised:
        replay(read_record(EXAMPLE.replace(right, wrong, 1)))
    assert str(raised.value).startswith(sentence)


def test_a_result_of_a_match_that_goes_on_is_refused() -> None:
    first = EXAMPLE[: EXAMPLE.index("Round 2")]
    assert replay(read_record(first + "Match: unfinished\n")).result is None
    for seals in ("0-1", "0-2"):
        with pytest.raises(RecordError, match="the rounds give 0-1 seals; until a seat has 2"):
            replay(read_record(f"{first}Match: {seals}\n"))


def test_names_of_lines_and_cards_are_read_in_any_case() -> None:
    words = ["Jaipur record", "Exchange limit", "Commitment", "Nonces", "Key", "Round", "Starter"]
    words += ["Hand", "Market", "Deck", "Bonus", "Result", "Match"]
    lowered = EXAMPLE
    for word in words:
        assert f"\n{word}" in "\n" + lowered
        lowered = re.sub(rf"^{word}", word.lower(), lowered, flags=re.MULTILINE)
    hand = re.compile(r"^(hand 0: )(.*)$", re.MULTILINE)
    lowered = hand.sub(lambda line: line[1] + line[2].lower(), lowered)
    assert "\nround 2\n" in lowered
    assert "\nhand 0: sgsdk\n" in lowered
    assert read_record(lowered) == read_record(EXAMPLE)


def test_an_own_header_cannot_be_written_in_another_case() -> None:
    for name in ("match", "KEY", "round 3"):
        with pytest.raises(NotationError, match="not a valid header name"):
            record_of(replay(read_record(EXAMPLE)), ((name, "value"),))


@pytest.mark.parametrize("name", ["Key", "Nonces"])
def test_a_key_without_a_commitment_is_refused_at_its_line(name: str) -> None:
    without = re.sub(r"^Commitment: .*\n", "", EXAMPLE, flags=re.MULTILINE)
    other_name = {"Key": "Nonces", "Nonces": "Key"}[name]
    without = re.sub(rf"^{other_name}: .*\n", "", without, flags=re.MULTILINE)
    line = without[: without.index(f"\n{name}: ")].count("\n") + 2
    with pytest.raises(RecordError) as raised:
        read_record(without)
    assert str(raised.value).startswith(
        f"line {line}: there is a line {name}: but none that begins with Commitment:"
    )


def test_verify_says_which_line_is_missing() -> None:
    without_key = re.sub(r"^Key: .*\n", "", EXAMPLE, flags=re.MULTILINE)
    assert replay(read_record(without_key)).result is not None
    with pytest.raises(NotationError, match="no Key: line"):
        verify(read_record(without_key))
    bare = re.sub(r"^(Commitment|Nonces): .*\n", "", without_key, flags=re.MULTILINE)
    with pytest.raises(NotationError, match="no Commitment: and no Key: line"):
        verify(read_record(bare))


def test_cut_anywhere_a_record_is_refused() -> None:
    """A record that lost its end is never taken for a shorter match."""
    for length in range(0, len(EXAMPLE) - len("Match: 0-2\n"), 7):
        with pytest.raises(RecordError):
            replay(load_record(EXAMPLE[:length]))


def test_edited_anywhere_a_record_never_raises_anything_but_record_error() -> None:
    chance = random.Random(5)
    for _ in range(400):
        place = chance.randrange(len(EXAMPLE))
        text = EXAMPLE[:place] + chance.choice("DGSCPLK+-.:{}? 0\n") + EXAMPLE[place + 1 :]
        with suppress(RecordError):
            replay(load_record(text))


@pytest.mark.parametrize(
    ("part", "value", "place"),
    [
        ("hands", lambda hands: ["DDDDD", hands[1]], "rounds[0].deal.hands[0]"),
        ("hands", lambda hands: [hands[0], "DDDDD"], "rounds[0].deal.hands[1]"),
        ("market", lambda market: market[0] + "?", "rounds[0].deal.market"),
        ("deck", lambda deck: "D" * len(deck), "rounds[0].deal.deck"),
        ("bonuses", lambda piles: piles | {"4": "444654"}, "rounds[0].deal.bonuses['4']"),
        ("starter", lambda starter: 1 - starter, "rounds[1].deal.starter"),
    ],
)
def test_a_deal_in_json_that_cannot_be_names_its_part(
    part: str, value: Callable[[Any], Any], place: str
) -> None:
    data = record_to_json(read_record(EXAMPLE))
    deal = data["rounds"][int(place[7])]["deal"]
    deal[part] = value(deal[part])
    with pytest.raises(RecordError) as raised:
        replay(record_from_json(data))
    assert raised.value.place == place


def test_the_wrong_starter_is_refused() -> None:
    second = EXAMPLE.index("Round 2")
    text = EXAMPLE[:second] + EXAMPLE[second:].replace("Starter: 0", "Starter: 1", 1)
    with pytest.raises(RecordError, match="seat 0 starts this round") as raised:
        replay(read_record(text))
    assert isinstance(raised.value.problem, ImpossiblePosition)


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("format", "something"),
        ("version", 1),
        ("version", 3),
        ("version", None),
        ("rounds", [{}]),
        ("rounds", []),
        ("headers", []),
        ("exchange_limit", "forty"),
        ("exchange_limit", -1),
        ("seals", [1]),
        ("proof", {}),
    ],
)
def test_broken_json_records_are_refused(name: str, value: object) -> None:
    data = record_to_json(read_record(EXAMPLE)) | {name: value}
    with pytest.raises(RecordError):
        replay(load_record(json.dumps(data)))


@pytest.mark.parametrize(
    ("path", "value", "place"),
    [
        (["rounds", 0, "result", "rupees", 0], float("inf"), "rounds[0].result.rupees[0]"),
        (["rounds", 0, "result", "rupees", 0], "68", "rounds[0].result.rupees[0]"),
        (["rounds", 0, "comments", 0, "after"], float("inf"), "rounds[0].comments[0].after"),
        (["rounds", 0, "comments", 0, "after"], -5, "rounds[0].comments[0].after"),
        (["rounds", 0, "comments", 0, "after"], 999, "rounds[0].comments"),
        (["rounds", 0, "comments", 0, "text"], "a } +G {", "rounds[0].comments"),
        (["rounds", 0, "comments", 0, "text"], "two\nlines", "rounds[0].comments"),
        (["rounds", 0, "deal", "deck"], list("DGSCPLK"), "rounds[0].deal.deck"),
        (["rounds", 0, "deal", "hands", 1], "DGSC", "rounds[0].deal.hands[1]"),
        (["rounds", 0, "deal", "bonuses", "5"], "1TT89", "rounds[0].deal.bonuses['5']"),
        (["rounds", 0, "actions", 3], "+G-L", "rounds[0].actions[3]"),
        (["rounds", 0, "actions", 3], None, "rounds[0].actions[3]"),
        (["rounds", 1, "deal", "starter"], True, "rounds[1].deal.starter"),
        (["headers", "Seat 0"], "\ud800", "headers"),
        (["headers", "Seat 0"], "\x1b[2J", "headers"),
        (["headers", "Match"], "2-0", "headers"),
        (["headers", "a: b"], "c", "headers"),
        (["exchange_limit"], True, "exchange_limit"),
        (["version"], "1", "version"),
        (["version"], 3, "version"),
        (["version"], float("inf"), "version"),
        (["proof", "key"], 0, "proof.key"),
        (["extra"], 1, ""),
    ],
)
def test_wrong_json_is_refused_with_its_place(path: list[Any], value: Any, place: str) -> None:
    data = record_to_json(read_record(EXAMPLE))
    part: Any = data
    for step in path[:-1]:
        part = part[step]
    part[path[-1]] = value
    with pytest.raises(RecordError) as raised:
        replay(record_from_json(data))
    assert raised.value.place == place
    assert str(raised.value).startswith(place)


def test_large_files_are_read_in_good_time_or_refused() -> None:
    start = EXAMPLE[: EXAMPLE.index("1. +S")]
    with pytest.raises(RecordError, match="at most 10000 actions"):
        read_record(start + "+G " * 200_000 + "\nMatch: unfinished\n")
    with pytest.raises(RecordError, match="too large a number"):
        load_record('{"format": ' + "9" * 5000 + "}")
    with pytest.raises(RecordError):
        read_record(EXAMPLE.replace("Round 1", "Round " + "9" * 5000))
    with pytest.raises(RecordError):
        read_record(EXAMPLE.replace("2. -SSS", "9" * 5000 + ". -SSS"))


def test_a_comment_that_is_not_closed_is_refused() -> None:
    with pytest.raises(RecordError, match="line 19: a comment is written between"):
        read_record(EXAMPLE.replace("pays best}", "pays best"))


def test_json_that_is_cut_off_names_the_line() -> None:
    text = json.dumps(record_to_json(read_record(EXAMPLE)), indent=2)
    with pytest.raises(RecordError, match=r"line \d+: this is not valid JSON"):
        load_record(text[: len(text) // 2])
    with pytest.raises(RecordError, match="nested too deeply"):
        load_record('{"a":' * 100_000)


LONG = BySeat("ab" * 16, "cd" * 16)


def committed_record() -> Record:
    """A match with a commitment to one nonce."""
    deals = KeyedDeals(bytes(32), LONG.map(bytes.fromhex))
    match = Match.start(deals.deal(1))
    committed = CommittedNonce(1, nonce_commitment(bytes.fromhex(LONG[1])))
    return record_of(match, (), replace(Proof.of(deals), committed=committed))


def test_a_committed_nonce_is_written_read_and_verified() -> None:
    record = committed_record()
    assert record.proof is not None
    assert "Nonce commitment: 1 " in write_record(record)
    for again in (read_record(write_record(record)), record_from_json(record_to_json(record))):
        assert again.proof == record.proof
        assert verify(again) == 1
        assert again.proof is not None
        assert chooser_of(again.proof) is Chooser.NOBODY


def test_a_nonce_that_does_not_fit_its_commitment_is_found() -> None:
    record = committed_record()
    assert record.proof is not None
    assert record.proof.committed is not None
    for wrong_one in (record.proof.committed._replace(seat=0), CommittedNonce(1, "0" * 64)):
        seat, wrong = wrong_one.seat, replace(record.proof, committed=wrong_one)
        with pytest.raises(DealsDiffer, match=f"nonce of seat {seat} does not match"):
            verify(replace(record, proof=wrong))


@pytest.mark.parametrize("line", ["2 " + "0" * 64, "0" * 64, "0 " + "0" * 63, "0 x", "1"])
def test_a_nonce_commitment_that_is_none_is_refused(line: str) -> None:
    text = re.sub(r"(?m)^Nonce commitment: .*$", f"Nonce commitment: {line}", COMMITTED_TEXT)
    with pytest.raises(RecordError, match="64 hexadecimal digits"):
        read_record(text)
    without = re.sub(r"(?m)^(Commitment|Key|Nonces): .*\n", "", COMMITTED_TEXT)
    with pytest.raises(RecordError, match="Nonce commitment"):
        read_record(without)


COMMITTED_TEXT = write_record(committed_record())


@pytest.mark.parametrize(
    ("nonces", "is_committed", "chooser"),
    [
        (LONG, True, Chooser.NOBODY),
        (LONG, False, Chooser.LAST_TO_GIVE),
        (BySeat(LONG[0], ""), False, Chooser.HOST),
        (BySeat(LONG[0][2:], LONG[1]), True, Chooser.HOST),
        (BySeat(LONG[0], LONG[0]), False, Chooser.HOST),  # one device gives one share for both
        (BySeat("616e61" + 26 * " ", LONG[1]), True, Chooser.HOST),
    ],
)
def test_a_proof_says_who_could_have_chosen(
    nonces: BySeat[str], is_committed: bool, chooser: Chooser
) -> None:
    committed = CommittedNonce(0, "0" * 64) if is_committed else None
    assert chooser_of(Proof("", "", nonces, committed)) is chooser


def test_verify_finds_a_changed_card_key_or_commitment() -> None:
    record = read_record(EXAMPLE)
    assert verify(record) == 2
    swapped = record.rounds[1].cards[:50] + record.rounds[1].cards[50:][::-1]
    changed = replace(record, rounds=(record.rounds[0], replace(record.rounds[1], cards=swapped)))
    with pytest.raises(DealsDiffer, match="Round 2 was not dealt from this key"):
        verify(changed)
    assert record.proof is not None
    for proof, kind in (
        (replace(record.proof, commitment="0" * 64), DealsDiffer),
        (replace(record.proof, key="11" * 32), DealsDiffer),
        (replace(record.proof, key="11"), ImpossiblePosition),
        (replace(record.proof, key="not hexadecimal"), NotationError),
        (replace(record.proof, key=None), NotationError),
    ):
        with pytest.raises(kind):
            verify(replace(record, proof=proof))
    first = replace(record.rounds[0], starter=1)
    with pytest.raises(DealsDiffer, match="lets seat 0 start"):
        verify(replace(record, rounds=(first, record.rounds[1])))
