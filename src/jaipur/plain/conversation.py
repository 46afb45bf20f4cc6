"""One match in line mode for one seat: says what happens, answers questions, plays actions."""

from __future__ import annotations

import asyncio

from ..client.files import write_record_file
from ..client.model import choices_of
from ..client.typed import read_action
from ..client.vocabulary import TypedCommand, find_command
from ..client.words.deals import commitment_words, verified_words
from ..client.words.dock import reason_words
from ..client.words.ending import kept_words
from ..errors import Code, IllegalAction, JaipurError, NotationError, SessionError, message
from ..seats import SEATS
from ..session.contract.basics import Phase, SeatKind
from ..session.contract.commands import Act, Command, Next, Rematch, Resign
from .answers import QUESTIONS, answer, legal_lines, turn_lines
from .console import Console, Outcome
from .lesson import teach
from .lines import Line
from .table import PlainTable

SETTLE_SECONDS = 1.5
"""How long the answer of a bot is waited for before a person is asked to type again."""
_COMMANDS: dict[TypedCommand, Command] = {
    TypedCommand.NEXT: Next(),
    TypedCommand.RESIGN: Resign(),
    TypedCommand.REMATCH: Rematch(),
}


class Conversation:
    """The table of one seat, or of somebody who watches, until they leave it."""

    def __init__(self, table: PlainTable, console: Console) -> None:
        self._table = table
        self._narrator = table.narrator
        self._console = console
        self._ = console.texts
        self._is_resigning = False
        self._is_told = False
        """Whether it was said that it is my turn."""
        table.on_news = self._tell

    async def run(self) -> Outcome | None:
        """Talk until the table is left; None if it goes on elsewhere."""
        self._note_farewell()
        self._begin()
        try:
            while not self._goes_on():
                line = await self._line()
                if self._goes_on():
                    return None
                outcome = self._end_of_input() if line is None else await self._follow(line)
                if outcome:
                    return outcome
            return None
        finally:
            await self._table.stop()

    def _begin(self) -> None:
        self._console.say(*self._narrator.beginning())
        if not self._console.is_script and self._narrator.state.phase is not Phase.OVER:
            self._console.say(self._("Type help for all words."))
        self._tell_turn()

    def _goes_on(self) -> bool:
        """Whether the match goes on at another table."""
        return self._narrator.state.rematch.table is not None

    # What comes from the table

    async def _line(self) -> Line | None:
        """The next line; meanwhile what happens is told."""
        await self._settle()
        reading = asyncio.create_task(self._console.read())
        try:
            while not self._goes_on():
                self._console.prompt()
                await self._table.next(or_line=reading)
                if reading.done():
                    return reading.result()
            return None
        finally:
            reading.cancel()

    async def _settle(self) -> None:
        """Wait for a bot that is to act; a person waits for quick ones only."""
        is_script, seats = self._console.is_script, self._narrator.state.seats
        bots = {seat for seat in SEATS if seats[seat].kind is SeatKind.BOT}
        while not self._narrator.is_due and bots.intersection(self._narrator.state.waits_for):
            if not await self._table.next(None if is_script else SETTLE_SECONDS):
                break
        if not self._narrator.is_due and not is_script:
            self._console.say(self._narrator.waiting_words())

    async def _until_due(self) -> None:
        """Wait for whoever is to act: a script knows what it wants to do then."""
        while self._console.is_script and not self._narrator.is_due:
            await self._table.next()

    def _tell(self, sentences: list[str]) -> None:
        self._console.say(*sentences)
        self._note_farewell()
        self._is_told = self._is_told and not sentences
        self._tell_turn()

    def _tell_turn(self) -> None:
        """Say what is to be done, once each time that something is."""
        model = self._narrator.model
        if self._narrator.is_my_turn and model is not None:
            if not self._is_told:
                self._console.say(*turn_lines(model, self._))
            self._is_told = True
        elif self._console.is_script:
            return  # it knows its way
        elif self._narrator.state.phase is Phase.BETWEEN and self._narrator.is_due:
            self._console.say(self._("Press Enter or type next for the next round."))
        elif self._narrator.state.phase is Phase.OVER and not self._goes_on():
            self._console.say(self._("Type rematch to play again, or press Enter to leave."))

    def _note_farewell(self) -> None:
        is_remote, keeps = self._table.link.is_remote, self._console.keeps
        is_over = self._narrator.state.phase is Phase.OVER
        kept = kept_words(self._, is_remote=is_remote, keeps=is_remote or keeps)
        self._console.farewell = "" if is_over else kept

    # What the person or the script wants

    async def _follow(self, line: Line) -> Outcome | None:
        if self._console.is_script and line.text.startswith("#"):
            return None
        self._console.repeat(line)
        try:
            return await self._do(line)
        except JaipurError as error:
            return self._refuse(line, self._why(error))

    def _why(self, error: JaipurError) -> str:
        if isinstance(error, IllegalAction):  # whoever typed it need not hear the action again
            return reason_words(error.reason.name.lower(), self._)
        more = self._("Type help for all words.") if isinstance(error, NotationError) else ""
        return f"{self._.error(error)} {more}".rstrip()

    def _refuse(self, line: Line, sentence: str) -> Outcome | None:
        """Say why a line does nothing; a script ends with it, since the rest would not fit."""
        if not self._console.is_script:
            self._console.say(sentence)
            return None
        said = self._("line {line}: {problem}", line=line.number, problem=sentence)
        self._console.complain(f"{said} {self._console.farewell}".rstrip())
        return Outcome.STOPPED

    def _end_of_input(self) -> Outcome:
        if self._narrator.state.phase is Phase.OVER:
            return Outcome.OVER
        if self._console.is_script:
            why = self._("The input ended before the match was over.")
            self._console.complain(f"{why} {self._console.farewell}")
            return Outcome.ENDED
        return self._leave()

    def _leave(self) -> Outcome:
        self._console.say(self._console.farewell)
        return Outcome.LEFT

    async def _do(self, line: Line) -> Outcome | None:
        line.require_readable()
        if not line.text:
            return await self._press_enter()
        was_resigning, self._is_resigning = self._is_resigning, False
        command, rest = find_command(line.text) or (None, "")
        if command is None:
            await self._act(line.text)
        elif command is TypedCommand.QUIT:
            return self._leave()
        elif command is TypedCommand.RESIGN and not was_resigning:
            self._warn_of_resigning()
        else:
            await self._run_command(command, rest)
        return None

    async def _press_enter(self) -> Outcome | None:
        if self._narrator.state.phase is Phase.OVER and not self._console.is_script:
            return Outcome.OVER
        if self._narrator.state.phase is Phase.BETWEEN and self._narrator.is_due:
            await self._table.give(Next())
        return None

    async def _run_command(self, command: TypedCommand, rest: str) -> None:
        if command in QUESTIONS:
            self._console.say(*answer(command, self._narrator, self._, rest))
        elif command is TypedCommand.DEALS:
            self._console.say(await self._deals())
        elif command is TypedCommand.LEGAL:
            plans = await self._table.link.plans(self._table.seat)
            self._console.say(*legal_lines(plans.legal, self._, has_all=bool(rest)))
        elif command is TypedCommand.TUTORIAL:
            await teach(self._console)
            self._is_told = False
            self._tell_turn()
        elif command is TypedCommand.RECORD:
            if not rest:
                raise JaipurError(message("Name the file: record match.txt."))
            write_record_file(rest, await self._table.link.record())
            self._console.say(self._("The record is in {path}.", path=rest))
        else:
            await self._table.give(_COMMANDS[command])

    async def _deals(self) -> str:
        if self._narrator.state.phase is not Phase.OVER:
            return commitment_words(self._narrator.state, self._)
        record = await self._table.link.record()
        return verified_words(record, self._table.link.commitment, self._)

    def _warn_of_resigning(self) -> None:
        if self._narrator.state.phase is Phase.OVER:
            raise SessionError(Code.MATCH_OVER)
        if self._narrator.state.seat is None:
            raise SessionError(Code.NO_SEAT)
        self._is_resigning = True
        said = self._(
            "You give up the whole match, not only this round, and {name} wins. It cannot be "
            "taken back.",
            name=self._narrator.names[1 - self._narrator.state.seat],
        )
        self._console.say(said, self._("Type resign again to do it."))

    async def _act(self, text: str) -> None:
        """Play an action; a script goes on to the next round by itself."""
        action = self._read(text)
        await self._until_due()
        if self._narrator.state.phase is Phase.BETWEEN and self._console.is_script:
            await self._table.give(Next())
            await self._until_due()
            action = self._read(text)  # all cloth is another number now
        await self._table.give(Act(action))

    def _read(self, text: str) -> str:
        return read_action(text, choices_of(self._narrator.state, self._narrator.state.seat or 0))
