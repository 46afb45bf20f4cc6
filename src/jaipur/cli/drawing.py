"""Positions and views drawn as text."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import msgspec

from ..cards import Cards
from ..errors import message
from ..goods import GOODS, TIERS
from ..position import Position
from ..public import Public
from ..results import DecidedBy, EndCause, RoundResult
from ..seats import SEATS, BySeat, Seat, other
from ..session.contract.state import Result
from ..texts import Texts
from ..view import View

END_NAMES = {
    EndCause.TOKENS: message("three token piles are empty"),
    EndCause.DECK: message("the deck cannot fill the market"),
    EndCause.EXCHANGES: message("too many exchanges in a row"),
}
DECIDED_NAMES = {
    DecidedBy.RUPEES: message("by rupees"),
    DecidedBy.BONUS_TOKENS: message("equal rupees, more bonus tokens"),
    DecidedBy.GOODS_TOKENS: message("equal rupees and bonus tokens, more goods tokens"),
    DecidedBy.NOTHING: message("equal in everything"),
}


def plain_names(_: Texts) -> BySeat[str]:
    """The names of the seats when players have none."""
    return BySeat(_("Seat 0"), _("Seat 1"))


def draw_position(position: Position, _: Texts) -> str:
    """Draw a whole position."""
    names = plain_names(_)
    hands = BySeat.of(lambda seat: hand_words(position.hand(seat), _))
    bonuses = BySeat.of(lambda seat: " ".join(map(str, position.bonus_tokens(seat))) or "–")
    lines = [*_head(position, names, _), *_middle(position, _)]
    for seat in SEATS:
        lines += _side(position, seat, names[seat], hands[seat], bonuses[seat], _)
    deck = "".join(card.letter for card in position.deck) or "–"
    return "\n".join([*lines, "", _("Deck, top first: {deck}", deck=deck)])


def draw_public(public: Public, names: BySeat[str], _: Texts) -> str:
    """Draw the public middle of the table and the seat to act."""
    return "\n".join([*_head(public, names, _), *_middle(public, _)])


def draw_view(view: View, _: Texts, names: BySeat[str] | None = None) -> str:
    """Draw a view: the opponent, the market, and the seat's own side."""
    me, them = view.seat, other(view.seat)
    names = names or plain_names(_)
    theirs = _.count("{n} good", "{n} goods", view.hand_sizes[them])
    if view.opponent_known:
        known = _.cards(view.opponent_known)
        theirs = _("{n} goods, of which {cards}", n=view.hand_sizes[them], cards=known)
    mine = hand_words(view.hand, _)
    return "\n".join(
        [
            *_head(view, names, _),
            *_side(view, them, names[them], theirs, _their_bonuses(view, _), _),
            *_middle(view, _),
            *_side(view, me, names[me], mine, " ".join(map(str, view.bonus_tokens)) or "–", _),
        ]
    )


def hand_words(hand: Cards, _: Texts) -> str:
    """The cards of a hand."""
    words = _.count("{n} good: {cards}", "{n} goods: {cards}", len(hand), cards=_.cards(hand))
    return f"{words}   [{hand}]" if hand else words


def _their_bonuses(view: View, _: Texts) -> str:
    if view.opponent_bonus_tokens is not None:
        return " ".join(map(str, view.opponent_bonus_tokens)) or "–"
    tiers = zip(TIERS, view.opponent_bonus_counts, strict=True)
    return " ".join(_("{n} × tier {tier}", n=n, tier=tier) for tier, n in tiers if n) or "–"


def _head(public: Public, names: BySeat[str], _: Texts) -> Iterator[str]:
    if public.end is None:
        yield _("To act: {name}", name=names[public.turn])
    else:
        yield _("The round is over: {cause}.", cause=_(END_NAMES[public.end]))
    if public.exchanges and public.exchange_limit:
        yield _(
            "Exchanges in a row: {n}; {limit} end the round.",
            n=public.exchanges,
            limit=public.exchange_limit,
        )


def _middle(public: Public, _: Texts) -> Iterator[str]:
    yield ""
    for good in GOODS:
        values = " ".join(map(str, public.pile(good))) or "–"
        yield f"  {good.letter} {_.card(good):<10} {values}"
    left = zip(TIERS, public.bonuses_left, strict=True)
    piles = "   ".join(_("tier {tier}: {n}", tier=tier, n=n) for tier, n in left)
    bonus = _("bonus")
    yield f"    {bonus:<10} {piles}"
    yield ""
    cards = _.cards(public.market)
    yield _("Market: {cards}   [{letters}]", cards=cards, letters=public.market)
    sold = _.cards(public.discard)
    yield _("Deck: {n}   Discard: {cards}", n=public.deck_size, cards=sold)
    yield ""


def _side(
    public: Public, seat: Seat, name: str, hand: str, bonuses: str, _: Texts
) -> Iterator[str]:
    won = public.tokens(seat)
    tokens = ", ".join(
        f"{_.card(good)} {' '.join(map(str, values))}" for good, values in won.items() if values
    )
    yield _("{name}: {words}", name=name, words=hand)
    yield "  " + _(
        "herd: {herd}   tokens: {tokens} ({rupees} rupees)   bonus: {bonuses}",
        herd=public.herds[seat],
        tokens=tokens or "–",
        rupees=public.goods_rupees(seat),
        bonuses=bonuses,
    )


def draw_result(result: RoundResult, names: BySeat[str], _: Texts) -> str:
    """The reason for the end of the round, and its scoring."""
    ended = _("The round is over: {cause}.", cause=_(END_NAMES[result.cause]))
    return f"{ended}\n{draw_scoring(result, names, _)}"


def draw_scoring(result: RoundResult, names: BySeat[str], _: Texts) -> str:
    """The scoring in the rulebook's order."""
    holder = result.camel_token
    lines = [
        _("Camel token: {name}", name=_("nobody") if holder is None else names[holder]),
        *(_seat_result(result, seat, names[seat], _) for seat in SEATS),
    ]
    why = _(DECIDED_NAMES[result.decided_by])
    if result.winner is None:
        lines.append(_("Nobody takes a seal ({why}); the round is dealt again.", why=why))
    else:
        lines.append(_("Seal of Excellence: {name} ({why}).", name=names[result.winner], why=why))
    return "\n".join(lines)


def _seat_result(result: RoundResult, seat: Seat, name: str, _: Texts) -> str:
    goods, bonus, total = (
        pair[seat] for pair in (result.goods_rupees, result.bonus_rupees, result.rupees)
    )
    return _(
        "{name}: {goods} for goods + {bonus} bonus + {camels} camel token = {total} rupees",
        name=name,
        goods=goods,
        bonus=bonus,
        camels=total - goods - bonus,
        total=total,
    )


def result_json(result: RoundResult) -> dict[str, Any]:
    """The scoring as JSON data (docs/commands.md)."""
    data: dict[str, Any] = msgspec.to_builtins(Result.of(result))
    return data
