"""The tutorial in line mode."""

from __future__ import annotations

from ..client.lesson import LessonLink
from ..client.model import choices_of
from ..client.typed import read_action
from ..client.vocabulary import TypedCommand, find_command
from ..client.words.cards import action_words
from ..errors import JaipurError, NotationError
from .answers import QUESTIONS, answer, legal_lines, turn_lines
from .console import Console, Outcome
from .lines import Line
from .narrator import Narrator


async def learn(console: Console) -> Outcome:
    """Run the tutorial on its own, outside of a match."""
    _ = console.texts
    outcome = await teach(console)
    if outcome is not Outcome.OVER:
        console.say(_("You left."))
    return outcome


async def teach(console: Console) -> Outcome:
    """Run the tutorial until its end, or until the pupil leaves."""
    lesson = _PlainLesson(console)
    lesson.show()
    while True:
        console.prompt()
        line = await console.read()
        if line is None:
            return Outcome.ENDED if console.is_script else Outcome.LEFT
        console.repeat(line)
        try:
            if outcome := lesson.handle(line):
                return outcome
        except JaipurError as error:
            more = lesson.instruction() if isinstance(error, NotationError) else ""
            console.say(f"{console.texts.error(error)} {more}".rstrip())


class _PlainLesson:
    """The current page and the replies to the pupil's input."""

    def __init__(self, console: Console) -> None:
        self._console = console
        self._ = console.texts
        self._lesson = LessonLink(console.texts.language)

    @property
    def _narrator(self) -> Narrator:
        return Narrator(self._lesson.update, self._)

    def show(self) -> None:
        """Print the page and the task."""
        _, step, model = self._, self._lesson.step, self._narrator.model
        place = _("Step {n} of {total}", n=self._lesson.at + 1, total=len(self._lesson.steps))
        self._console.say(_("{name}: {words}.", name=place, words=step.title), step.text)
        if step.expect and model:
            self._console.say(*turn_lines(model, _))
        self._console.say(self.instruction())

    def instruction(self) -> str:
        """The instruction for what to type now."""
        _, expect = self._, self._lesson.step.expect
        if expect is not None:
            words = action_words(expect, _)
            return _("Type {action}, or in words: {words}.", action=expect, words=words)
        if self._lesson.is_over:
            return _("Press Enter to end the lesson.")
        return _("Press Enter to continue.")

    def handle(self, line: Line) -> Outcome | None:
        """Handle a line; returns an outcome if it ends the lesson."""
        line.require_readable()
        command, rest = find_command(line.text) or (None, "")
        if command is TypedCommand.QUIT:
            return Outcome.LEFT
        if not line.text or command is TypedCommand.NEXT:
            if self._lesson.is_over:
                return Outcome.OVER
            if self._lesson.go_on():
                self.show()
            else:
                self._console.say(self.instruction())
        elif command is None and not line.text.startswith("#"):
            self._act(line.text)
        elif command in QUESTIONS:
            self._console.say(*answer(command, self._narrator, self._, rest))
        elif command is TypedCommand.LEGAL:
            choices = choices_of(self._narrator.state, 0)
            self._console.say(*legal_lines(choices.legal, self._, has_all=bool(rest)))
        elif command:
            self._console.say(self._("That comes after the lesson; quit leaves it."))
        return None

    def _act(self, text: str) -> None:
        before = self._lesson.update
        choices = choices_of(before.state, 0)
        action = read_action(text, choices)
        if self._lesson.try_action(action):
            events = self._lesson.update.events
            self._console.say(*(event.words for event in events if event.version > before.version))
            self.show()
        elif self._lesson.step.expect and action in {one.action for one in choices.legal}:
            hint = self.instruction()
            self._console.say(self._("Good idea too, but let us try this first. {hint}", hint=hint))
        else:
            self._console.say(self.instruction())
