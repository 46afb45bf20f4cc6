"""Every command in every phase and from every seat: accepted, or rejected with its error code."""

from __future__ import annotations

import json
import random

import pytest
from msgspec import structs

from jaipur import IllegalAction, NotationError, Seat
from jaipur.errors import CODES, Code, JaipurError, SessionError
from jaipur.session.commands import MOST_VERSIONS, CommandContext, Joining, decide, digest_of
from jaipur.session.contract.basics import Cause, Phase
from jaipur.session.contract.commands import Act, Close, Command, Next, Ready, Rematch, Resign
from jaipur.session.facts import (
    Acted,
    Closed,
    Joined,
    OfferedRematch,
    Readied,
    Rematched,
    Resigned,
    WantedNext,
    write_fact,
)
from jaipur.session.table import Table

from .harness import COMMITTED, NONCE, any_act
from .walks import after, begun, fact_of, join, new_table, old_table, walk

Outcome = Code | str
"""Why it is refused, or the name of the fact that it makes."""


def between(kind: str = "people") -> Table:
    """A table whose first round is over, and nobody has said next."""
    return next(table for table, _ in walk(1, kind) if table.phase is Phase.BETWEEN)


def over(kind: str = "people") -> Table:
    """A table whose match was won by seals."""
    return walk(1, kind)[-1][0]


def acting(table: Table, seat: Seat) -> Table:
    """A table on which it is this seat's turn."""
    while table.waits_for != (seat,):
        table = after(table, table.waits_for[0], any_act(table, random.Random(1)))
    return table


STAGES: dict[str, Table] = {
    "open": new_table(),
    "host ready": after(old_table(), 0, Ready("00")),
    "joined": after(new_table(), 1, join(new_table())),
    "bot waiting": new_table("bot"),
    "hot-seat waiting": new_table("hot_seat"),
    "my turn": acting(begun(), 0),
    "their turn": acting(begun(), 1),
    "hot-seat, turn of 0": acting(begun("hot_seat"), 0),
    "bot thinks": acting(begun("bot"), 1),
    "between": between(),
    "between, 0 said next": after(between(), 0, Next()),
    "bot between": between("bot"),
    "hot-seat between": between("hot_seat"),
    "over": over(),
    "bot over": over("bot"),
    "hot-seat over": over("hot_seat"),
    "resigned": after(begun(), 0, Resign()),
    "closed": after(new_table(), 0, Close()),
    "rematch offered": after(over(), 0, Rematch(COMMITTED)),
    "rematch made": after(after(over(), 0, Rematch(COMMITTED)), 1, Rematch(COMMITTED)),
}

WAITING_REFUSES: dict[str, Outcome] = {
    "act": Code.NOT_BEGUN,
    "next": Code.NOT_BEGUN,
    "resign": Code.NOT_BEGUN,
    "rematch": Code.MATCH_NOT_OVER,
}
OVER_REFUSES: dict[str, Outcome] = {
    "ready": Code.MATCH_OVER,
    "act": Code.MATCH_OVER,
    "next": Code.MATCH_OVER,
    "resign": Code.MATCH_OVER,
    "close": Code.MATCH_OVER,
}
PLAYING: dict[str, Outcome] = {
    "ready": Code.MATCH_BEGUN,
    "next": Code.ROUND_NOT_OVER,
    "resign": "resigned",
    "close": Code.MATCH_BEGUN,
    "rematch": Code.MATCH_NOT_OVER,
}
BETWEEN: dict[str, Outcome] = {
    "ready": Code.MATCH_BEGUN,
    "act": Code.ROUND_OVER,
    "resign": "resigned",
    "close": Code.MATCH_BEGUN,
    "rematch": Code.MATCH_NOT_OVER,
}

