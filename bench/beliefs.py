"""Fit the beliefs about hidden hands: `python -m bench.beliefs FILE` writes the tables to FILE.

Players of the ladder play against themselves. At every turn the opponent's real hidden hand is
compared with all hands that fit the view, and tables of log-likelihoods are fitted to maximise the
likelihood of the real ones. Needs PyTorch. Copy FILE over src/jaipur/bots/beliefs.npy.
"""

from __future__ import annotations

import sys
from pathlib import Path

import numpy as np
import torch
from torch import Tensor

from jaipur.arena.playing import NOBODY, start_round
from jaipur.arena.sides import side_of_player
from jaipur.bots.beliefs import BELIEFS_SHAPE, CARDS_A_STAGE, PARTS
from jaipur.bots.ladder import parse_player
from jaipur.bots.worlds import HANDS, HANDS_FROM, WAYS
from jaipur.compiled import compiled
from jaipur.deals import sorted_box
from jaipur.goods import GOODS_KINDS, HAND_DEALT
from jaipur.kernel.knowledge import observe, unseen
from jaipur.kernel.layout import (
    DECK_LEFT,
    END,
    HIDDEN,
    MARKET,
    PILE,
    POSITION_CELLS,
    RUNNING,
    SHOWN,
    THEIR_HIDDEN,
    TURN,
    Array,
    new_view,
)
from jaipur.packed import count_of

SEED = 2028
PLAYERS = ("greedy", "trader", "merchant:200", "vizier")
ROUNDS = 1500
"""Rounds of each player against itself."""
PASSES = 4
PIECE = 1000
RATE = 0.03
KEPT_BACK = 10
"""One turn in this many is held out for validation."""
HELD, POOL, ASPECTS_FROM = 0, 1, 2


def note_turns(positions: Array, games: Array, view: Array, rows: Array) -> int:
    """Record, for each game, the opponent's hidden hand and what the seat to act can see."""
    noted = 0
    for game in games:
        position = positions[game]
        seat = int(position[TURN])
        observe(position, seat, view)
        if view[THEIR_HIDDEN] == 0:
            continue
        pool, them = unseen(view), 1 - seat
        for good in range(GOODS_KINDS):
            row = rows[noted, good]
            row[0] = count_of(int(position[HIDDEN + them]), good)
            row[1] = count_of(pool, good)
            row[2] = view[PILE + good]
            row[3] = count_of(int(view[SHOWN + them]), good)
            row[4] = count_of(int(view[MARKET]), good)
            row[5] = view[DECK_LEFT] // CARDS_A_STAGE
        noted += 1
    return noted


def turns_of(name: str) -> Array:
    """Return the turns of many rounds of a player against itself, in random order."""
    player, limit = parse_player(name)
    sides = [side_of_player(player, limit, SEED) for _ in range(2)]
    positions, box, pieces = np.zeros((ROUNDS, POSITION_CELLS), np.int64), sorted_box(), []
    for number, position in enumerate(positions):
        compiled(start_round)(position, SEED, number, NOBODY, *box)
    view, rows = new_view(), np.zeros((ROUNDS, GOODS_KINDS, 6), np.int64)
    while (positions[:, END] == RUNNING).any():
        for seat, side in enumerate(sides):
            games = np.nonzero((positions[:, END] == RUNNING) & (positions[:, TURN] == seat))[0]
            pieces.append(rows[: compiled(note_turns)(positions, games, view, rows)].copy())
            for _ in side.act(positions, games):
                pass
    turns = np.concatenate(pieces)
    return turns[np.random.default_rng(SEED).permutation(len(turns))]


def hands_of_size(size: int) -> Tensor:
    """Return the cards of each good in every hand of a size."""
    hands = HANDS[HANDS_FROM[size] : HANDS_FROM[size + 1]]
    return torch.tensor([[count_of(int(h), good) for good in range(GOODS_KINDS)] for h in hands])


ALL_HANDS = [hands_of_size(size) for size in range(HAND_DEALT + 1)]
DIGITS = torch.tensor([(HAND_DEALT + 1) ** good for good in range(GOODS_KINDS)])
LOG_WAYS = torch.log(torch.from_numpy(WAYS).double())


def logs_of_real(beliefs: Tensor, turns: Tensor) -> Tensor:
    """Return the log-likelihood of each real hand; all turns hide the same number of cards."""
    hands = ALL_HANDS[int(turns[0, :, HELD].sum())]
    goods = torch.arange(GOODS_KINDS)
    logs = sum(
        (beliefs[aspect][goods, :, turns[:, :, ASPECTS_FROM + aspect]] for aspect in range(4)),
        start=torch.zeros(()),
    )
    every = sum(
        (
            logs[:, good][:, hands[:, good]] + LOG_WAYS[turns[:, good, POOL]][:, hands[:, good]]
            for good in range(GOODS_KINDS)
        ),
        start=torch.zeros(()),
    )
    real = (turns[:, :, HELD] * DIGITS).sum(1)[:, None] == (hands * DIGITS).sum(1)
    return torch.log_softmax(every, 1)[real]


def mean_log(beliefs: Tensor, turns: Tensor) -> Tensor:
    """Return the mean log-likelihood over turns with different numbers of hidden cards."""
    hidden = turns[:, :, HELD].sum(1)
    groups = [turns[hidden == size] for size in range(1, HAND_DEALT + 1)]
    logs = [logs_of_real(beliefs, group) for group in groups if len(group)]
    return torch.cat(logs).mean()


def fit(turns: Tensor) -> Tensor:
    """Fit beliefs by maximum likelihood."""
    beliefs = torch.zeros(BELIEFS_SHAPE, dtype=torch.float64, requires_grad=True)
    optimizer = torch.optim.Adam([beliefs], lr=RATE)
    for each_pass in range(PASSES):
        optimizer.param_groups[0]["lr"] = RATE * (1 - each_pass / PASSES)
        for piece in turns[torch.randperm(len(turns))].split(PIECE):
            # Regularisation: entries that hardly ever occur stay near zero.
            loss = 1e-4 * (beliefs**2).sum() - mean_log(beliefs, piece)
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()
    return beliefs.detach()


def main() -> None:
    """Play, fit, measure and write."""
    torch.manual_seed(SEED)
    by_player = {name: torch.from_numpy(turns_of(name)) for name in PLAYERS}
    learned = [turns[len(turns) // KEPT_BACK :] for turns in by_player.values()]
    beliefs = fit(torch.cat(learned))
    for name, turns in by_player.items():
        measured = turns[: len(turns) // KEPT_BACK]
        before, after = (mean_log(some, measured) for some in (0 * beliefs, beliefs))
        print(f"{name}: {before:.3f} without beliefs, {after:.3f} with them, {len(turns):,} turns")
    np.save(Path(sys.argv[1]), np.rint(beliefs.numpy() * PARTS).astype(np.int16))


if __name__ == "__main__":
    main()
