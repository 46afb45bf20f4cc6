"""Positions and views as one line of text, `?` for what is unknown (docs/notation.md)."""

from __future__ import annotations

import re

from .cards import Cards
from .errors import ImpossiblePosition, NotationError
from .goods import CARDS_OF_KIND, DECK_SIZE, GOODS, GOODS_KINDS, LETTERS, Card
from .impossible import check_position, check_view
from .kernel import layout
from .kernel.layout import Array
from .kernel.tables import BONUS_FROM, BONUS_SIZES
from .packed import one
from .results import EndCause

# fmt: off
POSITION_FIELDS = [
    "turn", "start", "market", "hand0", "hand1", "herd0", "herd1", "deck", "sold", "piles",
    "tokens0", "tokens1", "bonus0", "bonus1", "bonuses", "exchanges", "end",
]
# fmt: on
VIEW_FIELDS = ["seat", *POSITION_FIELDS]
NOTHING = "-"
UNKNOWN = "?"
TEN = "T"

Fields = dict[str, str]


# Writing


def write_position(position: Array) -> str:
    """The line of a position."""
    fields = _public_fields(position)
    for seat in (0, 1):
        hidden = str(Cards.unpack(position[layout.HIDDEN + seat]))
        fields[f"hand{seat}"] = _hand_text(hidden, position[layout.SHOWN + seat])
        fields[f"bonus{seat}"] = bonus_text(position[layout.BONUS + seat])
    deck = position[layout.DECK : layout.DECK + position[layout.DECK_LEFT]]
    fields["deck"] = "".join(LETTERS[card] for card in reversed(deck)) or NOTHING
    fields["bonuses"] = "/".join(
        "".join(_value_text(value) for value in pile) or NOTHING for pile in bonus_piles(position)
    )
    return _join(fields, POSITION_FIELDS)


def write_view(view: Array) -> str:
    """The line of a view."""
    fields = _public_fields(view)
    me = int(view[layout.SEAT])
    them = 1 - me
    mine = str(Cards.unpack(view[layout.MY_HIDDEN]))
    fields["seat"] = str(me)
    fields[f"hand{me}"] = _hand_text(mine, view[layout.SHOWN + me])
    theirs = UNKNOWN * int(view[layout.THEIR_HIDDEN])
    fields[f"hand{them}"] = _hand_text(theirs, view[layout.SHOWN + them])
    fields[f"bonus{me}"] = bonus_text(view[layout.MY_BONUS])
    counts = view[layout.THEIR_BONUS_COUNT : layout.THEIR_BONUS_COUNT + 3]
    if view[layout.END] == layout.RUNNING:
        fields[f"bonus{them}"] = "/".join(UNKNOWN * int(n) or NOTHING for n in counts)
    else:
        fields[f"bonus{them}"] = bonus_text(view[layout.THEIR_BONUS])
    fields["deck"] = UNKNOWN * int(view[layout.DECK_LEFT]) or NOTHING
    left = view[layout.BONUS_LEFT : layout.BONUS_LEFT + 3]
    fields["bonuses"] = "/".join(UNKNOWN * int(n) or NOTHING for n in left)
    return _join(fields, VIEW_FIELDS)


def _join(fields: Fields, names: list[str]) -> str:
    return " ".join(f"{name}={fields[name]}" for name in names)


def _public_fields(array: Array) -> Fields:
    limit = int(array[layout.EXCHANGE_LIMIT])
    end = int(array[layout.END])
    fields = {
        "turn": str(array[layout.TURN]),
        "start": str(array[layout.STARTER]),
        "market": str(Cards.unpack(array[layout.MARKET])) or NOTHING,
        "sold": str(Cards.unpack(array[layout.DISCARD])) or NOTHING,
        "piles": ",".join(str(array[layout.PILE + good]) for good in GOODS),
        "exchanges": f"{array[layout.EXCHANGES]}/{limit or NOTHING}",
        "end": list(EndCause)[end - 1] if end else NOTHING,
    }
    for seat in (0, 1):
        fields[f"herd{seat}"] = str(array[layout.HERD + seat])
        fields[f"tokens{seat}"] = (
            "".join(
                good.letter + "".join(map(str, values))
                for good in GOODS
                if (values := token_values(array, seat, good))
            )
            or NOTHING
        )
    return fields