EXPECTED: list[tuple[str, Seat, dict[str, Outcome]]] = [
    ("open", 0, {"ready": Code.NONCE_TOO_EARLY, "close": "closed"} | WAITING_REFUSES),
    ("host ready", 0, {"ready": Code.ALREADY_READY, "close": "closed"} | WAITING_REFUSES),
    ("joined", 0, {"ready": "readied", "close": "closed"} | WAITING_REFUSES),
    ("joined", 1, {"ready": Code.ALREADY_READY, "close": "closed"} | WAITING_REFUSES),
    ("bot waiting", 0, {"ready": "readied", "close": "closed"} | WAITING_REFUSES),
    ("hot-seat waiting", 0, {"ready": "readied", "close": "closed"} | WAITING_REFUSES),
    ("hot-seat waiting", 1, {"ready": "readied", "close": "closed"} | WAITING_REFUSES),
    ("my turn", 0, {"act": "acted"} | PLAYING),
    ("my turn", 1, {"act": Code.NOT_YOUR_TURN} | PLAYING),
    ("their turn", 0, {"act": Code.NOT_YOUR_TURN} | PLAYING),
    ("their turn", 1, {"act": "acted"} | PLAYING),
    ("hot-seat, turn of 0", 0, {"act": "acted"} | PLAYING),
    ("hot-seat, turn of 0", 1, {"act": Code.NOT_YOUR_TURN} | PLAYING),
    ("bot thinks", 0, {"act": Code.NOT_YOUR_TURN} | PLAYING),
    ("between", 0, {"next": "wanted_next"} | BETWEEN),
    ("between", 1, {"next": "wanted_next"} | BETWEEN),
    ("between, 0 said next", 0, {"next": Code.ALREADY_READY} | BETWEEN),
    ("between, 0 said next", 1, {"next": "wanted_next"} | BETWEEN),
    ("bot between", 0, {"next": "wanted_next"} | BETWEEN),
    ("hot-seat between", 1, {"next": "wanted_next"} | BETWEEN),
    ("over", 0, {"rematch": "offered_rematch"} | OVER_REFUSES),
    ("over", 1, {"rematch": "offered_rematch"} | OVER_REFUSES),
    ("bot over", 0, {"rematch": "rematched"} | OVER_REFUSES),
    ("hot-seat over", 0, {"rematch": "rematched"} | OVER_REFUSES),
    ("hot-seat over", 1, {"rematch": "rematched"} | OVER_REFUSES),
    ("resigned", 0, {"rematch": "offered_rematch"} | OVER_REFUSES),
    ("resigned", 1, {"rematch": "offered_rematch"} | OVER_REFUSES),
    ("closed", 0, {"rematch": Code.NO_REMATCH} | OVER_REFUSES),
    ("rematch offered", 0, {"rematch": Code.ALREADY_READY} | OVER_REFUSES),
    ("rematch offered", 1, {"rematch": "rematched"} | OVER_REFUSES),
    ("rematch made", 0, {"rematch": Code.NO_REMATCH} | OVER_REFUSES),
    ("rematch made", 1, {"rematch": Code.NO_REMATCH} | OVER_REFUSES),
]
CASES = [
    (stage, seat, name, outcome)
    for stage, seat, outcomes in EXPECTED
    for name, outcome in outcomes.items()
]


def command_named(name: str, table: Table) -> Command:
    """The command with this name, as right as it can be at this table."""
    if name == "act":
        return any_act(table) if table.phase is Phase.PLAYING else Act("+KKK")
    commands: dict[str, Command] = {
        "ready": Ready(NONCE),
        "next": Next(),
        "resign": Resign(),
        "close": Close(),
        "rematch": Rematch(COMMITTED),
    }
    return commands[name]


@pytest.mark.parametrize(("stage", "seat", "name", "outcome"), CASES)
def test_every_command_in_every_phase_by_every_seat(
    stage: str, seat: Seat, name: str, outcome: Outcome
) -> None:
    table = STAGES[stage]
    command = command_named(name, table)
    if isinstance(outcome, Code):
        with pytest.raises(SessionError) as refused:
            fact_of(table, seat, command)
        assert (refused.value.code, refused.value.version) == (outcome, table.version)
    else:
        fact = fact_of(table, seat, command)
        assert json.loads(write_fact(fact))["kind"] == outcome
        assert table.after(fact).version == table.version + 1


def test_every_stage_has_every_command_tried() -> None:
    assert {stage for stage, *_ in CASES} == set(STAGES)
    for _, _, outcomes in EXPECTED:
        assert set(outcomes) == {"ready", "act", "next", "resign", "close", "rematch"}


@pytest.mark.parametrize(
    ("stage", "outcome"),
    [
        ("open", "joined"),
        ("host ready", "joined"),
        ("joined", Code.SEAT_TAKEN),
        ("bot waiting", Code.SEAT_TAKEN),
        ("hot-seat waiting", Code.SEAT_TAKEN),
        ("my turn", Code.SEAT_TAKEN),
        ("between", Code.SEAT_TAKEN),
        ("over", Code.MATCH_OVER),
        ("closed", Code.MATCH_OVER),
    ],
)
def test_a_third_person_joins_only_where_a_seat_is_open(stage: str, outcome: Outcome) -> None:
    table = STAGES[stage]
    if isinstance(outcome, Code):
        with pytest.raises(SessionError) as refused:
            fact_of(table, 1, join(table, "cleo"))
        assert refused.value.code is outcome
    else:
        assert fact_of(table, 1, join(table, "cleo")) == Joined(1, "cleo", "Ben", "c0ffee")


