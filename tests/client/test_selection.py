"""What picked cards mean in the terminal: the table "One way to act", and its laws in play."""

from __future__ import annotations

from copy import copy
from dataclasses import replace
from random import Random

import pytest

from jaipur.client.selection import (
    EMPTY,
    Choices,
    Selection,
    Staged,
    can_change,
    change,
    fill_with_camels,
    fits,
    kept,
    selection_for,
    stage_of,
)
from jaipur.client.typed import read_action
from jaipur.session.words.cards import Parts, parts
from tests.contract_values import legal as legal_of
from tests.page.blank import allows, views_and_page_choices

from .choices import Tap, any_tap, choices_from, done, some_choices, tapped

ACTIONS = (
    "+G", "+P", "+L", "+KK", "-DD", "-C", "-L", "-LL", "-LLL", "+GP-KK", "+GP-CK", "+GP-CL",
    "+GP-LL", "+GP-LK", "+GP-DD", "+GP-DC", "+GP-DL", "+GP-DK", "+GL-DD", "+GL-DC", "+GL-DK",
    "+GL-CK", "+GL-KK", "+PL-DC", "+GPL-DCK", "+GPL-DDC", "+GPL-DDK",
)  # fmt: skip
TABLE = Choices(
    market=tuple("GKPKL"),
    hand=tuple("DDCLLL"),
    herd=3,
    legal=legal_of(*ACTIONS),
)
"""A market of gold, spice, leather and two camels; places from 0."""

POSITIONS = 40


def taps_of(text: str) -> list[Tap]:
    """Taps written as `m0 h3 c+ f`."""
    signs = {"+": 1, "-": -1}
    return [
        (tap[0], signs.get(tap[1:], int(tap[1:]) if tap[1:].isdigit() else tap[1:]))
        for tap in text.split()
    ]


def picked(text: str, choices: Choices = TABLE) -> Selection:
    return done(choices, taps_of(text))


def staged(text: str) -> Staged:
    return stage_of(picked(text), TABLE)


def action_of(one: Staged) -> str | None:
    return one.legal.action if one.legal else None


@pytest.mark.parametrize(
    ("taps", "meaning", "action"),
    [
        ("", "none", None),
        ("m0", "take", "+G"),
        ("m0 m0", "none", None),
        ("m1", "camels", "+KK"),
        ("m3", "camels", "+KK"),
        ("m3 m1", "none", None),
        ("m0 m2 h2 c+ m3", "camels", "+KK"),
        ("m1 m2", "take", "+P"),
        ("m1 h3", "sell", "-LLL"),
        ("h0", "sell", "-DD"),
        ("h4", "sell", "-LLL"),
        ("pL", "sell", "-LLL"),
        ("pL pL", "none", None),
        ("pG", "none", None),
        ("h4 h5", "sell", "-LL"),
        ("h4 c- c-", "sell", "-L"),
        ("h4 c- c- c-", "sell", "-L"),
        ("h4 c- c- c+", "sell", "-LL"),
        ("h4 c+", "sell", "-LLL"),
        ("h0 c-", "sell", "-DD"),
        ("m0 m2", "exchange", None),
        ("m0 m2 h4", "exchange", None),
        ("m0 m2 h4 h3", "exchange", "+GP-LL"),
        ("m0 h2", "exchange", None),
        ("h2 h4", "exchange", None),
        ("h2 h4 m0 m2", "exchange", "+GP-CL"),
        ("h0 m0 m2", "exchange", "+GP-DD"),
        ("c+", "exchange", None),
        ("c+ h4 m2 m0", "exchange", "+GP-LK"),
        ("m0 m2 c+ c+", "exchange", "+GP-KK"),
        ("m0 m2 c+ c+ c-", "exchange", None),
        ("m0 c-", "take", "+G"),
        ("m0 m2 f", "exchange", "+GP-KK"),
        ("m0 m2 h2 f", "exchange", "+GP-CK"),
        ("m9 h9", "none", None),
    ],
)
def test_what_is_picked_decides_what_it_means(taps: str, meaning: str, action: str | None) -> None:
    one = staged(taps)
    assert (one.meaning, action_of(one)) == (meaning, action)


@pytest.mark.parametrize(
    ("taps", "to_give", "action"),
    [
        ("m0 m2", 2, None),
        ("m0 m2 h4", 1, None),
        ("h2 h4", -2, None),
        ("c+", -1, None),
        ("m0 h2", 0, "+G-C"),
    ],
)
def test_an_exchange_says_what_it_still_lacks(taps: str, to_give: int, action: str | None) -> None:
    one = staged(taps)
    assert (one.to_give, one.action, one.legal) == (to_give, action, None)


