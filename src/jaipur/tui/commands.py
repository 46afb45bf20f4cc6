"""What the command palette offers, by what is possible now."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import partial
from typing import Any

from textual.app import SystemCommand

from ..client.controller import Desk
from ..client.model import Said
from ..client.words.deals import commitment_words
from ..seats import Seat
from ..session.contract.basics import Phase
from ..session.contract.commands import Resign
from ..texts import LANGUAGE_NAMES
from .program import Program
from .screens.over import Wish
from .screens.table import TableScreen
from .themes import theme_words

Offer = tuple[str, str, Callable[[], Any]]
"""What it is called, what it means, what is done."""


def commands(app: Program, table: TableScreen | None) -> Iterator[SystemCommand]:
    """Everything that is not an action with cards."""
    for title, meaning, action in _offers(app, table):
        # Textual reads markup here, and a name may look like it; its own `escape` misses some.
        yield SystemCommand(title, meaning.replace("[", r"\["), action)


def _offers(app: Program, table: TableScreen | None) -> Iterator[Offer]:
    _, do = app.texts, app.run_action
    yield _("Help and keys"), _("How to play here"), partial(do, "help")
    yield _("Rules"), _("In one minute, and each one by its number"), partial(do, "rules")
    if table is not None:
        yield from _at_table(app, table)
    yield _("Preferences"), _("Language, theme, keys, name"), partial(do, "preferences")
    yield from _preferences(app)
    yield _("Quit"), _("Quit; the match is kept"), partial(do, "quit")


def _preferences(app: Program) -> Iterator[Offer]:
    _, now = app.texts, app.preferences

    def use(**changed: Any) -> Callable[[], None]:
        return lambda: app.prefer(replace(now, **changed))

    for theme, name in theme_words(_):
        if theme != now.theme:
            yield _("Theme: {name}", name=name), _("Other colours"), use(theme=theme)
    for language, name in LANGUAGE_NAMES.items():
        if language != _.language:
            yield name, _("Another language"), use(language=language)
    title = _("Switch the letter keys off") if now.letters else _("Switch the letter keys on")
    meaning = _("Arrows, Tab, Space, Enter and the mouse always work")
    yield title, meaning, use(letters=not now.letters)


def _at_table(app: Program, screen: TableScreen) -> Iterator[Offer]:
    _, desk = app.texts, screen.desk
    if desk.phase is Phase.OVER:
        if desk.model is not None and not desk.is_watching:
            name = desk.model.names[desk.model.top]
            meaning = _("Play against {name} again", name=name)
            yield _("Rematch"), meaning, partial(screen.wish, Wish.REMATCH)
        meaning = _("A file of the whole match")
        yield _("Save the record"), meaning, partial(screen.wish, Wish.RECORD)
    elif not desk.is_watching:
        typing = partial(screen.action_wish, "type", 0)
        yield _("Type an action"), _("In letters or in words"), typing
        yield _("Resign"), _("Give up the whole match"), lambda: screen.later(_resign(app, desk))
    if desk.update is not None:
        said = Said(commitment_words(desk.update.state, _), "plain")
        meaning = _("What was fixed before the first card")
        yield _("Commitment to the deals"), meaning, partial(desk.say, said)
    if desk.model is not None and desk.model.round.unseen is not None:
        yield _("Not seen yet"), _("In the deck or the other hand"), desk.say_unseen
    if app.house is not None:
        yield _("To the first page"), _("The match is kept"), screen.leave


async def _resign(app: Program, desk: Desk) -> None:
    """Ask once more, then give up the match."""
    from .screens.boxes import resign_question

    if desk.update is None:
        return
    state, shared = desk.update.state, desk.is_shared
    loser: Seat = (desk.speaker if shared else state.seat) or 0
    question = resign_question(state, loser, app.texts, is_shared=shared)
    if await app.push_screen_wait(question):
        await desk.give(Resign())
