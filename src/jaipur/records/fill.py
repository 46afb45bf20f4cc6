"""Deals for records with unknown cards: any completion consistent with what is known."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import permutations, product

from ..actions import Exchange, Sell, Take
from ..cards import card_of
from ..deals import SORTED_CARDS, Deal, bonus_value
from ..errors import ImpossiblePosition, RecordError
from ..goods import BONUS_VALUES, CAMEL, LETTERS, TIERS
from ..seats import SEATS, BySeat, Seat, other
from .lines import DEAL_PARTS, split_cards
from .model import UNKNOWN, RoundRecord

CAMEL_LETTER = LETTERS[CAMEL]
BOX = Counter(card.letter for card in SORTED_CARDS)


Camels = tuple[int, int]
"""The number of camels among the unknown cards of each hand."""


def fillings(played: RoundRecord) -> list[Camels]:
    """Every possible number of camels among the unknown cards of the hands, fewest first.

    Nothing else needs to be tried: goods that are never given or sold do not affect which actions
    are legal, but camels make the hand smaller and the herd larger.
    """
    unknown = [played.cards[5 * seat : 5 * seat + 5].count(UNKNOWN) for seat in SEATS]
    return sorted(product(range(unknown[0] + 1), range(unknown[1] + 1)), key=sum)


def filled_deal(
    played: RoundRecord, camels: Camels, bonuses: Sequence[Sequence[int]] | None = None
) -> Deal:
    """A deal consistent with the record; `bonuses` defaults to any values that fit."""
    three, four, five = bonuses or [_filled_pile(played, tier) for tier in range(len(TIERS))]
    kinds = tuple(map(card_of, _fill_cards(played, camels)))
    return Deal(kinds, (tuple(three), tuple(four), tuple(five)), played.starter)


def _fill_cards(played: RoundRecord, camels: Camels) -> str:
    """Fill the hands with camels and the goods they must have held, the rest with any cards."""
    _check_box(played)
    cards = list(played.cards)
    pool = BOX - Counter(cards)
    for seat in SEATS:
        places = [place for place in range(5 * seat, 5 * seat + 5) if cards[place] == UNKNOWN]
        wanted = CAMEL_LETTER * camels[seat] + "".join(_needed(played, seat))
        for place, letter in zip(places, wanted, strict=False):
            if not pool[letter]:
                raise ImpossiblePosition(
                    "seat {seat} would need more {letter} than the box has left (R2).",
                    seat=seat,
                    letter=letter,
                )
            cards[place] = letter
            pool[letter] -= 1
    rest = iter(sorted(pool.elements(), key=LETTERS.index))
    return "".join(next(rest) if letter == UNKNOWN else letter for letter in cards)


def _check_box(played: RoundRecord) -> None:
    """Refuse more cards of a kind than the box has, with their number in each line.

    The wrong line cannot be known; the error names the one with the highest share of that kind.
    """
    excess = Counter(played.cards.replace(UNKNOWN, "")) - BOX
    if not excess:
        return
    letter = next(iter(excess))
    counts = _counts(played.cards, letter)
    problem = ImpossiblePosition(
        "there are {count} {letter} in this deal ({lines}); the box has {box} (R2).",
        count=played.cards.count(letter),
        letter=letter,
        lines=", ".join(f"{name}: {n}" for name, n in counts.items()),
        box=BOX[letter],
    )
    densest = max(counts, key=lambda name: counts[name] / DEAL_PARTS[name])
    raise RecordError(played.places.part(densest), problem)


def _counts(cards: str, letter: str) -> dict[str, int]:
    """The number of cards of a kind in each line of a deal, where there are any."""
    parts = zip(DEAL_PARTS, split_cards(cards), strict=True)
    return {name: part.count(letter) for name, part in parts if letter in part}


def _needed(played: RoundRecord, seat: Seat) -> list[str]:
    """The goods a seat gave or sold beyond those it is known to have held."""
    held = Counter(played.cards[5 * seat : 5 * seat + 5])
    needed = []
    for index, action in enumerate(played.actions):
        if seat != (played.starter if index % 2 == 0 else other(played.starter)):
            continue
        match action:
            case Take(good):
                held[good.letter] += 1
            case Exchange(take, give):
                held.update(str(take))
                needed += _leave(held, str(give))
            case Sell(good, count):
                needed += _leave(held, good.letter * count)
    return needed


def _leave(held: Counter[str], letters: str) -> list[str]:
    missing = []
    for letter in letters.replace(CAMEL_LETTER, ""):
        if held[letter]:
            held[letter] -= 1
        else:
            missing.append(letter)
    return missing


def _filled_pile(played: RoundRecord, tier: int) -> list[int]:
    """A bonus pile with its unknown tokens filled in with any that fit."""
    try:
        return _pile_with(played.bonuses[tier], tier, ())
    except ImpossiblePosition as problem:
        raise RecordError(played.places.part(f"Bonus {TIERS[tier]}"), problem) from problem


def unknown_values(pile: str, tier: int) -> list[int]:
    """The values of the unknown tokens of a pile, in some order."""
    left = Counter(BONUS_VALUES[tier])
    left.subtract(value for value in map(_value, pile) if value is not None)
    if min(left.values()) < 0:
        raise ImpossiblePosition(
            "the bonus tokens of tier {tier} are {values}, not {pile} (R4).",
            tier=TIERS[tier],
            values=" ".join(map(str, BONUS_VALUES[tier])),
            pile=pile,
        )
    return list(left.elements())


def _value(character: str) -> int | None:
    return None if character == UNKNOWN else bonus_value(character)


def solve_bonuses(
    played: RoundRecord, drawers: Sequence[Sequence[Seat]], missing: BySeat[int]
) -> list[list[int]] | None:
    """Fill the piles so that the unknown tokens drawn by each seat add up to `missing`.

    `drawers` lists, for each tier, the seats that drew its tokens, in order.
    """
    reached: dict[tuple[int, int], list[list[int]]] = {(0, 0): []}
    for tier, pile in enumerate(played.bonuses):
        unknown = [place for place in range(len(drawers[tier])) if pile[place] == UNKNOWN]
        seats = [drawers[tier][place] for place in unknown]
        values = unknown_values(pile, tier)
        ways = {_sums(drawn, seats): drawn for drawn in _distinct(values, len(unknown))}
        reached = {
            (zero + more[0], one + more[1]): [*before, _pile_with(pile, tier, drawn)]
            for (zero, one), before in reached.items()
            for more, drawn in ways.items()
        }
    return reached.get((missing[0], missing[1]))


def _distinct(values: list[int], count: int) -> Iterable[tuple[int, ...]]:
    return set(permutations(values, count))


def _sums(drawn: Sequence[int], seats: Sequence[Seat]) -> tuple[int, int]:
    pairs = list(zip(drawn, seats, strict=True))
    return sum(v for v, seat in pairs if seat == 0), sum(v for v, seat in pairs if seat == 1)


def _pile_with(pile: str, tier: int, drawn: Sequence[int]) -> list[int]:
    """A pile whose first unknown tokens are `drawn`."""
    rest = unknown_values(pile, tier)
    for value in drawn:
        rest.remove(value)
    values = iter([*drawn, *rest])
    known = [_value(character) for character in pile]
    return [next(values) if value is None else value for value in known]
