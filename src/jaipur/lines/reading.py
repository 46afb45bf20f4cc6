"""Reading the one-line text of positions and views; impossible ones are refused."""

from __future__ import annotations

import re

from ..cards import Cards
from ..deals import bonus_value
from ..errors import ImpossiblePosition, NotationError
from ..goods import CARDS_OF_KIND, DECK_SIZE, GOODS_KINDS, LETTERS, Card
from ..kernel import layout
from ..kernel.layout import Array
from ..kernel.lookup import BONUS_FROM, BONUS_SIZES
from ..results import EndCause
from ..validation import check_position, check_view
from .fields import NOTHING, POSITION_FIELDS, UNKNOWN, VIEW_FIELDS, Fields


def read_position(text: str) -> Array:
    """Read the line of a position into an array; an impossible position is refused."""
    fields = _split(text, POSITION_FIELDS)
    hands = [_read_hand(fields, f"hand{seat}") for seat in (0, 1)]
    _check_box(fields, unknown=False)
    position = layout.new_position()
    _read_public(fields, position)
    for seat, (hidden, shown) in enumerate(hands):
        position[layout.HIDDEN + seat], position[layout.SHOWN + seat] = (
            _pack_cards(hidden),
            _pack_cards(shown),
        )
        position[layout.BONUS + seat] = _pack_bonus(_read_bonus(fields, f"bonus{seat}"))
    deck = _letters(fields, "deck")
    position[layout.DECK_LEFT] = len(deck)
    position[layout.DECK :] = layout.EMPTY
    for place, letter in enumerate(reversed(deck)):
        position[layout.DECK + place] = LETTERS.index(letter)
    position[layout.BONUS_PILE : layout.DECK] = layout.EMPTY
    for tier, values in enumerate(_read_bonus(fields, "bonuses")):
        position[layout.BONUS_LEFT + tier] = len(values)
        for place, value in enumerate(reversed(values[: BONUS_SIZES[tier]])):
            position[layout.BONUS_PILE + BONUS_FROM[tier] + place] = value
    check_position(position)
    return position


def read_view(text: str) -> Array:
    """Read the line of a view into an array."""
    return read_view_fields(_split(text, VIEW_FIELDS))


def read_view_fields(fields: Fields) -> Array:
    """Read the fields of the line of a view into an array."""
    me = _number(fields, "seat", 1)
    them = 1 - me
    mine, mine_shown = _read_hand(fields, f"hand{me}")
    theirs, theirs_shown = _read_hand(fields, f"hand{them}", unknown=True)
    _check_box(fields, unknown=True)
    view = layout.new_view()
    _read_public(fields, view)
    view[layout.SEAT] = me
    view[layout.MY_HIDDEN], view[layout.THEIR_HIDDEN] = _pack_cards(mine), len(theirs)
    view[layout.SHOWN + me], view[layout.SHOWN + them] = (
        _pack_cards(mine_shown),
        _pack_cards(theirs_shown),
    )
    view[layout.MY_BONUS] = _pack_bonus(_read_bonus(fields, f"bonus{me}"))
    over = view[layout.END] != layout.RUNNING
    opponents = _read_bonus(fields, f"bonus{them}", unknown=not over)
    for tier, values in enumerate(opponents):
        view[layout.THEIR_BONUS_COUNT + tier] = len(values)
    view[layout.THEIR_BONUS] = _pack_bonus(opponents) if over else 0
    view[layout.DECK_LEFT] = len(_letters(fields, "deck", only=UNKNOWN))
    for tier, values in enumerate(_read_bonus(fields, "bonuses", unknown=True)):
        view[layout.BONUS_LEFT + tier] = len(values)
    check_view(view)
    return view


def _split(text: str, names: list[str]) -> Fields:
    fields: Fields = {}
    for word in text.split():
        name, equals, value = word.partition("=")
        if not equals or name not in names or name in fields:
            raise NotationError(
                "{word} does not belong in this line: it has each of {names} once, written "
                "name=value.",
                word=repr(word),
                names=" ".join(names),
            )
        fields[name] = value
    for name in names:
        if name not in fields:
            raise NotationError(
                "The field {name} is missing: the line has each of {names} once, written "
                "name=value.",
                name=name,
                names=" ".join(names),
            )
    return fields


def _refuse(fields: Fields, name: str, template: str, **data: object) -> NotationError:
    return NotationError(template, name=name, value=fields[name], **data)


def _letters(fields: Fields, name: str, only: str = LETTERS) -> str:
    text = fields[name]
    letters = "" if text == NOTHING else text
    if not text or set(letters) - set(only):
        raise _refuse(
            fields,
            name,
            "{name}={value} cannot be read: write cards with {letters}, or - for none.",
            letters=" ".join(only),
        )
    return letters


def _number(fields: Fields, name: str, most: int) -> int:
    text = fields[name]
    if not re.fullmatch(r"[0-9]{1,3}", text) or int(text) > most:
        raise _refuse(
            fields,
            name,
            "{name}={value} cannot be read: write a number from 0 to {most}.",
            most=most,
        )
    return int(text)


