"""`Narrator`: turns the updates of a table into sentences."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from ..client.model import Model, ModelInputs, dealt_round, log_after, make_model
from ..client.words.deals import commitment_words
from ..client.words.dock import ready_words
from ..client.words.scoring import scoring_lines
from ..session.contract.basics import Phase
from ..session.contract.events import ActedEvent, AnyEvent, CreatedEvent
from ..session.contract.responses import Update
from ..session.contract.state import Now, Result, State
from ..session.words.names import names_of
from ..texts import Texts


class Narrator:
    """The last known state of a table; receives updates and returns sentences."""

    def __init__(self, update: Update, _: Texts) -> None:
        self._ = _
        self.update = update
        self.log = log_after((), update)
        self._quarter = -1
        """The last reported quarter of a bot's preparation."""

    @property
    def state(self) -> State:
        """The state of the table."""
        return self.update.state

    @property
    def names(self) -> tuple[str, str]:
        """The players' names."""
        return names_of(self.state.seats, self._)

    @property
    def is_my_turn(self) -> bool:
        """Whether it is my turn."""
        return self.state.phase is Phase.PLAYING and self.state.seat in self.state.waits_for

    @property
    def is_due(self) -> bool:
        """Whether the table waits for me, or for no one."""
        state = self.state
        return state.phase is Phase.OVER or state.seat is None or state.seat in state.waits_for

    @property
    def model(self) -> Model | None:
        """The model for answers, or None before the first deal."""
        return make_model(ModelInputs(self.update, self.log), self._)

    def waiting_words(self) -> str:
        """Who the table waits for; empty before the first deal."""
        phase, waits = self.state.phase, self.state.waits_for
        if phase not in (Phase.PLAYING, Phase.BETWEEN) or not waits:
            return ""
        name = self.names[waits[0]]
        if phase is Phase.BETWEEN:
            return self._("Waiting for {name} to continue.", name=name)
        return self._ready_words() or self._("{name} is choosing an action.", name=name)

    def _ready_words(self) -> str:
        return (self.model and ready_words(self.model, self._)) or ""

    def receive_status(self, now: Now) -> str:
        """Receive a status update without events; returns a sentence if it is worth one.

        A bot's preparation is reported at each quarter; its failure or queueing once each time.
        """
        before, far = self.update.now, now.bot_preparing
        self.update = replace(self.update, now=now)
        if _is_unable(now):
            is_new = not _is_unable(before)
        elif now.bot_queue is not None and before.bot_queue is None:
            is_new = True
        elif far is None or far.seconds is None or far.percent == 100:
            is_new = False
        else:
            is_new = far.percent // 25 > self._quarter
            self._quarter = max(self._quarter, far.percent // 25)
        return self._ready_words() if is_new else ""

    def beginning(self) -> list[str]:
        """The sentences for a player who has just arrived."""
        events, ending = self._news_at_first(), self.state.ending
        is_dealt = bool(events) and dealt_round(events[0]) == 1
        commitment = [commitment_words(self.state, self._)] if is_dealt else []
        lines = self._sentences(events, self.state.results[-1:])
        return [*commitment, *lines, *([ending.words] if ending else [])]

    def _news_at_first(self) -> Sequence[AnyEvent]:
        """The last event, or all since the first deal if I have not acted yet."""
        events = self.round_log()
        has_acted = any(
            isinstance(one, ActedEvent) and one.seat == self.state.seat for one in events
        )
        dealt = [at for at, event in enumerate(events) if dealt_round(event) == 1]
        return events[dealt[0] :] if dealt and not has_acted else events[-1:]

    def receive(self, update: Update) -> list[str]:
        """Receive an update; returns sentences about its news."""
        before, self.update = self.update, update
        self.log = log_after(self.log, update)
        new = [event for event in update.events if event.version > before.version]
        ending = None if before.state.ending else self.state.ending
        lines = self._sentences(new, self.state.results[len(before.state.results) :])
        return [*lines, ending.words] if ending else lines

    def round_log(self) -> list[AnyEvent]:
        """The events of this round."""
        return [event for event in self.log if not isinstance(event, CreatedEvent)]

    def _sentences(self, events: Sequence[AnyEvent], results: Sequence[Result]) -> list[str]:
        """The sentences about events, with the scoring after each round."""
        sentences, unscored = list[str](), [*results]
        for event in events:
            sentences.append(event.words)
            is_end = isinstance(event, ActedEvent) and event.end is not None
            if is_end and unscored and self.state.round:
                result = unscored.pop(0)
                sentences += scoring_lines(
                    result, self.state.round, self.names, self.state.seat, self._
                )
        return sentences


def _is_unable(now: Now) -> bool:
    """Whether the bot cannot play: it is neither ready nor preparing."""
    return not now.bot_ready and now.bot_preparing is None