def test_a_hole_in_the_market_is_nothing() -> None:
    holed = replace(TABLE, market=("G", None, "P", None, "L"))
    assert picked("m1", holed) == EMPTY


def test_a_hand_card_picks_as_many_as_can_be_sold() -> None:
    two = replace(TABLE, legal=legal_of("-L", "-LL"))
    assert picked("h4", two).hand == ((3, "L"), (4, "L"))
    assert picked("h5", two).hand == ((3, "L"), (5, "L"))
    assert picked("h4", replace(TABLE, legal=())).hand == ((4, "L"),)


def test_more_camels_than_the_herd_has_cannot_be_picked() -> None:
    assert picked("m0 m2 m4 c+ c+ c+ c+").camels == TABLE.herd


@pytest.mark.parametrize("taps", ["", "m0", "m0 m2 m4", "h3", "m1"])
def test_camels_fill_only_what_is_then_legal(taps: str) -> None:
    assert fill_with_camels(picked(taps), TABLE) is None


def test_a_poor_herd_fills_nothing() -> None:
    assert fill_with_camels(picked("m0 m2"), replace(TABLE, herd=1)) is None


# In play


def test_every_legal_action_can_be_staged_and_is_then_itself() -> None:
    number = 0
    for choices in some_choices(POSITIONS):
        for legal in choices.legal:
            turned = legal.action.lower().replace("-", " − ")
            selection = selection_for(choices, read_action(turned, choices))
            assert selection is not None
            one = stage_of(selection, choices)
            assert one.legal is legal
            assert one.action == legal.action
            lying = sorted(str(choices.market[place]) for place in one.places)
            assert lying == sorted(parts(legal.action).take)
            number += 1
    assert number > 1000


@pytest.mark.parametrize(
    "text", ["", "+", "-", "+S", "+K", "-KK", "gold", "+GP", "+G-C", "+GP-GP", "-D"]
)
def test_what_is_no_legal_action_selects_nothing(text: str) -> None:
    assert selection_for(TABLE, text) is None


def test_notation_takes_the_leftmost() -> None:
    choices = replace(TABLE, market=tuple("LGGPK"))
    action = read_action("+pg-lk", choices)
    assert selection_for(choices, action) == Selection(((1, "G"), (3, "P")), ((3, "L"),), 1)


def test_random_taps_stage_only_what_is_legal_and_lies_there() -> None:
    legal = 0
    for seed, choices in enumerate(some_choices(POSITIONS)):
        chance = Random(seed)
        selection = EMPTY
        for _turn in range(60):
            selection = tapped(selection, choices, any_tap(chance))
            one = stage_of(selection, choices)
            assert all(choices.market[place] == card for place, card in selection.market)
            assert all(choices.hand[index] == card for index, card in selection.hand)
            assert 0 <= selection.camels <= choices.herd
            if one.legal:
                legal += 1
                whole = parts(one.legal.action)
                give = [card for _, card in selection.hand] + ["K"] * selection.camels
                assert sorted(card for _, card in selection.market) == sorted(whole.take)
                assert sorted(give) == sorted(whole.give)
    assert legal > 300


def test_what_is_offered_is_what_the_rules_allow() -> None:
    offered = {True: 0, False: 0}
    for seed, (view, shown) in enumerate(views_and_page_choices(POSITIONS)):
        choices, chance, selection = choices_from(shown), Random(seed), EMPTY
        for _turn in range(60):
            selection = tapped(selection, choices, any_tap(chance))
            one, picks = stage_of(selection, choices), notation(selection)
            assert allows(view, one.action or picks) == allows(view, picks) == bool(one.legal)
            offered[bool(one.legal)] += 1
        for action in view.legal_actions():
            pick = selection_for(choices, str(action))
            assert pick is not None
            assert stage_of(pick, choices).legal is not None
    assert min(offered.values()) > 300


def notation(selection: Selection) -> str:
    """What is picked, as an action would be written, whether it is one or not."""
    take = "".join(card for _, card in selection.market)
    give = "".join(card for _, card in selection.hand) + "K" * selection.camels
    return (take and f"+{take}") + (give and f"-{give}")


def test_can_change_says_what_change_does() -> None:
    for seed, choices in enumerate(some_choices(POSITIONS)):
        chance = Random(seed)
        selection = EMPTY
        for _turn in range(30):
            selection = tapped(selection, choices, any_tap(chance))
            for delta in (1, -1):
                is_other = change(selection, choices, delta) != selection
                assert is_other == can_change(selection, choices, delta)


