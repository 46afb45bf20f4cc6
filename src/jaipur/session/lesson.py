"""The tutorial: one prepared round against a teacher, played at a real table.

It is never stored. Each page of the lesson says what to do and why. The pupil's action and the
teacher's reply are played at a real table, and the updates for the pupil's seat are recorded.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache

from msgspec.structs import replace

from ..errors import message
from ..notation import parse_action
from ..texts import Texts, texts
from .contract.basics import SeatKind
from .contract.events import AnyEvent
from .contract.lesson import Lesson, LessonStep
from .contract.responses import Update
from .facts import Acted, Created, Fact, Readied, SeatHolder
from .listeners import STATIC_NOW
from .options import Options
from .places import places_of
from .projection import Viewer, state_for
from .public_events import event_of
from .table import Table
from .updates import events_in_words, first_event

TABLE = "lesson"
KEY = "b79cfc31152f3df05dac245745406541f0a488bfef4c8f7b5ac6c7cc7fd32760"
"""Deals a round in which everything worth learning comes up soon; it is not secret."""
NAMES = message("You"), message("Teacher")


@dataclass(frozen=True, slots=True)
class LessonPage:
    """One page: its text and, if the pupil has to act, the action and the teacher's reply."""

    title: str
    text: str
    action: str | None = None
    hint: str | None = None
    answer: str | None = None
    """The teacher's reply."""
    skipped: tuple[str, ...] = ()
    """Turns played before this page, without being shown one by one."""


PAGES = (
    LessonPage(
        message("Welcome to the market"),
        message(
            "You and the teacher are traders in Jaipur. Five cards lie in the market between you, "
            "and a turn is one action: take cards, or sell cards. Whoever has more rupees at the "
            "end of the round wins a Seal of Excellence."
        ),
    ),
    LessonPage(
        message("The tokens"),
        message(
            "Each good has a pile of tokens, and every card you sell earns the one on top. The "
            "best prices go first, so it pays to sell early."
        ),
    ),
    LessonPage(
        message("Your hand and your herd"),
        message(
            "Your goods are in your hand: seven at most when your turn ends. Your camels stand "
            "beside it, in your herd. They take no room and cannot be sold, but they can be given "
            "in exchange for goods."
        ),
    ),
    LessonPage(
        message("Take one card"),
        message(
            "Diamonds, gold and silver are the precious goods, and they are sold at least two at "
            "a time. You have one gold: take the other."
        ),
        "+G",
        message("Pick the gold in the market, then press the button that names the action."),
        "+S",
    ),
    LessonPage(
        message("Take the camels"),
        message(
            "The teacher took the silver, and another camel came. Whoever takes camels takes all "
            "of them. The teacher will choose first among the new cards, but four camels can "
            "become four goods later."
        ),
        "+KKKK",
        message("Pick any camel in the market: the others come with it."),
        "+DG-CL",
    ),
    LessonPage(
        message("Exchange"),
        message(
            "The teacher wanted the diamond and the gold, and gave cloth and leather for them. Now "
            "two cloth lie there, and you hold a third. Exchange two camels for both: you give as "
            "many cards as you take, at least two."
        ),
        "+CC-KK",
        message("Pick both cloth in the market, then two camels of your herd."),
        "+P",
    ),
    LessonPage(
        message("Sell"),
        message(
            "Your hand is full: seven cards. The teacher collects gold too, so sell your two "
            "first. The two tokens on top are worth 6 each, and the next ones less."
        ),
        "-GG",
        message("Pick the gold in your hand, then press the button."),
        "+DL-PP",
    ),
    LessonPage(
        message("Sell three and get a bonus"),
        message(
            "Three or more cards of one kind, sold together, earn a bonus token as well: three "
            "cards a small one, five cards up to 10 rupees. You see its value, the teacher does "
            "not. Sell your three cloth."
        ),
        "-CCC",
        message("Pick the cloth in your hand: all three are picked at once."),
        "-L",
    ),
    LessonPage(
        message("Exchange from your hand"),
        message(
            "Three spices lie in the market. Take them all, and give your leather and two camels: "
            "goods and camels may be mixed. Only the same kind may not go both ways."
        ),
        "+PPP-LKK",
        message("Pick the three spices, then the leather in your hand and two camels."),
        "+KKKK",
    ),
    LessonPage(
        message("Be the first to sell"),
        message(
            "You left little but camels, so the teacher took them, and the new cards are yours to "
            "choose from. But nobody has sold a spice yet: the best prices are still there, and "
            "three cards earn a bonus again."
        ),
        "-PPP",
        message("Pick the spices in your hand, then press the button."),
        "-DDD",
    ),
    LessonPage(
        message("Precious goods"),
        message(
            "The teacher sold three diamonds, for 7, 7 and 5 rupees and a bonus. That is a lot: do "
            "not leave the precious goods to your opponent."
        ),
    ),
    LessonPage(
        message("Some turns later"),
        message(
            "You have sold leather and silver, the teacher gold and cloth. A round ends when three "
            "piles of tokens are empty, or when the deck cannot fill the market. The gold is gone, "
            "and the deck is low: it will not be long."
        ),
        skipped=(
            *("+L", "+CCLL-KKKK", "+KKKKK", "+DG-CC", "+CCPL-KKKK", "+KKKKK", "-LL", "+CP-LL"),
            *("+KK", "-GGG", "+C", "+C", "+D", "+L", "+S", "+L", "+SL-CP", "+CP-LL"),
            *("-SSS", "-CCC", "+LLL-CKK", "+KKK", "+D", "+CLL-KKK"),
        ),
    ),
    LessonPage(
        message("Camels at the right time"),
        message(
            "Whoever has more camels at the end earns 5 rupees; the teacher has five, you have "
            "two. The teacher’s hand is full as well, so the new cards can only be had by an "
            "exchange. A good moment to take the camels."
        ),
        "+KKKK",
        message("Pick any camel in the market: the others come with it."),
        "+SSP-CLL",
    ),
    LessonPage(
        message("Sell before the end"),
        message(
            "Goods left in your hand are worth nothing when the round ends. Your two diamonds earn "
            "the last two tokens of their pile: sell them now."
        ),
        "-DD",
        message("Pick the diamonds in your hand, then press the button."),
        "-SSS",
    ),
    LessonPage(
        message("The end of the round"),
        message(
            "The teacher sold the last silver. Gold, diamonds and silver are gone: three piles, so "
            "the round is over at once. The cards still in hand count for nothing."
        ),
    ),
    LessonPage(
        message("The camel token"),
        message(
            "You have six camels and the teacher five. The larger herd earns the camel token: 5 "
            "rupees for you. With equal herds nobody would get it."
        ),
    ),
    LessonPage(
        message("The count"),
        message(
            "Now all tokens are turned over and added up, the bonus tokens last. You have {mine} "
            "rupees, the teacher {theirs}: the first Seal of Excellence is yours."
        ),
    ),
    LessonPage(
        message("Now you know the game"),
        message(
            "A second seal wins the match, and the loser of a round begins the next one. Play "
            "against a bot of your strength, or invite a friend."
        ),
    ),
)


