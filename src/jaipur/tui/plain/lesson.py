"""The lesson in line mode: a page is read, what it asks for is typed, and the teacher answers."""

from __future__ import annotations

from ...errors import NotationError
from ...rulebook import NoSuchRule
from ..lesson import Lesson
from ..model import choices_of
from ..typed import read_action
from ..words.cards import action_words
from ..words.events import event_words
from .answers import QUESTIONS, answer, legal_lines, turn_lines
from .lines import Line
from .outcome import Outcome
from .refusals import trouble_words
from .seen import Seen
from .talk import Talk
from .vocabulary import Wish, find_wish


async def learn(talk: Talk) -> Outcome:
    """The lesson by itself, without a match around it."""
    _ = talk.texts
    outcome = await teach(talk)
    if outcome is not Outcome.OVER:
        talk.say(_("You left."))
    return outcome


async def teach(talk: Talk) -> Outcome:
    """Go through the lesson until its end, or until the pupil leaves it."""
    classroom = _Classroom(talk)
    classroom.show()
    while True:
        talk.prompt()
        line = await talk.read()
        if line is None:
            return Outcome.ENDED if talk.is_script else Outcome.LEFT
        talk.repeat(line)
        if outcome := classroom.follow(line):
            return outcome


class _Classroom:
    """The page that is open, and what is said to what the pupil types."""

    def __init__(self, talk: Talk) -> None:
        self._talk = talk
        self._ = talk.texts
        self._lesson = Lesson(talk.texts.language)

    def show(self) -> None:
        """Read out the page and what is to be done."""
        _, step = self._, self._lesson.step
        place = _("Step {n} of {total}", n=self._lesson.number, total=len(self._lesson.steps))
        self._talk.say(_("{name}: {words}.", name=place, words=step.title), step.text)
        model = self._seen.model
        if step.expect is None:
            self._talk.say(self._onward())
        elif model is not None:
            self._talk.say(*turn_lines(model, _), self._wanted())

    def follow(self, line: Line) -> Outcome | None:
        """Answer a line; an outcome if the lesson ends with it."""
        _ = self._
        if line.trouble:
            self._talk.say(trouble_words(line.trouble, _))
            return None
        if line.text.startswith("#"):
            return None
        found = find_wish(line.text)
        if not line.text or (found and found[0] is Wish.NEXT):
            return self._press_enter()
        if found is None:
            self._act(line.text)
        elif found[0] is Wish.QUIT:
            return Outcome.LEFT
        elif found[0] in QUESTIONS:
            self._answer(*found)
        elif found[0] is Wish.LEGAL:
            legal = self._seen.state["round"]["legal"]
            self._talk.say(*legal_lines(legal, _, has_all=bool(found[1])))
        else:
            self._talk.say(_("That comes after the lesson; quit leaves it."))
        return None

    def _answer(self, wish: Wish, asked: str) -> None:
        try:
            self._talk.say(*answer(wish, self._seen, self._, asked))
        except NoSuchRule as error:
            self._talk.say(self._.error(error))

    @property
    def _seen(self) -> Seen:
        return Seen(self._lesson.update, self._)

    def _press_enter(self) -> Outcome | None:
        if self._lesson.is_over:
            return Outcome.OVER
        if self._lesson.go_on():
            self.show()
        else:
            self._talk.say(self._wanted())
        return None

    def _act(self, text: str) -> None:
        seen = self._seen
        try:
            action = read_action(text, choices_of(seen.state, 0), self._)
        except NotationError as error:
            self._talk.say(f"{self._.error(error)} {self._wanted()}")
            return
        if not self._lesson.try_action(action):
            self._talk.say(self._instead(action, seen))
            return
        self._tell_after(seen.version)
        self.show()

    def _instead(self, action: str, seen: Seen) -> str:
        """What is said to an action that the page does not ask for."""
        is_legal = action in {one["action"] for one in seen.state["round"]["legal"]}
        if not is_legal or not self._lesson.is_action_expected:
            return self._wanted()
        return self._("Good idea too, but let us try this first. {hint}", hint=self._wanted())

    def _tell_after(self, version: int) -> None:
        """What the action led to, and what the teacher did then."""
        seen = self._seen
        new = [event for event in seen.update["events"] if event["version"] > version]
        self._talk.say(*(event_words(event, seen.names, seen.me, self._) for event in new))

    def _wanted(self) -> str:
        expect = self._lesson.step.expect
        if expect is None:
            return self._onward()
        words = action_words(expect, self._)
        return self._("Type {action}, or in words: {words}.", action=expect, words=words)

    def _onward(self) -> str:
        if self._lesson.is_over:
            return self._("Press Enter to end the lesson.")
        return self._("Press Enter to go on.")
