"""Writing the one-line text of positions and views."""

from __future__ import annotations

from ..cards import Cards
from ..deals import bonus_digit
from ..decode import bonus_piles, packed_values, token_values
from ..goods import GOODS, LETTERS
from ..kernel import layout
from ..kernel.layout import Array
from ..results import EndCause
from .fields import NOTHING, POSITION_FIELDS, UNKNOWN, VIEW_FIELDS, Fields


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
        "".join(bonus_digit(value) for value in pile) or NOTHING for pile in bonus_piles(position)
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


def bonus_text(tokens: int) -> str:
    """Bonus tokens packed by value, tier by tier."""
    values = packed_values(tokens)
    tiers = ([v for v in values if low <= v <= low + 2] for low in (1, 4, 8))
    return "/".join("".join(map(bonus_digit, tier)) or NOTHING for tier in tiers)


def _hand_text(hidden: str, shown: int) -> str:
    cards = str(Cards.unpack(shown))
    return hidden + ("+" + cards if cards else "") or NOTHING