def test_a_card_fits_if_a_legal_action_has_it() -> None:
    answers = set()
    for choices in some_choices(POSITIONS):
        fewer = replace(choices, legal=choices.legal[:3])
        wholes = [parts(legal.action) for legal in fewer.legal]
        taken, given = ({c for one in wholes for c in side(one)} for side in (take_of, give_of))
        for place, card in enumerate(fewer.market):
            assert fits(EMPTY, fewer, "market", place) == (card in taken)
            answers.add(card in taken)
        for index, card in enumerate(fewer.hand):
            assert fits(EMPTY, fewer, "hand", index) == (card in given)
            answers.add(card in given)
    assert answers == {True, False}


def take_of(letters: Parts) -> str:
    return letters.take


def give_of(letters: Parts) -> str:
    return letters.give


def test_a_card_fits_with_the_others() -> None:
    assert not fits(picked("m4"), TABLE, "hand", 3)  # no leather for leather
    assert fits(picked("m4"), TABLE, "hand", 0)
    assert fits(picked("h3"), TABLE, "market", 0)  # a sale can become an exchange of one of them
    assert not fits(picked("h3"), TABLE, "market", 4)
    assert not fits(picked("m0 m2 c+ c+"), TABLE, "herd", 2)  # two are given, never three


# The table changes under a selection


def changed(choices: Choices, chance: Random, others: list[Choices]) -> Choices:
    """Somebody else acted: cards came and went, and other actions are legal."""
    market = list(choices.market)
    for _ in range(chance.randrange(3)):
        market[chance.randrange(5)] = chance.choice([*"DGSCPLKK", None])
    hand = list(choices.hand)
    if chance.random() < 0.3 and hand:
        at = chance.randrange(len(hand))
        hand[at : at + chance.randrange(2)] = chance.choice(([], ["G"]))
    share = chance.random()
    legal = tuple(copy(one) for one in choices.legal if chance.random() < share)
    other = chance.choice(others)
    herd = other.herd if chance.random() < 0.3 else choices.herd
    return Choices(
        tuple(market), tuple(hand), herd, legal if chance.random() < 0.8 else other.legal
    )


def test_a_selection_never_becomes_another_when_the_table_changes() -> None:
    chance = Random(11)
    all_choices = some_choices(POSITIONS)
    cleared, stayed = 0, 0
    for _turn in range(1500):
        choices = chance.choice(all_choices)
        selection = done(choices, [any_tap(chance) for _ in range(chance.randrange(1, 6))])
        if chance.random() < 0.6 and choices.legal:
            selection = selection_for(choices, chance.choice(choices.legal).action) or EMPTY
        before = stage_of(selection, choices)
        after = changed(choices, chance, all_choices)
        left = kept(selection, choices, after)
        assert left in (selection, EMPTY)
        if left == EMPTY:
            cleared += selection != EMPTY
            continue
        stayed += 1
        now = stage_of(left, after)
        assert (now.meaning, now.action, now.places) == (
            before.meaning,
            before.action,
            before.places,
        )
        assert before.legal is None or action_of(now) == action_of(before)
        assert all(after.market[place] == card for place, card in left.market)
        assert all(after.hand[index] == card for index, card in left.hand)
    assert cleared > 100
    assert stayed > 100


@pytest.mark.parametrize(
    ("taps", "after"),
    [
        ("m0", replace(TABLE, market=tuple("SKPKL"))),
        ("m0", replace(TABLE, market=(None, *"KPKL"))),
        ("m1", replace(TABLE, market=tuple("GKKKL"))),  # a third camel
        ("h4", replace(TABLE, hand=tuple("DDCCLL"))),
        ("h2", replace(TABLE, hand=tuple("DCLLL"))),  # the cards moved up
        ("m0 m2 c+ c+", replace(TABLE, herd=1)),
        ("m0 m2 c+ c+", replace(TABLE, legal=legal_of("+GPL-KKK"))),
        ("m0 m2 h4", replace(TABLE, legal=legal_of("+G", "-LLL"))),
    ],
)
def test_a_selection_that_lost_its_ground_is_cleared(taps: str, after: Choices) -> None:
    assert kept(picked(taps), TABLE, after) == EMPTY


@pytest.mark.parametrize("taps", ["m0", "h4", "m0 m2 h4", "c+"])
def test_a_selection_that_is_still_legal_survives(taps: str) -> None:
    after = replace(TABLE, market=tuple("GKPDD"), herd=2, hand=tuple("DDCLLLL"))
    assert kept(picked(taps), TABLE, after) == picked(taps)
