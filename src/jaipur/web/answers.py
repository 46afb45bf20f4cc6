"""What callers get: models for the description of the interface.

The session writes the bytes itself; a test holds them to these models.
"""

from __future__ import annotations

from typing import Any, Literal

from pydantic import BaseModel, ConfigDict, Field

SeatNumber = Literal[0, 1]
Letters = str


class Answer(BaseModel):
    """An answer has exactly these names."""

    model_config = ConfigDict(extra="forbid")


class ErrorBody(BaseModel):
    """What was refused; some codes have more names, such as `reason` and `rule`."""

    model_config = ConfigDict(extra="allow")
    code: str = Field(examples=["stale_version"])
    sentence: str = Field(description="For people, by Accept-Language.")
    version: int | None = Field(description="Where the table stands, if it is about one.")


class Failed(Answer):
    """The one shape of an error."""

    error: ErrorBody


class Accepted(Answer):
    """A command was kept: the version it made."""

    version: int = Field(examples=[8])


class Links(Answer):
    """Links to give away. `only_here`: they point at this machine and work nowhere else."""

    invitation: str | None
    watch: str | None
    only_here: bool


class NewTable(Answer):
    """A table was created. The commitment fixes the deals before any nonce is known."""

    table: str = Field(examples=["5f1c9a0e7b3d2846"])
    version: int
    commitment: str
    links: Links


class Token(Answer):
    """The bearer token of a program; it is shown once."""

    token: str


class MoveLink(Answer):
    """A link that gives the seats of this device to another, once."""

    link: str
    seconds: int
    only_here: bool


class Done(Answer):
    """It is done."""

    done: Literal[True] = True


class Health(Answer):
    """The server is well."""

    status: Literal["ok", "stopping", "store_full", "store_damaged", "store_failing"]
    damaged_tables: int = Field(description="Tables found since the start that cannot be read.")
    clock_trusted: bool = Field(description="False: nothing old is deleted until the host says so.")
    version: str
    bots_ready: bool
    tables_in_memory: int
    listeners: int


class BotInfo(Answer):
    """A bot of the ladder."""

    name: str
    character: str
    rating: int
    nodes: int
    searches: bool


class BotList(Answer):
    """The ladder, weakest first."""

    ready: bool
    bots: list[BotInfo]


class SeatSummary(Answer):
    """Who sits there."""

    kind: Literal["person", "bot", "open"]
    name: str
    bot: str | None


class ListedTable(Answer):
    """One of my tables."""

    table: str
    phase: str
    my_seats: list[SeatNumber]
    waits_for_me: bool
    touched: int
    version: int
    seats: list[SeatSummary]
    round: int
    seals: list[int]
    waits_for: list[SeatNumber]
    winner: SeatNumber | None
    cause: str | None
    clock: bool


class TableList(Answer):
    """A page of my tables: unfinished ones first, and of those the ones that wait for me."""

    tables: list[ListedTable]
    next: str | None = Field(description="Asks for the next page as `before`; null: the last one.")
    damaged: int = Field(description="Tables that were left out because they cannot be read.")


class OptionsShown(Answer):
    """The options of a table."""

    memory_aid: Literal["off", "counts", "full"]
    house_rule: bool
    clock: dict[str, int] | None
    private: bool


class SeatShown(SeatSummary):
    """A seat of the table."""

    ready: bool
    wants_next: bool
    bank_ms: int | None


class Side(Answer):
    """One side of the table; None is what this viewer is not shown.

    `token_count` counts goods tokens; bonus tokens are in `bonus_counts` alone.
    """

    hand_size: int
    hand: Letters | None
    known: Letters | None
    herd: int | None
    herd_stack: int
    tokens: dict[str, list[int]] | None
    token_count: int
    goods_rupees: int | None
    bonus_counts: dict[str, int]
    bonus_values: list[int] | None


class Legal(Answer):
    """A legal action, and what is to be said about it."""

    action: str
    kind: Literal["take", "take_camels", "exchange", "sell"]
    hand_after: int
    ends: Literal["tokens", "deck", "exchanges"] | None
    herd_after: int | None = None
    reveals: int | None = None
    take: Letters | None = None
    give: Letters | None = None
    good: str | None = None
    count: int | None = None
    earns: list[int] | None = None
    bonus_tier: int | None = None


class WhyNot(Answer):
    """Why a card cannot be used now."""

    reason: str
    rule: str


class Plans(Answer):
    """The legal actions, and why other cards cannot be used."""

    legal: list[Legal]
    blocked: dict[Literal["market", "hand", "herd"], dict[str, WhyNot]] | None


