"""Who sees what: by seat or as a watcher, by memory aid, and more after the match."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from msgspec.json import decode, encode

from jaipur import SEATS, Seat, other
from jaipur.goods import TOKEN_VALUES
from jaipur.session.contract.basics import Phase
from jaipur.session.contract.commands import Close, Resign
from jaipur.session.facts import Acted
from jaipur.session.options import MemoryAid, Options
from jaipur.session.projection import Viewer, legal_actions_for, state_for
from jaipur.session.table import Table
from jaipur.view_json import view_from_json

from .walks import after, begun, new_table, told, walk

AIDS = tuple(MemoryAid)
ALL_TOKENS = sum(map(sum, TOKEN_VALUES))
VIEWERS = [Viewer(seat, program) for program in (False, True) for seat in (0, 1, None)]


def tables(aid: MemoryAid, seed: int = 5, step: int = 4) -> Iterator[Table]:
    """Some versions of a match, the last one among them, from when cards are dealt."""
    every = [table for table, _ in walk(seed, "people", Options(memory_aid=aid))]
    dealt = [table for table in every if table.match is not None]
    yield from dealt[::step]
    yield from (table for table in dealt if table.phase is Phase.BETWEEN)
    yield dealt[-1]


def round_of(table: Table, viewer: Viewer) -> dict[str, Any]:
    """The round a viewer is shown, as it comes out of the JSON."""
    shown: dict[str, Any] = decode(encode(state_for(table, viewer)))["round"]
    return shown


HIDDEN_OF_OTHERS = {
    # level: (deck and herd numbers, tokens and rupees, known cards)
    MemoryAid.OFF: (False, False, False),
    MemoryAid.COUNTS: (True, True, False),
    MemoryAid.FULL: (True, True, True),
}


@pytest.mark.parametrize("aid", AIDS)
@pytest.mark.parametrize("viewer", VIEWERS)
def test_the_memory_aid_decides_what_is_printed(aid: MemoryAid, viewer: Viewer) -> None:
    level = MemoryAid.FULL if viewer.is_program else aid
    counts, tokens, known = HIDDEN_OF_OTHERS[level]
    for table in tables(aid):
        shown = round_of(table, viewer)
        assert (shown["deck"] is not None) == counts
        assert (shown["discard"] is not None) == known
        assert (shown["unseen"] is not None) == (known and viewer.seat is not None)
        assert (shown["view"] is not None) == (viewer.is_program and viewer.seat is not None)
        for seat in SEATS:
            side = shown["sides"][seat]
            if seat == viewer.seat:
                continue
            assert (side["herd"] is not None) == counts
            assert (side["tokens"] is not None) == tokens
            assert (side["goods_rupees"] is not None) == tokens
            assert (side["known"] is not None) == known


@pytest.mark.parametrize("aid", AIDS)
def test_my_own_things_are_always_mine_to_see(aid: MemoryAid) -> None:
    for table in tables(aid):
        assert table.match is not None
        position = table.match.position
        for seat in SEATS:
            side = round_of(table, Viewer(seat))["sides"][seat]
            assert side["hand"] == str(position.hand(seat))
            assert side["herd"] == position.herds[seat]
            assert side["bonus_values"] == list(position.bonus_tokens(seat))
            mine = {good.letter: list(v) for good, v in position.tokens(seat).items()}
            assert side["tokens"] == mine
            assert sum(side["bonus_counts"].values()) == len(side["bonus_values"])


@pytest.mark.parametrize("aid", AIDS)
@pytest.mark.parametrize("viewer", VIEWERS)
def test_what_is_public_is_shown_to_everybody_and_true(aid: MemoryAid, viewer: Viewer) -> None:
    for table in tables(aid):
        assert table.match is not None
        position, shown = table.match.position, round_of(table, viewer)
        assert "".join(sorted(filter(None, shown["market"]))) == "".join(
            sorted(str(position.market))
        )
        assert shown["deck"] in (None, position.deck_size)
        assert shown["number"] == len(table.match.rounds)
        assert shown["end"] == position.end
        assert shown["turn"] == (position.turn if table.phase is Phase.PLAYING else None)
        won = sum(sum(map(sum, position.tokens(seat).values())) for seat in SEATS)
        assert sum(map(sum, shown["piles"].values())) + won == ALL_TOKENS
        for seat in SEATS:
            side = shown["sides"][seat]
            assert side["hand_size"] == len(position.hand(seat))
            assert side["herd"] in (None, position.herds[seat])
            assert side["herd_stack"] == sum(position.herds[seat] >= n for n in (1, 4, 7))
            assert side["token_count"] == sum(map(len, position.tokens(seat).values()))
            view = position.view(other(seat))
            assert list(side["bonus_counts"].values()) == list(view.opponent_bonus_counts)
            if side["known"] is not None:
                assert side["known"] == str(view.opponent_known)


@pytest.mark.parametrize("viewer", VIEWERS)
def test_hands_of_others_are_shown_only_when_the_match_is_over(viewer: Viewer) -> None:
    ended = [walk(5, "people", Options(memory_aid=aid))[-1][0] for aid in AIDS]
    running = [table for table in tables(MemoryAid.OFF) if table.phase is not Phase.OVER]
    ended += [after(table, 1, Resign()) for table in running[::3]]
    for table in [*tables(MemoryAid.FULL), *ended]:
        assert table.match is not None
        for seat in SEATS:
            hand = round_of(table, viewer)["sides"][seat]["hand"]
            if table.phase is Phase.OVER or viewer.seat == seat:
                assert hand == str(table.match.position.hand(seat))
            else:
                assert hand is None


@pytest.mark.parametrize("viewer", VIEWERS)
def test_bonus_values_of_others_are_shown_after_the_scoring(viewer: Viewer) -> None:
    met = set()
    for seed in (5, 6, 7):
        for table in tables(MemoryAid.COUNTS, seed, 2):
            assert table.match is not None
            for seat in SEATS:
                values = round_of(table, viewer)["sides"][seat]["bonus_values"]
                scored = table.match.position.end is not None
                met.add((scored, bool(table.match.position.bonus_tokens(seat))))
                if scored or table.phase is Phase.OVER or viewer.seat == seat:
                    assert values == list(table.match.position.bonus_tokens(seat))
                else:
                    assert values is None
    assert {(True, True), (False, True)} <= met


def test_who_resigns_in_a_round_turns_everything_over() -> None:
    table = after(list(tables(MemoryAid.OFF))[8], 0, Resign())
    assert table.match is not None
    assert table.match.position.end is None
    for viewer in VIEWERS:
        for seat in SEATS:
            side = round_of(table, viewer)["sides"][seat]
            assert side["bonus_values"] == list(table.match.position.bonus_tokens(seat))


@pytest.mark.parametrize("seat", SEATS)
def test_a_program_gets_a_view_that_can_be_read(seat: Seat) -> None:
    for aid in AIDS:
        for table in tables(aid):
            assert table.match is not None
            shown = round_of(table, Viewer(seat, is_program=True))
            assert view_from_json(shown["view"]) == table.match.view(seat)
            legal = [said["action"] for said in shown["legal"]]
            if table.phase is Phase.PLAYING:
                assert legal == shown["view"]["legal_actions"]
            else:
                assert legal == []


@pytest.mark.parametrize("viewer", VIEWERS)
def test_legal_actions_come_to_who_is_to_act_and_to_nobody_else(viewer: Viewer) -> None:
    for table in tables(MemoryAid.OFF):
        shown = round_of(table, viewer)
        acts = table.phase is Phase.PLAYING and table.waits_for == (viewer.seat,)
        assert bool(shown["legal"]) == acts
        assert (shown["blocked"] is not None) == acts


def test_picking_ahead_is_possible_while_the_other_thinks() -> None:
    for table in tables(MemoryAid.COUNTS):
        for seat in SEATS:
            ahead = legal_actions_for(table, seat)
            assert ahead.version == table.version
            assert bool(ahead.legal) == (table.phase is Phase.PLAYING)
            if table.waits_for == (seat,) and table.phase is Phase.PLAYING:
                shown = state_for(table, Viewer(seat)).round
                assert shown is not None
                assert (ahead.legal, ahead.blocked) == (shown.legal, shown.blocked)


def secrets_of(table: Table) -> list[str]:
    made = table.created
    return [made.key, made.invitation, made.watch_key, made.bot_key, '"ana"', '"ben"']


def test_no_secret_is_in_anything_that_is_shown_or_told() -> None:
    every = [table for table, _ in walk(5)]
    waiting = [new_table(), after(new_table(), 0, Close())]
    for table in [*every[:4], *every[4::5], every[-1], *waiting]:
        for viewer in (*VIEWERS, Viewer(0, language="fr"), Viewer(language="en")):
            shown = encode(state_for(table, viewer)).decode()
            assert not [secret for secret in secrets_of(table) if secret in shown]
    words = encode(told(5)).decode()
    assert not [secret for secret in secrets_of(every[0]) if secret in words]


def test_the_deck_is_never_shown_in_any_order() -> None:
    """Nothing shown names the cards of the deck, not even as a handful, but to a perfect memory."""
    for table in tables(MemoryAid.COUNTS):
        assert table.match is not None
        deck = "".join(card.letter for card in table.match.position.deck)
        if len(deck) >= 8 and table.phase is not Phase.OVER:
            for viewer in VIEWERS:
                assert deck not in encode(state_for(table, viewer)).decode()


def test_before_the_cards_are_dealt_there_is_no_round() -> None:
    for kind in ("people", "bot", "hot_seat"):
        shown = state_for(new_table(kind), Viewer(0))
        assert (shown.round, shown.seals, shown.results) == (None, (0, 0), ())
        assert len(shown.commitment) == 64
        assert shown.phase is Phase.WAITING


def test_the_commitment_stays_the_same_from_the_first_to_the_last() -> None:
    shown = {state_for(table, Viewer(None)).commitment for table, _ in walk(5)}
    assert len(shown) == 1


def test_the_discard_shows_its_top() -> None:
    top = None
    for table, fact in walk(5):
        if table.match is None:
            continue
        if table.dealt_at == table.version:
            top = None
        action = str(fact.action) if isinstance(fact, Acted) else ""
        top = action[-1] if action.startswith("-") else top
        assert round_of(table, Viewer(None))["discard_top"] == top


def test_results_tell_the_scoring_in_full() -> None:
    table = walk(5)[-1][0]
    assert table.match is not None
    for told_result, result in zip(
        state_for(table, Viewer(None)).results, table.match.results, strict=True
    ):
        assert told_result.rupees == result.rupees.pair
        assert told_result.winner == result.winner
        camel = [5 * (result.camel_token == seat) for seat in SEATS]
        assert list(told_result.rupees) == [
            told_result.goods_rupees[seat] + told_result.bonus_rupees[seat] + camel[seat]
            for seat in SEATS
        ]


def test_the_options_are_shown_as_they_were_agreed() -> None:
    for aid in AIDS:
        options = Options(memory_aid=aid, house_rule=False, is_private=True)
        shown = state_for(begun("people", options), Viewer(None))
        assert decode(encode(shown.options), type=Options) == options
        assert shown.round is not None
        assert shown.round.exchange_limit is None
