"""What each part of the table shows of a model: pure functions from the model to plain values."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ...goods import CAMEL_TOKEN_VALUE, GOODS, HAND_LIMIT, TIERS
from ...seats import Seat
from ...texts import Texts
from ..keys import HAND_CAPS, MARKET_CAPS, cap_of
from ..link import Json
from ..model import Model
from ..selection import can_change, fill_with_camels, indices_of, places_of
from ..words.cards import card_name
from ..words.deals import commitment_words
from ..words.dock import DockShown, dock_words, is_idle, why_not_hand, why_not_market, why_not_pile
from ..words.events import event_words, turn_words
from ..words.sides import goods_words, last_words, rupees_shown, unseen_words
from .belongings import BelongingsShown, Fact
from .cards import CardsShown
from .dock import Button, DockView, DoingShown, SentenceShown
from .faces import Face
from .lines import LogShown, OpponentShown, StacksShown, Standing, StatusShown
from .measures import HAND_PLACES, ROOMY_SIDE, MarketMeasures, Measures, PilesMeasures
from .tokens import BonusShown, PileShown, TokensShown

NAME_WIDTH = 12
LOW_HAND = 5
"""With cards of this height there is no room for the tiers of my bonus tokens."""
_HERD_SIGNS = ("–", "▲", "▲▲▲")


def status_shown(
    model: Model, clocks: Sequence[str], width: int, has_keys: bool, _: Texts
) -> StatusShown:
    """Whose turn, the round, seals and clocks."""
    troubles = {"lost": _("Reconnecting …"), "connecting": _("Connecting …")}
    is_playing = model.state["phase"] == "playing"
    standings = [
        Standing(
            name=_("You") if seat == model.seat else _short(model.names[seat], width),
            seals=model.state["seals"][seat],
            clock=clocks[seat] if clocks and not _is_bot(model, seat) else "",
            is_turn=is_playing and model.round["turn"] == seat,
        )
        for seat in (model.bottom, model.top)
    ]
    return StatusShown(
        round=_("Round {n}", n=model.round["number"]),
        turn=turn_words(model.state, model.names, _),
        is_mine=model.is_mine,
        trouble=troubles.get(model.connection, ""),
        standings=tuple(standings),
        help=_("? help") if has_keys else _("F1 help"),
        menu=_("^P menu"),
        width=width,
    )


def _is_bot(model: Model, seat: Seat) -> bool:
    """Bots have no clock."""
    return bool(model.state["seats"][seat]["kind"] == "bot")


def _short(name: str, width: int) -> str:
    most = NAME_WIDTH + max(0, (width - 80) // 2)
    return name if len(name) <= most else f"{name[: most - 1]}…"


def opponent_shown(
    model: Model, sizes: Measures, width: int, is_remote: bool, _: Texts
) -> OpponentShown:
    """The other side as it lies open, and what it did last."""
    side = model.round["sides"][model.top]
    is_away = is_remote and not _is_bot(model, model.top) and not model.now["present"][model.top]
    size = side["hand_size"]
    facts = [f"{_('Herd')} {_herd(side)}", goods_words(side, model.state, _)]
    if bonuses := _bonuses(side):
        facts.append(f"{_('Bonus')} {bonuses}")
    return OpponentShown(
        name=model.names[model.top],
        presence=_("is away") if is_away else "",
        hand=size,
        hand_words=f"{size} {_.count('card', 'cards', size)}",
        known=side["hand"] or side["known"] or "",
        facts="".join(f" · {fact}" for fact in facts),
        last=last_words(model, _),
        width=width,
        rows=sizes.opponent,
    )


def _herd(side: Json) -> str:
    """The number of camels, or a stack where that is not shown."""
    if side["herd"] is not None:
        return f"×{side['herd']}"
    return _HERD_SIGNS[min(side["herd_stack"], 2)]


def _bonuses(side: Json) -> str:
    counts = ((tier, side["bonus_counts"].get(str(tier), 0)) for tier in TIERS)
    return " ".join(f"{tier}×{n}" for tier, n in counts if n)


def tokens_shown(model: Model, sizes: PilesMeasures, _: Texts) -> TokensShown:
    """Every value still in a pile; those that the picked sale earns are marked."""
    legal = model.staged.legal or {}
    good_sold = legal.get("good") if legal.get("kind") == "sell" else None
    tier = str(legal.get("bonus_tier") or "")
    piles = [
        PileShown(
            good=good.letter,
            name=card_name(good.letter, _),
            values=tuple(model.round["piles"].get(good.letter, ())),
            earned=len(legal.get("earns") or ()) if good.letter == good_sold else 0,
            is_usable=is_idle(model) or why_not_pile(model, good.letter, _) is None,
        )
        for good in GOODS
    ]
    left = model.round["bonuses_left"]
    return TokensShown(
        title=_("Tokens"),
        piles=tuple(piles),
        none_left=_("none left"),
        bonus_word=_("Bonus"),
        bonuses=tuple(BonusShown(str(t), left[str(t)], str(t) == tier) for t in TIERS),
        camel_words=_("Camel token"),
        camel_value=CAMEL_TOKEN_VALUE,
        has_title=sizes.has_titles,
        spacing=sizes.tokens_spacing,
        is_roomy=sizes.tokens_width >= ROOMY_SIDE,
    )


def market_shown(
    model: Model, sizes: MarketMeasures, new: frozenset[int], has_keys: bool, _: Texts
) -> CardsShown:
    """The five places; cards that were turned over since my last action are marked."""
    picked = places_of(model.selection)
    faces = [
        Face()
        if letter is None
        else Face(
            letter=letter,
            name=card_name(letter, _),
            price=_price(model, letter),
            cap=cap_of(MARKET_CAPS, place, is_on=has_keys and not model.is_read_only),
            mark=_("new") if place in new else "",
            is_picked=place in picked,
            is_usable=is_idle(model) or why_not_market(model, place, _) is None,
        )
        for place, letter in enumerate(model.round["market"])
    ]
    return CardsShown(tuple(faces), sizes.market, sizes.market_gap)


def _price(model: Model, letter: str) -> str:
    values = model.round["piles"].get(letter, ())
    return "" if letter == "K" else str(values[0]) if values else "–"


def hand_shown(model: Model, sizes: Measures, has_keys: bool, _: Texts) -> CardsShown:
    """My hand, sorted by kind; covered where this viewer may not see it."""
    hand, picked = model.choices.hand, indices_of(model.selection)
    covered = 0 if hand else model.round["sides"][model.bottom]["hand_size"]
    faces = [
        Face(is_covered=index < covered)
        if index >= len(hand)
        else Face(
            letter=hand[index],
            name=card_name(hand[index], _),
            price=_price(model, hand[index]),
            cap=cap_of(HAND_CAPS, index, is_on=has_keys and not model.is_read_only),
            is_picked=index in picked,
            is_usable=is_idle(model) or why_not_hand(model, index, _) is None,
        )
        for index in range(HAND_PLACES)
    ]
    return CardsShown(tuple(faces), sizes.hand, sizes.hand_gap)


def stacks_shown(model: Model, _: Texts) -> StacksShown:
    """The deck and the discard."""
    shown = model.round
    top, discard = shown["discard_top"], shown["discard"]
    return StacksShown(
        deck_word=_("Deck"),
        deck="" if shown["deck"] is None else str(shown["deck"]),
        stack=min(shown["deck_stack"], 4),
        discard_word=_("Discard"),
        top=top or "",
        top_name=card_name(top, _) if top else "",
        more=f"({len(discard)})" if discard else "",
    )


def belongings_shown(model: Model, sizes: Measures, _: Texts) -> BelongingsShown:
    """How full the hand is, herd and tokens."""
    side = model.round["sides"][model.bottom]
    camels, is_off = model.selection.camels, is_idle(model)
    less, more = (not is_off and can_change(model.selection, model.choices, by) for by in (-1, 1))
    tokens = [_goods_fact(side, model.state, _)]
    if n := sum(side["bonus_counts"].values()):
        values = side["bonus_values"]
        tokens.append(Fact(_("Bonus"), str(n), f"[{sum(values)}]" if values else ""))
        if sizes.hand.height > LOW_HAND:
            tokens.append(Fact("", "", _bonuses(side)))
    return BelongingsShown(
        hand=Fact(_("Hand"), f"{side['hand_size']}/{HAND_LIMIT}"),
        herd=Fact(_("Herd"), _herd(side), f"−{camels}" if camels else ""),
        can_step=(less, more),
        tokens=tuple(tokens),
    )


def _goods_fact(side: Json, state: Json, _: Texts) -> Fact:
    """The goods tokens as one number: their rupees where these are added up."""
    worth = rupees_shown(side, state)
    if worth is None:
        return Fact(_("Tokens"), str(side["token_count"]))
    return Fact(_("Rupees"), str(worth))


def dock_shown(model: Model, sizes: Measures, width: int, _: Texts) -> DockView:
    """The sentence, the picked cards, the buttons."""
    words, selection = dock_words(model, _), model.selection
    title = _("What happens") if model.is_read_only else _("Your action")
    return DockView(
        SentenceShown(title, words.sentence, words.hint, words.tone, model.is_mine, width),
        DoingShown(
            taken="".join(card for _place, card in selection.market),
            given="".join(card for _index, card in selection.hand) + "K" * selection.camels,
            missing=model.staged.to_give if model.staged.meaning == "exchange" else 0,
            note=words.note,
            buttons=tuple(_buttons(model, words, _)),
            width=width,
            height=sizes.buttons,
        ),
    )


def _buttons(model: Model, words: DockShown, _: Texts) -> Iterator[Button]:
    """From the left; the last one is what is likely wanted."""
    phase = model.state["phase"]
    if phase in ("between", "over"):
        if model.state["results"]:
            yield Button("score", _("Score"))
        if phase == "over":
            yield Button("play", _("See the match"), is_main=True)
        elif not model.is_read_only:
            yield Button("play", _("Next round"), is_off=words.is_off, is_main=True)
        return
    if not model.is_pending and fill_with_camels(model.selection, model.choices):
        yield Button("fill", _("Fill with camels"))
    if model.staged.meaning != "none":
        yield Button("clear", _("Clear"))
    if not model.is_read_only:
        yield Button("play", words.label, is_off=words.is_off, is_main=True)


def log_shown(model: Model, width: int, height: int, title: str, _: Texts) -> LogShown:
    """The newest lines of the round."""
    told = [event for event in model.log if event["kind"] != "created"]
    lines = [
        (event_words(event, model.names, model.seat, _), _is_mine(event, model))
        for event in reversed(told[-max(1, height) :])
    ]
    if told and told[0].get("round") == 1 and len(lines) < height:
        lines.append((commitment_words(model.state, _), None))
    below = unseen_words(model.round, _) if title else ""
    return LogShown(title, tuple(line for line in lines if line[0]), below, width, height)


def _is_mine(event: Json, model: Model) -> bool | None:
    return event["seat"] == model.bottom if event.get("seat") is not None else None


def new_places(log: Sequence[Json], me: Seat | None) -> frozenset[int]:
    """Places of the market whose cards were laid there by my last action or since."""
    new: set[int] = set()
    for event in log:
        if event.get("round"):
            new = set()
        elif event["kind"] == "acted":
            is_exchange = "+" in event["action"] and "-" in event["action"]
            if event["seat"] == me:
                new = set()
            if not (event["seat"] == me and is_exchange):
                new |= set(event.get("places") or ())
    return frozenset(new)