@pytest.mark.parametrize("stage", ["open", "host ready", "joined", "my turn", "over"])
@pytest.mark.parametrize("seat", [0, 1])
def test_nobody_takes_their_own_invitation(stage: str, seat: Seat) -> None:
    with pytest.raises(SessionError) as refused:
        fact_of(STAGES[stage], seat, join(STAGES[stage], "ana"))
    assert refused.value.code is Code.OWN_INVITATION


def test_nobody_joins_at_a_seat_that_is_not_the_open_one() -> None:
    with pytest.raises(SessionError) as refused:
        fact_of(new_table(), 0, join(new_table()))
    assert refused.value.code is Code.SEAT_TAKEN


@pytest.mark.parametrize("nonce", ["0", "xy", "00" * 33, "0x", " 00", "00\n", "٠٠", "é" * 2])
def test_what_is_no_nonce_is_refused(nonce: str) -> None:
    table = new_table()
    tries: list[tuple[Seat, Command | Joining]] = [
        (0, Ready(nonce)),
        (1, join(table, nonce=nonce)),
    ]
    for seat, command in tries:
        with pytest.raises(SessionError) as refused:
            fact_of(table, seat, command)
        assert refused.value.code is Code.BAD_NONCE


def test_a_nonce_has_one_spelling() -> None:
    fact = fact_of(old_table(), 0, Ready("AbCd" * 16))
    assert fact == Readied((0,), "abcd" * 16)


@pytest.mark.parametrize("name", ["", "   ", "\u202e\u200b", "\x1b", "\u0301"])
def test_who_joins_has_a_name_that_can_be_seen(name: str) -> None:
    table = new_table()
    with pytest.raises(SessionError) as refused:
        fact_of(table, 1, join(table, name=name))
    assert refused.value.code is Code.BAD_NAME


@pytest.mark.parametrize("text", ["", "+", "take gold", "+Z", "+DDDDDDDD", "+D-", "é"])
def test_what_is_no_action_is_refused(text: str) -> None:
    table = STAGES["my turn"]
    with pytest.raises(NotationError):
        fact_of(table, 0, Act(text))


def test_an_illegal_action_is_refused_with_its_reason_and_no_hand() -> None:
    table = STAGES["my turn"]
    assert table.match is not None
    with pytest.raises(IllegalAction) as refused:
        fact_of(table, 0, Act("-KKK"))
    assert refused.value.rule == "R55"
    with pytest.raises(IllegalAction) as refused:
        fact_of(table, 0, Act("-DDDDDD"))
    assert set(refused.value.data) == {"market"}


def test_who_is_not_to_act_learns_nothing_about_an_action() -> None:
    """Whether it could be read, or were legal, is the same to who waits."""
    table = STAGES["my turn"]
    for text in ("nonsense", "-KKK", "-D", "+KKK"):
        with pytest.raises(SessionError) as refused:
            fact_of(table, 1, Act(text))
        assert refused.value.code is Code.NOT_YOUR_TURN


def test_there_is_no_taking_back() -> None:
    """No command leads from a table to an earlier one: an action stays played."""
    table = STAGES["my turn"]
    acted = after(table, 0, any_act(table))
    assert acted.match is not None
    for name in ("ready", "next", "close", "rematch"):
        with pytest.raises(SessionError):
            fact_of(acted, 0, command_named(name, acted))
    with pytest.raises(SessionError):
        fact_of(acted, 0, any_act(table))
    assert len(acted.match.events) == len(table.match.events) + 1 if table.match else False


# What accepted commands do


def test_one_word_is_enough_for_both_on_one_device() -> None:
    table = new_table("hot_seat")
    assert fact_of(table, 1, Ready("00")) == Readied((0, 1), "00")
    assert after(table, 1, Ready("00")).phase is Phase.PLAYING
    waiting = STAGES["hot-seat between"]
    assert fact_of(waiting, 0, Next()) == WantedNext((0, 1))
    assert after(waiting, 0, Next()).phase is Phase.PLAYING