def token_values(array: Array, seat: int, good: Card) -> tuple[int, ...]:
    """The values of the tokens of a good that a seat has won, highest first."""
    return packed_values(array[layout.TOKENS + GOODS_KINDS * seat + good])


def packed_values(tokens: int) -> tuple[int, ...]:
    """The values in a number packed by value, highest first."""
    return tuple(value for value in range(10, 0, -1) for _ in range(int(tokens) >> 4 * value & 15))


def bonus_piles(position: Array) -> list[list[int]]:
    """What is left of the three bonus piles, top first."""
    starts = [layout.BONUS_PILE + int(start) for start in BONUS_FROM]
    left = [int(position[layout.BONUS_LEFT + tier]) for tier in range(3)]
    return [
        [int(value) for value in reversed(position[start : start + count])]
        for start, count in zip(starts, left, strict=True)
    ]


def bonus_text(tokens: int) -> str:
    """Bonus tokens packed by value, tier by tier."""
    values = packed_values(tokens)
    tiers = ([v for v in values if low <= v <= low + 2] for low in (1, 4, 8))
    return "/".join("".join(map(_value_text, tier)) or NOTHING for tier in tiers)


def _value_text(value: int) -> str:
    return TEN if value == 10 else str(value)


def _hand_text(hidden: str, shown: int) -> str:
    cards = str(Cards.unpack(shown))
    return hidden + ("+" + cards if cards else "") or NOTHING


# Reading


def read_position(text: str) -> Array:
    """The array of a position from its line; what could never come about is refused."""
    fields = _split(text, POSITION_FIELDS)
    _check_box(fields, unknown=False)
    position = layout.new_position()
    _read_public(fields, position)
    for seat in (0, 1):
        hidden, shown = _read_hand(fields, f"hand{seat}")
        position[layout.HIDDEN + seat], position[layout.SHOWN + seat] = _pack(hidden), _pack(shown)
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
    """The array of a view from its line."""
    return read_view_fields(_split(text, VIEW_FIELDS))


def read_view_fields(fields: Fields) -> Array:
    """The array of a view from the fields of its line."""
    _check_box(fields, unknown=True)
    view = layout.new_view()
    _read_public(fields, view)
    me = _number(fields, "seat", 1)
    them = 1 - me
    view[layout.SEAT] = me
    mine, mine_shown = _read_hand(fields, f"hand{me}")
    theirs, theirs_shown = _read_hand(fields, f"hand{them}", unknown=True)
    view[layout.MY_HIDDEN], view[layout.THEIR_HIDDEN] = _pack(mine), len(theirs)
    view[layout.SHOWN + me], view[layout.SHOWN + them] = _pack(mine_shown), _pack(theirs_shown)
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


def _refuse(fields: Fields, name: str, right: str) -> NotationError:
    return NotationError(
        "{name}={value} cannot be read: {right}.", name=name, value=fields[name], right=right
    )


def _letters(fields: Fields, name: str, only: str = LETTERS) -> str:
    text = fields[name]
    letters = "" if text == NOTHING else text
    if not text or set(letters) - set(only):
        raise _refuse(fields, name, f"write cards with {' '.join(only)}, or - for none")
    return letters


def _number(fields: Fields, name: str, most: int) -> int:
    text = fields[name]
    if not re.fullmatch(r"\d{1,3}", text) or int(text) > most:
        raise _refuse(fields, name, f"write a number from 0 to {most}")
    return int(text)