def _read_hand(fields: Fields, name: str, unknown: bool = False) -> tuple[str, str]:
    """The part of a hand the opponent has not seen, and after a + the part it has."""
    goods = LETTERS[:GOODS_KINDS]
    match = re.fullmatch(
        rf"([{goods}]*|\{UNKNOWN}*)(?:\+([{goods}]+))?",
        "" if fields[name] == NOTHING else fields[name],
    )
    wrong = match is None or not fields[name] or (match[1] and unknown != (UNKNOWN in match[1]))
    if match is None or wrong:
        raise _refuse(
            fields,
            name,
            "{name}={value} cannot be read: write the goods the opponent has not seen (? each in "
            "a view), then + and those it has seen, or - for none.",
        )
    return match[1], match[2] or ""


def _read_bonus(fields: Fields, name: str, unknown: bool = False) -> list[list[int]]:
    """The bonus values of the three tiers, 0 for each unknown one."""
    tiers = fields[name].split("/")
    ranges = ["?", "?", "?"] if unknown else ["123", "456", "89T"]
    tiers = ["" if tier == NOTHING else tier for tier in tiers]
    if len(tiers) != 3 or any(set(tier) - set(ok) for tier, ok in zip(tiers, ranges, strict=True)):
        raise _refuse(
            fields,
            name,
            "{name}={value} cannot be read: write three tiers with the values {values}, or - for "
            "none.",
            values=" / ".join(ranges),
        )
    return [[0 if digit == UNKNOWN else bonus_value(digit) for digit in tier] for tier in tiers]


def _pack_cards(letters: str) -> int:
    return Cards(letters).packed


def _pack_bonus(tiers: list[list[int]]) -> int:
    return sum(1 << 4 * value for values in tiers for value in values)


def _read_public(fields: Fields, array: Array) -> None:
    array[layout.TURN] = _number(fields, "turn", 1)
    array[layout.STARTER] = _number(fields, "start", 1)
    array[layout.MARKET] = _pack_cards(_letters(fields, "market"))
    array[layout.DISCARD] = _pack_cards(_letters(fields, "sold", LETTERS[:GOODS_KINDS]))
    _read_exchanges(fields, array)
    causes = [NOTHING, *EndCause]
    if fields["end"] not in causes:
        raise _refuse(
            fields,
            "end",
            "{name}={value} cannot be read: write one of {causes}.",
            causes=" ".join(causes),
        )
    array[layout.END] = causes.index(fields["end"])
    piles = fields["piles"].split(",")
    if len(piles) != GOODS_KINDS or not all(re.fullmatch(r"-?[0-9]{1,2}", pile) for pile in piles):
        raise _refuse(
            fields,
            "piles",
            "{name}={value} cannot be read: write six numbers with commas, one for each good.",
        )
    array[layout.PILE : layout.PILE + GOODS_KINDS] = [int(pile) for pile in piles]
    for seat in (0, 1):
        array[layout.HERD + seat] = _number(fields, f"herd{seat}", CARDS_OF_KIND[Card.CAMEL])
        _read_tokens(fields, seat, array)


def _read_exchanges(fields: Fields, array: Array) -> None:
    match = re.fullmatch(r"([0-9]{1,6})/([1-9][0-9]{0,5}|-)", fields["exchanges"])
    if match is None:
        raise _refuse(
            fields,
            "exchanges",
            "{name}={value} cannot be read: write exchanges in a row / how many end the round, or "
            "- for never.",
        )
    array[layout.EXCHANGES] = int(match[1])
    array[layout.EXCHANGE_LIMIT] = 0 if match[2] == NOTHING else int(match[2])


def _read_tokens(fields: Fields, seat: int, array: Array) -> None:
    name = f"tokens{seat}"
    text = fields[name]
    if text != NOTHING and not re.fullmatch(r"(?:[DGSCPL][1-7]{1,9})+", text):
        raise _refuse(
            fields,
            name,
            "{name}={value} cannot be read: write each good and the values won, as in D77C53, or "
            "- for none.",
        )
    for letter, values in re.findall(r"([DGSCPL])([0-9]+)", text):
        cell = layout.TOKENS + GOODS_KINDS * seat + LETTERS.index(letter)
        array[cell] += sum(1 << 4 * int(value) for value in values)


def _check_box(fields: Fields, unknown: bool) -> None:
    """Count the cards before packing them, so that no digit can overflow."""
    cards = [_letters(fields, "market"), _letters(fields, "sold", LETTERS[:GOODS_KINDS])]
    cards.append(_letters(fields, "deck", UNKNOWN if unknown else LETTERS))
    text = "".join([*cards, fields["hand0"], fields["hand1"]])
    herds = sum(_number(fields, f"herd{seat}", CARDS_OF_KIND[Card.CAMEL]) for seat in (0, 1))
    counts = [text.count(letter) for letter in LETTERS]
    counts[Card.CAMEL] += herds
    for card, count in zip(Card, counts, strict=True):
        box = CARDS_OF_KIND[card]
        if count > box or (count < box and not unknown):
            raise ImpossiblePosition(
                "There are {count} {letter} cards in this line and {total} cards in all; "
                "the box has {box} {letter} and 55 cards (R2).",
                count=count,
                letter=card.letter,
                total=sum(counts) + text.count(UNKNOWN),
                box=box,
            )
    if len(fields["deck"]) > DECK_SIZE:
        raise ImpossiblePosition("The deck has at most 40 cards (R13).")