@cache
def lesson(language: str) -> Lesson:
    """The lesson in a language: the updates to show, and the steps that explain them."""
    translate = texts(language)
    classroom = _Classroom(_new_table(translate), Viewer(0, language=language))
    drafts = [classroom.page(page) for page in PAGES]
    steps = tuple(_translated(step, translate, classroom.fills) for step in drafts)
    return Lesson(tuple(classroom.updates), steps)


def _new_table(translate: Texts) -> Table:
    """The table with both players seated and nothing dealt."""
    # Clients wait for bots to think, so the teacher has the seat of a person.
    first, second = (SeatHolder(SeatKind.PERSON, translate(name)) for name in NAMES)
    return Table.create(TABLE, Created((first, second), Options(), KEY, "", "", ""))


@dataclass(slots=True)
class _Classroom:
    """The table of the lesson while it is played, and the updates recorded from it."""

    table: Table
    pupil: Viewer
    events: list[AnyEvent] = field(default_factory=list)
    updates: list[Update] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.events.append(event_of(self.table, self.table.created, 0))
        self._fold(Readied((0, 1), ""))
        self._show(None)

    @property
    def fills(self) -> dict[str, int]:
        """The numbers that the texts refer to."""
        assert self.table.match is not None  # noqa: S101  # dealt from the start
        mine, theirs = self.table.match.results[-1].rupees
        return {"mine": mine, "theirs": theirs}

    def page(self, page: LessonPage) -> LessonStep:
        """Play a page and return its step, in English."""
        for text in page.skipped:
            self._act(text)
        if page.skipped:
            self._show(None)  # as for a returning viewer: the log of the round, nothing to animate
        at, taken = len(self.updates) - 1, None
        for text in filter(None, (page.action, page.answer)):
            before = self.table.version
            places = self._act(text)
            self._show(before)
            if text is page.action:
                taken = places or None
        return LessonStep(page.title, page.text, page.action, taken, at, page.hint)

    def _act(self, text: str) -> tuple[int, ...]:
        """Play an action for the seat to move; returns the market places it takes from."""
        action = parse_action(text)
        places = places_of(self.table.market, action)
        self._fold(Acted(self.table.waits_for[0], action, places))
        return places

    def _fold(self, fact: Fact) -> None:
        self.table = self.table.after(fact)
        self.events.append(event_of(self.table, fact, 0))

    def _show(self, after: int | None) -> None:
        start = first_event(self.table, self.pupil, after)
        events = events_in_words(self.pupil, self.table.seats, self.events[start:])
        state = state_for(self.table, self.pupil)
        self.updates.append(Update(self.table.version, after, events, state, STATIC_NOW))


def _translated(step: LessonStep, translate: Texts, fills: Mapping[str, int]) -> LessonStep:
    """A step in a language, with its numbers filled in."""
    title, text = translate(step.title, **fills), translate(step.text, **fills)
    return replace(step, title=title, text=text, hint=step.hint and translate(step.hint, **fills))
