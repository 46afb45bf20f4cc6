"""How strong a network is while it learns: mirrored rounds against fixed players of the ladder."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import Final

import numpy as np

from ..arena.playing import Piece, play_piece
from ..arena.sides import LadderSide, NetworkSide
from ..arena.statistics import deal_scores, score_interval
from ..bots.network import Network
from ..bots.players import parse_player
from ..kernel.layout import Array

DEALS_A_PIECE: Final = 10


@dataclass(frozen=True, slots=True)
class Score:
    """The share of rounds won against an opponent, with its interval (95 %)."""

    opponent: str
    rounds: int
    share: float
    low: float
    high: float


def score_against(
    network: Network, opponent: str, rounds: int, seed: int, threads: ThreadPoolExecutor
) -> Score:
    """Play mirrored rounds; the deals follow from the seed."""
    player, limit = parse_player(opponent)

    def play(first: int) -> Array:
        sides = (NetworkSide(network), LadderSide(player, limit, seed))
        deals = min(DEALS_A_PIECE, rounds // 2 - first)
        return play_piece(Piece(0, first, deals), sides, seed, whole_matches=False).games

    games = np.concatenate(list(threads.map(play, range(0, rounds // 2, DEALS_A_PIECE))))
    share = score_interval(deal_scores(games))
    return Score(opponent, len(games), share.value, share.low, share.high)