def _read_hand(fields: Fields, name: str, unknown: bool = False) -> tuple[str, str]:
    """The part of a hand the opponent has not seen, and after a + the part it has."""
    goods = LETTERS[:GOODS_KINDS]
    match = re.fullmatch(
        rf"([{goods}]*|\{UNKNOWN}*)(?:\+([{goods}]+))?", fields[name].replace(NOTHING, "")
    )
    wrong = match is None or not fields[name] or (match[1] and unknown != (UNKNOWN in match[1]))
    if match is None or wrong:
        raise _refuse(
            fields,
            name,
            "write the goods the opponent has not seen (? each in a view), then + and those it "
            "has seen, or - for none",
        )
    return match[1], match[2] or ""


def _read_bonus(fields: Fields, name: str, unknown: bool = False) -> list[list[int]]:
    """Bonus values of the three tiers; 0 each where they are unknown."""
    tiers = fields[name].split("/")
    ranges = ["?", "?", "?"] if unknown else ["123", "456", "89T"]
    tiers = ["" if tier == NOTHING else tier for tier in tiers]
    if len(tiers) != 3 or any(set(tier) - set(ok) for tier, ok in zip(tiers, ranges, strict=True)):
        raise _refuse(
            fields, name, f"write three tiers with the values {' / '.join(ranges)}, or - for none"
        )
    return [[_bonus_value(value) for value in tier] for tier in tiers]


def _bonus_value(text: str) -> int:
    return {UNKNOWN: 0, TEN: 10}[text] if text in (UNKNOWN, TEN) else int(text)


def _pack(letters: str) -> int:
    return sum(one(LETTERS.index(letter)) for letter in letters)


def _pack_bonus(tiers: list[list[int]]) -> int:
    return sum(1 << 4 * value for values in tiers for value in values)


def _read_public(fields: Fields, array: Array) -> None:
    array[layout.TURN] = _number(fields, "turn", 1)
    array[layout.STARTER] = _number(fields, "start", 1)
    array[layout.MARKET] = _pack(_letters(fields, "market"))
    array[layout.DISCARD] = _pack(_letters(fields, "sold", LETTERS[:GOODS_KINDS]))
    _read_exchanges(fields, array)
    causes = [NOTHING, *EndCause]
    if fields["end"] not in causes:
        raise _refuse(fields, "end", f"write one of {' '.join(causes)}")
    array[layout.END] = causes.index(fields["end"])
    piles = fields["piles"].split(",")
    if len(piles) != GOODS_KINDS or not all(re.fullmatch(r"-?\d{1,2}", pile) for pile in piles):
        raise _refuse(fields, "piles", "write six numbers with commas, one for each good")
    array[layout.PILE : layout.PILE + GOODS_KINDS] = [int(pile) for pile in piles]
    for seat in (0, 1):
        array[layout.HERD + seat] = _number(fields, f"herd{seat}", CARDS_OF_KIND[Card.CAMEL])
        _read_tokens(fields, seat, array)


def _read_exchanges(fields: Fields, array: Array) -> None:
    match = re.fullmatch(r"(\d{1,6})/(\d{1,6}|-)", fields["exchanges"])
    if match is None or match[2] == "0":
        raise _refuse(
            fields, "exchanges", "write exchanges in a row / how many end the round, or - for none"
        )
    array[layout.EXCHANGES] = int(match[1])
    array[layout.EXCHANGE_LIMIT] = 0 if match[2] == NOTHING else int(match[2])


def _read_tokens(fields: Fields, seat: int, array: Array) -> None:
    name = f"tokens{seat}"
    text = fields[name]
    if text != NOTHING and not re.fullmatch(r"(?:[DGSCPL][1-7]{1,9})+", text):
        raise _refuse(fields, name, "write each good and the values won, as in D77C53, or -")
    for letter, values in re.findall(r"([DGSCPL])(\d+)", text):
        cell = layout.TOKENS + GOODS_KINDS * seat + LETTERS.index(letter)
        array[cell] += sum(1 << 4 * int(value) for value in values)


def _check_box(fields: Fields, unknown: bool) -> None:
    """Count the cards before packing them, so that no number can run over."""
    parts = ["market", "hand0", "hand1", "deck", "sold"]
    text = "".join(fields[name] for name in parts)
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
