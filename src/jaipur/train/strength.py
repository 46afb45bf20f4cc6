"""The strength of a network in training: mirrored rounds against fixed players of the ladder."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import Final

import numpy as np

from ..arena.playing import Piece, play_piece
from ..arena.sides import EngineSide, side_of_player
from ..arena.statistics import deal_scores, score_interval
from ..bots.afterstate import AFTERSTATE
from ..bots.ladder import parse_player
from ..bots.network import Network, rounded
from ..bots.players import vizier
from ..bots.protocol import Limit
from ..kernel.layout import Array

DEALS_A_PIECE: Final = 10
SEED: Final = 7
"""The same deals at every evaluation, so that scores of one run can be compared."""


@dataclass(frozen=True, slots=True)
class Score:
    """The share of rounds won against an opponent, with its interval (95 %)."""

    opponent: str
    rounds: int
    share: float
    low: float
    high: float


def score_against(
    network: Network,
    opponent: str,
    rounds: int,
    threads: ThreadPoolExecutor,
    check_stop: Callable[[], None] = lambda: None,
) -> Score:
    """Play mirrored rounds; `check_stop` is called periodically and may raise."""
    player, limit = parse_player(opponent)
    deals, playing = (rounds + 1) // 2, rounded(network, AFTERSTATE)

    def play(first: int) -> Array:
        workspace = vizier.workspace_of(playing)
        learning = EngineSide(vizier.ENGINE, Limit(), SEED, workspace)
        sides = (learning, side_of_player(player, limit, SEED))
        piece = Piece(0, first, min(DEALS_A_PIECE, deals - first))
        return play_piece(piece, sides, SEED, whole_matches=False, check_stop=check_stop).games

    games = np.concatenate(list(threads.map(play, range(0, deals, DEALS_A_PIECE))))
    share = score_interval(deal_scores(games))
    return Score(opponent, len(games), share.value, share.low, share.high)