def test_at_a_table_of_an_older_file_nonces_come_in_either_order() -> None:
    table = old_table()
    joined_first = after(after(table, 1, join(table)), 0, Ready("00"))
    ready_first = after(after(table, 0, Ready("00")), 1, join(table))
    for begun_table in (joined_first, ready_first):
        assert begun_table.phase is Phase.PLAYING
        assert tuple(begun_table.nonces) == ("00", "c0ffee")
    assert joined_first.match is not None
    assert ready_first.match is not None
    assert joined_first.match.round.deal == ready_first.match.round.deal


def test_either_nonce_changes_the_deal_and_never_the_commitment() -> None:
    table = old_table()
    deals = set()
    for mine, theirs in (("00", "11"), ("01", "11"), ("00", "12"), ("11", "00")):
        seated = after(table, 1, join(table, nonce=theirs))
        dealt = after(seated, 0, Ready(mine))
        assert dealt.match is not None
        assert dealt.commitment == table.commitment
        deals.add(dealt.match.round.deal.letters)
    assert len(deals) == 4


def test_the_next_round_begins_when_both_say_so() -> None:
    one = STAGES["between, 0 said next"]
    assert (one.phase, one.waits_for) == (Phase.BETWEEN, (1,))
    both = after(one, 1, Next())
    assert both.match is not None
    assert one.match is not None
    assert both.phase is Phase.PLAYING
    assert len(both.match.rounds) == len(one.match.rounds) + 1
    assert tuple(after(both, both.waits_for[0], any_act(both)).wants_next) == (False, False)


def test_a_bot_never_keeps_the_next_round_waiting() -> None:
    assert STAGES["bot between"].waits_for == (0,)
    assert after(STAGES["bot between"], 0, Next()).phase is Phase.PLAYING


@pytest.mark.parametrize("seat", [0, 1])
@pytest.mark.parametrize("stage", ["my turn", "between", "between, 0 said next"])
def test_who_resigns_loses_the_match(stage: str, seat: Seat) -> None:
    table = after(STAGES[stage], seat, Resign())
    assert table.ending is not None
    assert (table.ending.cause, table.ending.winner) == (Cause.RESIGNED, 1 - seat)
    assert (table.phase, table.waits_for, table.on_the_clock) == (Phase.OVER, (), ())


def test_a_closed_table_has_no_winner() -> None:
    table = STAGES["closed"]
    assert table.ending is not None
    assert (table.ending.cause, table.ending.winner) == (Cause.CLOSED, None)


def test_a_match_ends_with_the_second_seal() -> None:
    table = over()
    assert table.match is not None
    assert table.ending is not None
    assert table.ending.winner is not None
    assert table.match.seals[table.ending.winner] == 2
    assert isinstance(walk(1)[-1][1], Acted)


def test_every_fact_that_a_command_makes_was_met_here() -> None:
    made = {type(fact_of(STAGES[s], seat, command_named(n, STAGES[s]))) for s, seat, n, outcome
            in CASES if not isinstance(outcome, Code)}  # fmt: skip
    assert made == {Readied, Acted, WantedNext, Resigned, Closed, OfferedRematch, Rematched}


def test_every_refusal_has_a_sentence_that_its_data_fill() -> None:
    for code in Code:
        given = {"expected": 1, "places": "0", "cards": "D", "option": "o", "value": 1, "right": 2}
        given |= {"most": 5}
        error: JaipurError = SessionError(code, 3, **given)
        assert CODES[code]
        assert "{" not in str(error)


def test_a_join_needs_no_seat_number_to_tell_itself_from_another() -> None:
    table = new_table()
    assert digest_of(1, join(table, "ben"), None) != digest_of(1, join(table, "cleo"), None)


def test_a_match_that_never_ends_is_stopped_and_can_be_resigned() -> None:
    """Without the house rule nothing else would bound what a table keeps."""
    table = structs.replace(begun(), version=MOST_VERSIONS)
    seat, act = table.waits_for[0], any_act(table)
    with pytest.raises(SessionError) as refused:
        decide(table, seat, act, CommandContext())
    assert refused.value.code is Code.TOO_LONG
    assert decide(table, seat, Resign(), CommandContext()) == Resigned(seat)
    last = decide(structs.replace(table, version=MOST_VERSIONS - 1), seat, act, CommandContext())
    assert isinstance(last, Acted)
    assert (last.seat, str(last.action)) == (seat, act.action)
