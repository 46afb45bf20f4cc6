"""What the command palette offers, by what is possible now."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from textual.app import SystemCommand

from ..seats import Seat
from ..texts import Texts
from .model import Said
from .preferences import THEMES, Preferences
from .program import Program
from .screens.over import Wish
from .screens.table import TableScreen
from .words.deals import commitment_words

LANGUAGES = (("en", "English"), ("fr", "Français"))


def commands(app: Program, table: TableScreen | None) -> Iterator[SystemCommand]:
    """Everything that is not an action with cards."""
    for command in _all(app, table):
        # Textual reads markup here, and a name may look like it; its own `escape` misses some.
        yield command._replace(help=command.help.replace("[", r"\["))


def _all(app: Program, table: TableScreen | None) -> Iterator[SystemCommand]:
    _ = app.texts
    yield SystemCommand(_("Help and keys"), _("How to play here"), app.action_help)
    yield SystemCommand(
        _("Rules"), _("In one minute, and each one by its number"), app.action_rules
    )
    if table is not None:
        yield from _at_table(app, table)
    words = _("Language, theme, keys, name")
    yield SystemCommand(_("Preferences"), words, app.action_preferences)
    yield from _preferences(app)
    yield SystemCommand(_("Quit"), _("Quit; the match is kept"), app.action_quit)


def _preferences(app: Program) -> Iterator[SystemCommand]:
    _, now = app.texts, app.preferences
    names = {"light": _("Day"), "dark": _("Night"), "contrast": _("High contrast")}

    def use(preferences: Preferences) -> None:
        app.prefer(preferences)

    for theme in THEMES:
        if theme != now.theme:
            chosen = replace(now, theme=theme)
            title = _("Theme: {name}", name=names[theme])
            yield SystemCommand(title, _("Other colours"), lambda chosen=chosen: use(chosen))
    for language, name in LANGUAGES:
        if language != _.language:
            spoken = replace(now, language=language)
            words = _("Another language")
            yield SystemCommand(name, words, lambda spoken=spoken: use(spoken))
    title = _("Switch the letter keys off") if now.letters else _("Switch the letter keys on")
    turned = replace(now, letters=not now.letters)
    words = _("Arrows, Tab, Space, Enter and the mouse always work")
    yield SystemCommand(title, words, lambda: use(turned))


def _at_table(app: Program, screen: TableScreen) -> Iterator[SystemCommand]:
    _, desk = app.texts, screen.desk
    if desk.phase == "over":
        yield from _at_the_end(_, screen)
    elif not desk.is_watching:
        yield SystemCommand(
            _("Type an action"), _("In letters or in words"), lambda: screen.action_wish("type", 0)
        )
        yield SystemCommand(_("Resign"), _("Give up the whole match"), lambda: resign(app, screen))
    if screen.state is not None:
        said = Said(commitment_words(screen.state, _), "plain")
        words = _("What was fixed before the first card")
        yield SystemCommand(_("Commitment to the deals"), words, lambda: desk.say(said))
    if desk.model is not None and desk.model.round["unseen"] is not None:
        yield SystemCommand(_("Not seen yet"), _("In the deck or the other hand"), desk.say_unseen)
    if app.house is not None:
        words = _("The match is kept")
        yield SystemCommand(_("To the first page"), words, screen.leave)


def _at_the_end(_: Texts, screen: TableScreen) -> Iterator[SystemCommand]:
    desk, sitting = screen.desk, screen.sitting
    if desk.model is not None and not desk.is_watching:
        words = _("Play against {name} again", name=desk.model.names[desk.model.top])
        yield SystemCommand(_("Rematch"), words, lambda: sitting.wish(Wish.REMATCH))
    words = _("A file of the whole match")
    yield SystemCommand(_("Save the record"), words, lambda: sitting.wish(Wish.RECORD))


def resign(app: Program, screen: TableScreen) -> None:
    """Ask once more, then give up the match."""
    from .screens.confirm import resign_question

    if screen.state is None:
        return
    shared = screen.desk.is_shared
    loser: Seat = (screen.desk.speaker if shared else screen.state["seat"]) or 0

    async def give_up() -> None:
        await screen.desk.give("resign")

    def answered(is_sure: bool | None) -> None:
        if is_sure:
            screen.later(give_up())

    app.push_screen(resign_question(screen.state, loser, app.texts, is_shared=shared), answered)
