"""The entries of the command palette that are available now."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import partial
from typing import Any

from textual.app import SystemCommand
from textual.screen import Screen

from ..client.controller import TableController
from ..client.model import Notice
from ..client.words.deals import commitment_words
from ..seats import Seat
from ..session.contract.basics import Phase
from ..session.contract.commands import Resign
from ..texts import LANGUAGE_NAMES, Texts
from .program import JaipurProgram
from .screens.over import AfterMatch
from .screens.replay import ReplayScreen
from .screens.table import TableScreen
from .themes import theme_words

Offer = tuple[str, str, Callable[[], Any]]
"""Title, description and callback."""


def commands(
    app: JaipurProgram, table: TableScreen | None, screen: Screen[Any]
) -> Iterator[SystemCommand]:
    """All commands other than card actions, for the table and for the screen on top."""
    for title, meaning, action in (*_in_replay(screen, app.texts), *_offers(app, table)):
        # Textual parses markup here, and a name may look like it; its `escape` misses some cases.
        yield SystemCommand(title, meaning.replace("[", r"\["), action)


def _offers(app: JaipurProgram, table: TableScreen | None) -> Iterator[Offer]:
    _, run = app.texts, app.run_action
    yield _("Help and keys"), _("How to play here"), partial(run, "help")
    yield _("Rules"), _("In one minute, and each one by its number"), partial(run, "rules")
    if table is not None:
        yield from _at_table(app, table)
    yield _("Preferences"), _("Language, theme, keys, name"), partial(run, "preferences")
    yield from _preferences(app)
    yield _("Quit"), _("Quit; the match is saved"), partial(run, "quit")


def _in_replay(screen: Screen[Any], _: Texts) -> Iterator[Offer]:
    if not isinstance(screen, ReplayScreen) or screen.analysis is None:
        return
    title = _("Hide the analysis") if screen.is_analysed else _("Show the analysis")
    yield title, _("The chances, the marks and what was better"), screen.action_analysis


def _preferences(app: JaipurProgram) -> Iterator[Offer]:
    _, now = app.texts, app.preferences

    def use(**changed: Any) -> Callable[[], None]:
        return lambda: app.change_preferences(replace(now, **changed))

    for theme, name in theme_words(_):
        if theme != now.theme:
            yield _("Theme: {name}", name=name), _("Other colours"), use(theme=theme)
    for language, name in LANGUAGE_NAMES.items():
        if language != _.language:
            yield name, _("Another language"), use(language=language)
    title = _("Switch the letter keys off") if now.letters else _("Switch the letter keys on")
    meaning = _("Arrows, Tab, Space, Enter and the mouse always work")
    yield title, meaning, use(letters=not now.letters)


def _at_table(app: JaipurProgram, screen: TableScreen) -> Iterator[Offer]:
    _, controller = app.texts, screen.controller
    if controller.phase is Phase.OVER:
        if controller.model is not None and not controller.is_watching:
            name = controller.model.names[controller.model.top]
            meaning = _("Play against {name} again", name=name)
            yield _("Rematch"), meaning, partial(screen.choose, AfterMatch.REMATCH)
        meaning = _("A file of the whole match")
        yield _("Save the record"), meaning, partial(screen.choose, AfterMatch.RECORD)
    elif not controller.is_watching:
        typing = partial(screen.action_send_intent, "type", 0)
        yield _("Type an action"), _("In letters or in words"), typing
        yield (
            _("Resign"),
            _("Give up the whole match"),
            lambda: screen.later(_resign(app, controller)),
        )
    if controller.update is not None:
        notice = Notice(commitment_words(controller.update.state, _), "plain")
        meaning = _("Made before the first card")
        yield _("Commitment to the deals"), meaning, partial(controller.say, notice)
    if controller.model is not None and controller.model.round.unseen is not None:
        yield _("Not seen yet"), _("In the deck or the other hand"), controller.say_unseen
    if app.server is not None:
        yield _("To the home screen"), _("The match is saved"), screen.leave


async def _resign(app: JaipurProgram, controller: TableController) -> None:
    """Ask for confirmation, then resign the match."""
    from .screens.dialogs import resign_question

    if controller.update is None:
        return
    state, shared = controller.update.state, controller.is_shared
    loser: Seat = (controller.acting_seat if shared else state.seat) or 0
    question = resign_question(state, loser, app.texts, is_shared=shared)
    if await app.push_screen_wait(question):
        await controller.submit(Resign())
