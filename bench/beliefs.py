"""Fit the beliefs about hidden hands: `python -m bench.beliefs FILE` writes them to FILE.

Players of the ladder play against themselves. At every turn the opponent's real hidden hand is
compared with all hands that fit the view, and a log-likelihood for each feature of the view, good
and number of cards is fitted to maximise the likelihood of the real ones. Needs PyTorch and half an
hour of two cores. Copy FILE over src/jaipur/bots/beliefs.npy.
"""

from __future__ import annotations

import os
import sys
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path

import numpy as np
import numpy.typing as npt
import torch
from torch import Tensor, nn

from jaipur.arena.playing import NOBODY, start_round
from jaipur.arena.sides import side_of_player
from jaipur.bots.afterstate import FEATURES, ROWS, afterstate_features, new_features
from jaipur.bots.beliefs import COUNTS, PARTS
from jaipur.bots.ladder import parse_player
from jaipur.bots.worlds import HANDS, HANDS_FROM, WAYS
from jaipur.compiled import compiled
from jaipur.deals import sorted_box
from jaipur.goods import GOODS_KINDS, HAND_DEALT
from jaipur.kernel.knowledge import observe, unseen
from jaipur.kernel.layout import (
    END,
    HIDDEN,
    POSITION_CELLS,
    RUNNING,
    THEIR_HIDDEN,
    TURN,
    Array,
    new_view,
)
from jaipur.packed import count_of

Turns = npt.NDArray[np.int32]

SEED = 2028
BLOCKS = {"greedy": 32, "trader": 24, "merchant:200": 8, "vizier": 80}
"""Blocks of rounds of each player against itself."""
BLOCK = 500
KEPT_BACK = 2
"""Blocks of each player that are held out."""
STEPS = 12_000
SHARES = {"greedy": 384, "trader": 384, "merchant:200": 192, "vizier": 1088}
"""Turns in a step. The vizier's weigh most: the search plays as it does."""
RATE = 0.02
DECAY = 1e-6
"""The penalty for large beliefs, so that those of features that hardly ever occur stay small."""
HELD, POOL = FEATURES, FEATURES + 1


def note_turns(positions: Array, games: Array, view: Array, features: Array, rows: Array) -> int:
    """Record, for each game, what the seat to act can see and the opponent's hidden hand."""
    noted = 0
    for game in games:
        position = positions[game]
        seat = int(position[TURN])
        observe(position, seat, view)
        if view[THEIR_HIDDEN] == 0:
            continue
        afterstate_features(view, features)
        for place in range(FEATURES):
            rows[noted, place] = features[place]
        rows[noted, HELD] = position[HIDDEN + 1 - seat]
        rows[noted, POOL] = unseen(view)
        noted += 1
    return noted


def turns_of(name: str, block: int) -> Turns:
    """Return the turns of a block of rounds of a player against itself."""
    player, limit = parse_player(name)
    sides = [side_of_player(player, limit, SEED + block) for _ in range(2)]
    positions, box, pieces = np.zeros((BLOCK, POSITION_CELLS), np.int64), sorted_box(), []
    for number, position in enumerate(positions):
        compiled(start_round)(position, SEED, BLOCK * block + number, NOBODY, *box)
    view, features = new_view(), new_features()
    rows = np.zeros((BLOCK, FEATURES + 2), np.int64)
    while (positions[:, END] == RUNNING).any():
        for seat, side in enumerate(sides):
            games = np.nonzero((positions[:, END] == RUNNING) & (positions[:, TURN] == seat))[0]
            noted = compiled(note_turns)(positions, games, view, features, rows)
            pieces.append(rows[:noted].astype(np.int32))
            for _ in side.act(positions, games):
                pass
    return np.concatenate(pieces)


def counts_of(packed: Tensor) -> Tensor:
    """Return how many cards of each good there are in packed cards."""
    return torch.stack([count_of(packed, good) for good in range(GOODS_KINDS)], 1)


ALL_HANDS = [
    counts_of(torch.from_numpy(HANDS[HANDS_FROM[size] : HANDS_FROM[size + 1]]))
    for size in range(HAND_DEALT + 1)
]
DIGITS = torch.tensor([COUNTS**good for good in range(GOODS_KINDS)])
LOG_WAYS = torch.log(torch.from_numpy(WAYS)).float()


def logs_of_real(beliefs: Tensor, held: Tensor, pool: Tensor) -> Tensor:
    """Return the log-likelihood of each real hand; all turns hide the same number of cards."""
    hands, every = ALL_HANDS[int(held[0].sum())], torch.zeros(())
    for good in range(GOODS_KINDS):
        logs = beliefs[:, good] + LOG_WAYS[pool[:, good], :COUNTS]
        every = every + logs[:, hands[:, good]]
    real = (held * DIGITS).sum(1)[:, None] == (hands * DIGITS).sum(1)
    return torch.log_softmax(every, 1)[real]


def mean_log(network: nn.EmbeddingBag, turns: Tensor) -> Tensor:
    """Return the mean log-likelihood over turns with different numbers of hidden cards."""
    beliefs = network(turns[:, :FEATURES]).view(-1, GOODS_KINDS, COUNTS)
    held, pool = counts_of(turns[:, HELD]), counts_of(turns[:, POOL])
    groups = [held.sum(1) == size for size in range(1, HAND_DEALT + 1)]
    logs = [logs_of_real(beliefs[some], held[some], pool[some]) for some in groups if some.any()]
    return torch.cat(logs).mean()


def no_beliefs() -> nn.EmbeddingBag:
    """Make beliefs by which every card is as likely to be hidden."""
    beliefs = nn.EmbeddingBag(ROWS, GOODS_KINDS * COUNTS, mode="sum")
    nn.init.zeros_(beliefs.weight)
    return beliefs


def fit(turns: dict[str, Tensor]) -> nn.EmbeddingBag:
    """Fit beliefs by maximum likelihood."""
    beliefs = no_beliefs()
    optimizer = torch.optim.Adam(beliefs.parameters(), lr=RATE)
    for step in range(STEPS):
        optimizer.param_groups[0]["lr"] = RATE * (1 - step / STEPS)
        some = [of[torch.randint(len(of), (SHARES[name],))] for name, of in turns.items()]
        loss = DECAY * (beliefs.weight**2).sum() - mean_log(beliefs, torch.cat(some))
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
    return beliefs


def main() -> None:
    """Play, fit, measure and write."""
    torch.manual_seed(SEED)
    kept_back, learned = dict[str, Tensor](), dict[str, Tensor]()
    with ProcessPoolExecutor(os.cpu_count()) as processes:
        for name, count in BLOCKS.items():
            blocks = list(processes.map(turns_of, [name] * count, range(count)))
            kept_back[name], learned[name] = (
                torch.from_numpy(np.concatenate(some))
                for some in (blocks[:KEPT_BACK], blocks[KEPT_BACK:])
            )
    beliefs = fit(learned)
    with torch.no_grad():
        for name, turns in kept_back.items():
            before, after = (mean_log(some, turns) for some in (no_beliefs(), beliefs))
            print(f"{name}: {before:.3f} without beliefs, {after:.3f} with them")
    numbers = np.rint(PARTS * beliefs.weight.detach().numpy()).astype(np.int16)
    np.save(Path(sys.argv[1]), numbers)


if __name__ == "__main__":
    main()