class PlansAhead(Plans):
    """The same as if it were my turn, and for which version of the table that is true."""

    version: int


class PublicRound(Answer):
    """What everybody sees of a round; a memory aid may leave some of it out."""

    number: int
    starter: SeatNumber
    turn: SeatNumber | None
    market: list[str | None] = Field(description="Five places from the left; null is a hole.")
    deck: int | None
    deck_stack: int
    discard_top: str | None
    discard: Letters | None
    piles: dict[str, list[int]]
    bonuses_left: dict[str, int]
    exchanges: int
    exchange_limit: int | None
    end: str | None
    sides: list[Side]


class RoundShown(PublicRound, Plans):
    """The round being played, or the last one."""

    unseen: Letters | None
    view: dict[str, Any] | None = Field(
        description="For programs: the whole view (docs/view.schema.json)."
    )


class RoundResultShown(Answer):
    """The scoring of a round."""

    cause: str
    camel_token: SeatNumber | None
    goods_rupees: list[int]
    bonus_rupees: list[int]
    rupees: list[int]
    bonus_tokens: list[int]
    goods_tokens: list[int]
    winner: SeatNumber | None
    decided_by: str


class EndingShown(Answer):
    """How the match ended."""

    cause: Literal["seals", "resigned", "time", "closed", "void", "house"]
    winner: SeatNumber | None
    by: SeatNumber | None = Field(description="Who ended it before it began.")


class RematchShown(Answer):
    """Who would like to play again, and the table where both do."""

    offered_by: SeatNumber | None
    table: str | None


class NonceCommitted(Answer):
    """The nonce that one seat fixed when the table was made, to reveal it after the other's."""

    seat: SeatNumber
    sha256: str
    reveal_seconds: int = Field(description="How long the table then waits before it is void.")
    other_nonce: str | None = Field(
        description="What the other seat gave: note it before you reveal yours, and compare."
    )


class State(Answer):
    """Everything this viewer is shown of a table at one version."""

    table: str
    seat: SeatNumber | None
    phase: Literal["waiting", "playing", "between", "over"]
    options: OptionsShown
    commitment: str
    nonce_commitment: NonceCommitted | None
    seats: list[SeatShown]
    waits_for: list[SeatNumber]
    round: RoundShown | None
    seals: list[int]
    results: list[RoundResultShown]
    ending: EndingShown | None
    rematch: RematchShown
    previous: str | None


class Preparation(Answer):
    """How far a bot is that gets ready; `seconds` is how long the rest will take, if known."""

    percent: int
    seconds: int | None


class Now(Answer):
    """What is true at this moment and belongs to no version."""

    present: list[bool]
    watchers: int
    bot_ready: bool
    bot_preparing: Preparation | None
    bot_queue: int | None
    clocks_ms: list[int] | None
    running: list[SeatNumber]


class EventShown(BaseModel):
    """Something that happened; more names by kind."""

    model_config = ConfigDict(extra="allow")
    version: int
    kind: str
    at: int


class UpdateShown(Answer):
    """The events since `after` (null: the log of this round), and the state."""

    version: int
    after: int | None
    events: list[EventShown]
    state: State
    now: Now


class InvitationShown(Answer):
    """What an invitation is to: look before you take the seat."""

    table: str
    version: int
    host: str
    options: OptionsShown
    commitment: str
    nonce_commitment: NonceCommitted | None
    open: bool


class Checked(Answer):
    """Whether an action may be done now, or might were it one's turn."""

    version: int
    legal: bool
    reason: str | None
    rule: str | None
    sentence: str | None


class RoundProof(Answer):
    """What was dealt."""

    number: int
    starter: SeatNumber
    cards: str
    bonuses: list[str]


class ProofShown(Answer):
    """Everything to check the deals with; the key only when the match is over."""

    procedure: str
    commitment: str
    nonces: list[str | None]
    nonce_commitment: NonceCommitted | None
    key: str | None
    rounds: list[RoundProof]


class OpenRound(PublicRound):
    """A round with everything face up."""

    deck_cards: Letters = Field(description="The rest of the deck, top first.")


class Step(Answer):
    """One version of the match: a deal, an action, or its end."""

    version: int
    event: EventShown
    round: OpenRound
    seals: list[int]
    phase: Literal["playing", "between", "over"]


class Replay(Answer):
    """A match that is over, step by step with both hands open."""

    table: str
    seats: list[SeatShown]
    options: OptionsShown
    results: list[RoundResultShown]
    ending: EndingShown
    steps: list[Step]
