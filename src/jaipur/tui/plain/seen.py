"""What was seen of a table, and the sentences that tell what is new in it."""

from __future__ import annotations

from ...seats import Seat
from ...texts import Texts
from ..journal import log_after
from ..link import Json
from ..model import Given, Model, make_model
from ..words.deals import commitment_words
from ..words.dock import ready_words
from ..words.ending import ending_words
from ..words.events import event_words
from ..words.names import names_of
from ..words.scoring import scoring_lines


class Seen:
    """A table as it was told last: it takes in updates and gives out sentences."""

    def __init__(self, update: Json, _: Texts) -> None:
        self._ = _
        self.update = update
        self.log = log_after((), update)
        self._counted = len(self.state["results"])
        self.commitment: str = self.state["commitment"]
        """What was said to fix the deals when the table was first seen."""
        self._quarter = -1
        """How far a bot that gets ready was when it was last told of."""

    @property
    def state(self) -> Json:
        """The table."""
        state: Json = self.update["state"]
        return state

    @property
    def version(self) -> int:
        """How far the table has come."""
        return int(self.update["version"])

    @property
    def me(self) -> Seat | None:
        """My seat; None for who only watches."""
        seat: Seat | None = self.state["seat"]
        return seat

    @property
    def phase(self) -> str:
        """Waiting, playing, between or over."""
        return str(self.state["phase"])

    @property
    def names(self) -> tuple[str, str]:
        """What the players are called."""
        return names_of(self.state, self._)

    @property
    def is_my_turn(self) -> bool:
        """Whether I am to act."""
        return self.phase == "playing" and self.me in self.state["waits_for"]

    @property
    def is_due(self) -> bool:
        """Whether the table waits for me, or for nobody."""
        return self.phase == "over" or self.me is None or self.me in self.state["waits_for"]

    @property
    def rematch(self) -> str | None:
        """The table where this match is played again."""
        table: str | None = self.state["rematch"]["table"]
        return table

    @property
    def waits_for_bot(self) -> bool:
        """Whether a bot is to act."""
        seats = self.state["seats"]
        return any(seats[seat]["kind"] == "bot" for seat in self.state["waits_for"])

    def waiting_words(self) -> str:
        """Who is waited for; nothing before the first deal."""
        waits = self.state["waits_for"]
        if self.phase not in ("playing", "between") or not waits:
            return ""
        name = self.names[waits[0]]
        if self.phase == "between":
            return self._("Waiting for {name} to go on.", name=name)
        return self._ready_words() or self._("{name} is choosing an action.", name=name)

    def _ready_words(self) -> str:
        return (self.model and ready_words(self.model, self._)) or ""

    def take_in_now(self, now: Json) -> str:
        """What is true now though nothing was done; returns how far a bot is, at each quarter.

        That it waits for others to think is said once each time.
        """
        could_play = not _is_unable(self.update["now"])
        waited = self.update["now"].get("bot_queue") is not None
        self.update = self.update | {"now": now}
        if _is_unable(now):
            return self._ready_words() if could_play else ""
        if now.get("bot_queue") is not None and not waited:
            return self._ready_words()
        far = now.get("bot_preparing")
        if far is None or far["seconds"] is None or far["percent"] == 100:
            return ""
        if far["percent"] // 25 <= self._quarter:
            return ""
        self._quarter = far["percent"] // 25
        return self._ready_words()

    @property
    def model(self) -> Model | None:
        """What the answers are made from; None before the first deal."""
        return make_model(Given(self.update, tuple(self.log)), self._)

    def beginning(self) -> list[str]:
        """Where the table stands, for somebody who comes to it."""
        events = self._news_at_first()
        said = [self._event(event) for event in events]
        if events and events[0].get("round") == 1:
            said.insert(0, commitment_words(self.state, self._))
        if events and events[-1].get("end"):
            said += self._scoring(-1)
        return [*said, *self._end()]

    def _news_at_first(self) -> list[Json]:
        """What happened last, or since the first deal for who has not acted: a bot may be quick."""
        events = [event for event in self.log if event["kind"] != "created"]
        has_acted = any(
            event["kind"] == "acted" and event["seat"] == self.state["seat"] for event in events
        )
        dealt = [at for at, event in enumerate(events) if event.get("round") == 1]
        return events[dealt[0] :] if dealt and not has_acted else events[-1:]

    def take_in(self, update: Json) -> list[str]:
        """What is new, in sentences."""
        events = [event for event in update["events"] if event["version"] > self.version]
        self.log = log_after(self.log, update)
        self.update = update
        said: list[str] = []
        for event in events:
            said.append(self._event(event))
            if event.get("end"):
                said += self._scoring(self._counted)
                self._counted += 1
        if any(event["kind"] in ENDS or event.get("end") for event in events):
            said += self._end()
        return said

    def last(self) -> str:
        """What happened last."""
        events = [event for event in self.log if event["kind"] != "created"]
        return self._event(events[-1]) if events else self._("Nothing done yet in this round.")

    def told_log(self) -> list[str]:
        """What happened in this round."""
        events = [event for event in self.log if event["kind"] != "created"]
        return [self._event(event) for event in events] or [self.last()]

    def _event(self, event: Json) -> str:
        return event_words(event, self.names, self.me, self._)

    def _scoring(self, number: int) -> list[str]:
        counted = self.state["results"][number:][:1]  # whoever was told of an end has no more
        return [
            line
            for result in counted
            for line in scoring_lines(result, self.state, self.names, self.me, self._)
        ]

    def _end(self) -> list[str]:
        if self.phase != "over":
            return []
        return [ending_words(self.state, self.names, self.me, self._)]


def _is_unable(now: Json) -> bool:
    """Whether the bot cannot play at all: it is not ready and does not get ready either."""
    return not now["bot_ready"] and now.get("bot_preparing", "untold") is None


ENDS = ("resigned", "ran_out", "closed", "voided")
