"""One match in line mode from one seat: prints events, answers questions, plays actions."""

from __future__ import annotations

import asyncio

from ..client.files import write_record_file
from ..client.model import choices_of
from ..client.review_process import ReviewFailed
from ..client.typed import read_action
from ..client.vocabulary import TypedCommand, find_command
from ..client.words.deals import commitment_words, verified_words
from ..client.words.dock import reason_words
from ..client.words.ending import kept_words
from ..client.words.review import review_lines
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
"""How long to wait for a bot's move before showing the prompt again."""
_COMMANDS: dict[TypedCommand, Command] = {
    TypedCommand.NEXT: Next(),
    TypedCommand.RESIGN: Resign(),
    TypedCommand.REMATCH: Rematch(),
}


class Conversation:
    """The dialogue with a player or watcher until they leave the table."""

    def __init__(self, table: PlainTable, console: Console) -> None:
        self._table = table
        self._narrator = table.narrator
        self._console = console
        self._ = console.texts
        self._is_resigning = False
        self._is_turn_announced = False
        """Whether the player's turn was announced."""
        table.on_update = self._announce

    async def run(self) -> Outcome | None:
        """Run until the player leaves; returns None if the match continues elsewhere."""
        self._update_farewell()
        self._begin()
        try:
            while not self._is_continued():
                line = await self._line()
                if self._is_continued():
                    return None
                outcome = self._end_of_input() if line is None else await self._handle_line(line)
                if outcome:
                    return outcome
            return None
        finally:
            await self._table.stop()

    def _begin(self) -> None:
        self._console.say(*self._narrator.beginning())
        if not self._console.is_script and self._narrator.state.phase is not Phase.OVER:
            self._console.say(self._("Type help for a list of commands."))
        self._announce_turn()

    def _is_continued(self) -> bool:
        """Whether the match continues at another table."""
        return self._narrator.state.rematch.table is not None

    # Updates from the table

    async def _line(self) -> Line | None:
        """The next line; events are printed in the meantime."""
        await self._settle()
        reading = asyncio.create_task(self._console.read())
        try:
            while not self._is_continued():
                self._console.prompt()
                await self._table.next(or_line=reading)
                if reading.done():
                    return reading.result()
            return None
        finally:
            reading.cancel()

    async def _settle(self) -> None:
        """Wait for bots to move; at a terminal, only for fast ones."""
        is_script, seats = self._console.is_script, self._narrator.state.seats
        bots = {seat for seat in SEATS if seats[seat].kind is SeatKind.BOT}
        while not self._narrator.is_due and bots.intersection(self._narrator.state.waits_for):
            if not await self._table.next(None if is_script else SETTLE_SECONDS):
                break
        if not self._narrator.is_due and not is_script:
            self._console.say(self._narrator.waiting_words())

    async def _until_due(self) -> None:
        """In a script, wait until it is my turn."""
        while self._console.is_script and not self._narrator.is_due:
            await self._table.next()

    def _announce(self, sentences: list[str]) -> None:
        self._console.say(*sentences)
        self._update_farewell()
        self._is_turn_announced = self._is_turn_announced and not sentences
        self._announce_turn()

    def _announce_turn(self) -> None:
        """Announce the player's turn, once each time."""
        model = self._narrator.model
        if self._narrator.is_my_turn and model is not None:
            if not self._is_turn_announced:
                self._console.say(*turn_lines(model, self._))
            self._is_turn_announced = True
        elif self._console.is_script:
            return  # scripts need no hints
        elif self._narrator.state.phase is Phase.BETWEEN and self._narrator.is_due:
            self._console.say(self._("Press Enter or type next for the next round."))
        elif self._narrator.state.phase is Phase.OVER and not self._is_continued():
            self._console.say(
                self._review_hint(),
                self._("Type rematch to play again, or press Enter to leave."),
            )

    def _review_hint(self) -> str:
        if self._console.review_record is None or self._narrator.state.round is None:
            return ""
        return self._("Type review to hear what could have been played better.")

    def _update_farewell(self) -> None:
        is_remote, keeps = self._table.link.is_remote, self._console.keeps
        is_over = self._narrator.state.phase is Phase.OVER
        farewell = kept_words(self._, is_remote=is_remote, keeps=is_remote or keeps)
        self._console.farewell = "" if is_over else farewell

    # Input from the player or the script

    async def _handle_line(self, line: Line) -> Outcome | None:
        if self._console.is_script and line.text.startswith("#"):
            return None
        self._console.repeat(line)
        try:
            return await self._do(line)
        except JaipurError as error:
            return self._refuse(line, self._why(error))

    def _why(self, error: JaipurError) -> str:
        if isinstance(error, IllegalAction):  # no need to repeat the typed action
            return reason_words(error.reason.name.lower(), self._)
        more = (
            self._("Type help for a list of commands.") if isinstance(error, NotationError) else ""
        )
        return f"{self._.error(error)} {more}".rstrip()

    def _refuse(self, line: Line, sentence: str) -> Outcome | None:
        """Report why a line is invalid; it ends a script, as the rest would no longer apply."""
        if not self._console.is_script:
            self._console.say(sentence)
            return None
        problem = self._("line {line}: {problem}", line=line.number, problem=sentence)
        self._console.print_error(f"{problem} {self._console.farewell}".rstrip())
        return Outcome.STOPPED

    def _end_of_input(self) -> Outcome:
        if self._narrator.state.phase is Phase.OVER:
            return Outcome.OVER
        if self._console.is_script:
            why = self._("The input ended before the match was over.")
            self._console.print_error(f"{why} {self._console.farewell}")
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
            await self._table.submit(Next())
        return None

    async def _run_command(self, command: TypedCommand, rest: str) -> None:
        if command in QUESTIONS:
            self._console.say(*answer(command, self._narrator, self._, rest))
        elif command is TypedCommand.DEALS:
            self._console.say(await self._deals())
        elif command is TypedCommand.REVIEW:
            await self._review()
        elif command is TypedCommand.LEGAL:
            legal_actions = await self._table.link.legal_actions(self._table.seat)
            self._console.say(*legal_lines(legal_actions.legal, self._, has_all=bool(rest)))
        elif command is TypedCommand.TUTORIAL:
            await teach(self._console)
            self._is_turn_announced = False
            self._announce_turn()
        elif command is TypedCommand.RECORD:
            if not rest:
                raise JaipurError(message("Name the file: record match.txt."))
            write_record_file(rest, await self._table.link.record())
            self._console.say(self._("The record is in {path}.", path=rest))
        else:
            await self._table.submit(_COMMANDS[command])

    async def _deals(self) -> str:
        if self._narrator.state.phase is not Phase.OVER:
            return commitment_words(self._narrator.state, self._)
        record = await self._table.link.record()
        return verified_words(record, self._table.link.commitment, self._)

    async def _review(self) -> None:
        record = await self._table.link.record()  # refused unless the match is over
        if self._console.review_record is None:
            raise ReviewFailed
        self._console.say(self._("Reviewing …"))
        review = await self._console.review_record(record)
        self._console.say(*review_lines(review, self._narrator.names, self._))

    def _warn_of_resigning(self) -> None:
        if self._narrator.state.phase is Phase.OVER:
            raise SessionError(Code.MATCH_OVER)
        if self._narrator.state.seat is None:
            raise SessionError(Code.NO_SEAT)
        self._is_resigning = True
        warning = self._(
            "You give up the whole match, not only this round, and {name} wins. This cannot be "
            "undone.",
            name=self._narrator.names[1 - self._narrator.state.seat],
        )
        self._console.say(warning, self._("Type resign again to confirm."))

    async def _act(self, text: str) -> None:
        """Play an action; scripts start the next round automatically."""
        action = self._read(text)
        await self._until_due()
        if self._narrator.state.phase is Phase.BETWEEN and self._console.is_script:
            await self._table.submit(Next())
            await self._until_due()
            action = self._read(text)  # “all cloth” may mean another number now
        await self._table.submit(Act(action))

    def _read(self, text: str) -> str:
        return read_action(text, choices_of(self._narrator.state, self._narrator.state.seat or 0))
