"""The ladder: our players, weakest first. A new player is one file in `players` and one line here.

Its portrait is `bot-NAME` in web/static/art.svg; CONTRIBUTING.md lists what else it needs.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from ..errors import message
from .engine import Engine
from .players import greedy, maharaja, novice, tree_search, uniform, vizier
from .protocol import Limit, LimitError, UnknownBot


@dataclass(frozen=True, slots=True)
class Player:
    """One rung of the ladder. Title and character are msgids in English."""

    name: str
    """The name on command lines and in links."""
    title: str
    """The name shown at tables."""
    character: str
    """How it plays, in one line."""
    engine: Engine
    nodes: int
    rating: int
    """Elo in our arena, with `greedy` at 1500 (bench/results.md)."""

    @property
    def limit(self) -> Limit:
        """The limit at which its rating was measured."""
        return Limit(self.nodes)

    def needs_compiling(self, limit: Limit) -> bool:
        """Return whether it needs compiled code to answer within a second."""
        return self.engine.searches and limit.nodes > self.engine.interpreted_nodes


# fmt: off
LADDER: Final = (
    Player("random", message("Random"),
           message("Plays any legal action. Good for learning what the actions do."),
           uniform.ENGINE, nodes=1, rating=-37),
    Player("novice", message("Novice"),
           message("Plays like a beginner: forgetful, hasty, fond of diamonds."),
           novice.ENGINE, nodes=1, rating=1124),
    Player("greedy", message("Greedy"),
           message("Grabs the best bargain in sight and never looks further."),
           greedy.ENGINE, nodes=1, rating=1500),
    Player("trader", message("Trader"),
           message("Thinks a few turns ahead and remembers what you took."),
           tree_search.ENGINE, nodes=50, rating=1781),
    Player("merchant", message("Merchant"),
           message("Weighs thousands of futures before every action. Patient and hard to fool."),
           tree_search.ENGINE, nodes=4000, rating=1930),
    Player("vizier", message("Vizier"),
           message("Learned from millions of rounds against itself. Sees at a glance what counts."),
           vizier.ENGINE, nodes=1, rating=2016),
    Player("maharaja", message("Maharaja"),
           message("Takes the vizier’s best ideas and plays each out in many possible worlds."),
           maharaja.ENGINE, nodes=1000, rating=2078),
)
# fmt: on
NAMES: Final = tuple(player.name for player in LADDER)
FIRST_BOT: Final = "novice"
"""The opponent of a newcomer: the weakest that plays sensibly."""


def player_named(name: str) -> Player:
    """Return the player with this name."""
    for player in LADDER:
        if player.name == name:
            return player
    raise UnknownBot(
        "There is no bot named {name}; there are {names}.", name=name, names=", ".join(NAMES)
    )


def parse_player(text: str) -> tuple[Player, Limit]:
    """Parse `merchant` or, with a number of nodes, `merchant:500` into a player and its limit."""
    name, colon, nodes = text.partition(":")
    player = player_named(name)
    if not colon:
        return player, player.limit
    if not player.engine.searches:
        raise LimitError(
            "{name} does not search, so it takes no node count; write {name}.", name=name
        )
    if not (nodes.isascii() and nodes.isdigit()) or len(nodes) > 9:
        raise LimitError(
            "{nodes} is not a node count; try {name}:500.", nodes=repr(nodes), name=name
        )
    return player, Limit(int(nodes))
