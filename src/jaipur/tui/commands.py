"""What the command palette offers, by what is possible now."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from textual.app import SystemCommand

from .model import Said
from .preferences import THEMES, Preferences
from .program import Program
from .screens.table import TableScreen
from .words.deals import commitment_words

LANGUAGES = (("en", "English"), ("fr", "Français"))


def commands(app: Program, table: TableScreen | None) -> Iterator[SystemCommand]:
    """Everything that is not an action with cards."""
    _ = app.texts
    yield SystemCommand(_("Help and keys"), _("How to play here"), app.action_help)
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
    words = _("Arrows, Tab, Enter and the mouse always work")
    yield SystemCommand(title, words, lambda: use(turned))


def _at_table(app: Program, screen: TableScreen) -> Iterator[SystemCommand]:
    _, desk = app.texts, screen.desk
    if desk.phase == "over":
        rematch, record = screen.sitting.rematch, screen.sitting.save_record

        async def save() -> None:
            app.notify(await record(), markup=False)

        words = _(
            "Play against {name} again", name=desk.model.names[desk.model.top] if desk.model else ""
        )
        yield SystemCommand(_("Rematch"), words, rematch)
        yield SystemCommand(_("Save the record"), _("A file of the whole match"), save)
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
        yield SystemCommand(_("To the first page"), words, lambda: leave(app, screen))


def resign(app: Program, screen: TableScreen) -> None:
    """Ask once more, then give up the match."""
    from .screens.confirm import resign_question

    if screen.state is None:
        return
    me = None if screen.desk.is_shared else screen.state["seat"]

    async def give_up() -> None:
        await screen.desk.give("resign")

    def answered(is_sure: bool | None) -> None:
        if is_sure:
            screen.later(give_up())

    app.push_screen(resign_question(screen.state, me, app.texts), answered)


def leave(app: Program, screen: TableScreen) -> None:
    """Go to the first screen; what lies over the table goes too."""
    while app.screen is not screen and app.screen in app.screen_stack:
        app.pop_screen()
    screen.dismiss(None)
