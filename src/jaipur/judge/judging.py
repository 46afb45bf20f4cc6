"""The judge: what every legal action of a view is worth.

The network values all actions at once. Rollouts then compare those that could be the best, and the
one that was played, until the verdict is sure or the effort of the depth is spent. The value of an
action combines both: the network counts as much as `PRIOR` worlds.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import numpy as np
import numpy.typing as npt

from ..actions import Action
from ..bots.action_values import new_value_workspace, value_options
from ..bots.endings import ends_the_round, may_end
from ..bots.network import Doubles
from ..bots.network_file import shipped_network
from ..bots.protocol import require_to_act
from ..bots.rollouts import (
    EARLY_PLIES,
    PRIOR,
    RolloutArrays,
    new_rollout_arrays,
    plies_of,
    start_rollouts,
)
from ..compiled import compiled, interruptible
from ..kernel.layout import DECK_LEFT, Array
from ..notation import action_of_code, code_of
from ..view import View
from .model import Depth, JudgedAction
from .statistics import COUNTED, new_statistics, try_options

Rows = npt.NDArray[np.int64]

NETWORK_ERRORS: Final = ((25, 0.025), (18, 0.04), (4, 0.055), (0, 0.025))
"""The standard error of the network's values, of a chance and of a difference alike, by the least
number of cards in the deck, as `python -m bench.judge` measures it against the reference."""
SURE: Final = 2.0
"""A gap of this many standard errors is sure."""
CLOSE: Final = 0.015
"""What is not better by this much is as good."""


@dataclass(frozen=True, slots=True)
class Effort:
    """How much a depth tries: actions, worlds at a time, and plies of rollouts at most."""

    options: int
    near: float
    """Actions that the network values lower than its best by more than this are not tried."""
    batch: int
    plies: int
    dropped: float
    """An action that is behind the best by this many standard errors is no longer tried."""


EFFORTS: Final = {
    Depth.INSTANT: Effort(0, 0.0, 0, 0, 0.0),
    Depth.QUICK: Effort(6, 0.10, 8, 600, 1.0),
    Depth.STANDARD: Effort(8, 0.15, 8, 1_000, 1.2),
    Depth.DEEP: Effort(8, 0.20, 32, 14_000, 2.0),
}
FEWEST_WORLDS: Final = 8
"""No action is dropped before this many worlds."""
WORLDS_AHEAD: Final = 24
"""The worlds of rollouts that only count statistics."""


@dataclass(frozen=True, slots=True)
class Statistics:
    """What rollouts counted after an action: means over its worlds (cells as in `rollouts`)."""

    worlds: int
    plies: int
    means: Doubles
    errors: Doubles
    """Their standard errors."""


@dataclass(frozen=True, slots=True)
class JudgedView:
    """All legal actions, best first, and how the action played compares with the best."""

    actions: tuple[JudgedAction, ...]
    played: JudgedAction
    gap: float
    gap_error: float
    of_best: Statistics
    of_played: Statistics

    @property
    def best(self) -> JudgedAction:
        """The best action; the action played if it is as good."""
        return self.actions[0]


class Judge:
    """Judges views at one depth. It reuses its arrays, so every thread needs its own."""

    def __init__(self, depth: Depth, seed: int = 0) -> None:
        self._effort, self._seed = EFFORTS[depth], seed
        options = max(2, self._effort.options + 1)
        worlds = self._effort.plies // (2 * EARLY_PLIES) + WORLDS_AHEAD  # of two actions or more
        self._network = shipped_network()
        self._valuing = new_value_workspace(self._network)
        self._arrays = new_rollout_arrays(options, worlds)
        self._counted = new_statistics(options)

    def _search(self, view: View) -> _Search:
        cells, valuing = view.array.copy(), self._valuing
        count = interruptible(compiled(value_options), cells, self._network, valuing)
        found = (valuing.options[:count].copy(), valuing.values[:, :count].astype(np.float64))
        return _Search(cells, *found, self._arrays, self._counted, self._seed)

    def judge(self, view: View, played: Action | None = None) -> JudgedView:
        """Value every legal action of the seat to act; the verdict is about `played`, if given."""
        require_to_act(view)
        search = self._search(view)
        at = search.network_best if played is None else search.row_of(code_of(played))
        if self._effort.plies:
            search.run(self._effort, at)
        return search.verdict(at)

    def look_ahead(self, view: View, verdict: JudgedView) -> JudgedView:
        """Return the verdict with statistics of its best action and the one played.

        For verdicts by the network alone, which have none.
        """
        search = self._search(view)
        rows = [search.row_of(code_of(one.action)) for one in (verdict.best, verdict.played)]
        search.play_out(np.array(rows), WORLDS_AHEAD)
        of_best, of_played = (search.statistics(row) for row in rows)
        return JudgedView(
            verdict.actions, verdict.played, verdict.gap, verdict.gap_error, of_best, of_played
        )


class _Search:
    """The search for the best action of one view. Rows number the legal actions."""

    def __init__(  # what its judge reuses, and what it found
        self,
        view: Array,
        codes: Array,
        values: Doubles,
        arrays: RolloutArrays,
        counted: Doubles,
        seed: int,
    ) -> None:
        self._view, self._arrays, self._counted, self._seed = view, arrays, counted, seed
        self._codes, (self._network, self._margins), count = codes, values, len(codes)
        ending = may_end(view)
        exact = [ending and ends_the_round(view, int(code)) for code in self._codes]
        self._exact = np.array(exact, bool)
        self._error = network_error(int(view[DECK_LEFT]))
        self._plies = plies_of(int(view[DECK_LEFT]))
        self._worlds = np.zeros(count, np.int64)
        self._slots = np.full(count, -1)
        self._tried = np.zeros(0, np.int64)

    @property
    def network_best(self) -> int:
        """The best action according to the network."""
        return int(self._network.argmax())

    def row_of(self, code: int) -> int:
        """The row of a legal action."""
        return int(np.flatnonzero(self._codes == code)[0])

    def run(self, effort: Effort, played: int) -> None:
        """Play out the actions that could be the best, until sure or the effort is spent."""
        left, spent = self._candidates(effort, played), 0
        if len(left) < 2:
            return
        while (cost := effort.batch * len(left) * self._plies) + spent <= effort.plies:
            self.play_out(left, effort.batch)
            spent += cost
            if self._worlds[left[0]] >= FEWEST_WORLDS:
                left = self._still_open(left, played, effort.dropped)
                if len(left) < 2:
                    break

    def play_out(self, rows: Rows, worlds: int) -> None:
        """Play some actions out in further worlds, the same for all of them."""
        if not len(self._tried):
            compiled(start_rollouts)(self._view, self._seed, self._arrays)
            self._counted[:] = 0
            self._tried = np.array(list(dict.fromkeys(rows.tolist())))
            self._slots[self._tried] = np.arange(len(self._tried))
        codes, slots = self._codes[self._tried], self._slots[np.unique(rows)]
        first = int(self._worlds[rows[0]])
        interruptible(
            compiled(try_options),
            self._view, codes, slots, first, first + worlds, self._plies, self._arrays,
            self._counted,
        )  # fmt: skip
        self._worlds[rows] = first + worlds

    def _candidates(self, effort: Effort, played: int) -> Rows:
        """The rows to try: the network's best, those near it, and the action played."""
        order = np.argsort(-self._network, kind="stable")[: effort.options]
        near = order[self._network[order] >= self._network[order[0]] - effort.near]
        rows = near if played in near else np.append(near, played)
        return rows if not self._exact[rows].all() else rows[:0]

    def _still_open(self, left: Rows, played: int, dropped: float) -> Rows:
        """The rows that are still worth trying; fewer than two if the verdict is sure."""
        best = self._leader(left)
        others = [row for row in left.tolist() if row != played]
        kept = [row for row in others if row == best or not self._is_behind(row, best, dropped)]
        # Any of those kept may be the best in the end.
        if played in left and not all(self._is_behind(played, row, SURE) for row in kept):
            kept.append(played)
        gaps = [self._gap(row, best) for row in kept if row != best]
        if played in kept and played != best:
            gaps.append(self._gap(best, played))  # a close call: is it even, or a mistake?
        if all(gap + SURE * error < CLOSE for gap, error in gaps):
            return left[:0]
        return np.array(kept)

    def _is_behind(self, row: int, best: int, errors: float) -> bool:
        gap, error = self._gap(best, row)
        return gap > errors * error

    def _leader(self, rows: Rows) -> int:
        return int(max(rows.tolist(), key=self._value))

    def _outcomes(self, row: int, worlds: int) -> Doubles:
        """The outcomes of an action in the first worlds; the exact chance if it ends the round."""
        if self._exact[row] or self._slots[row] < 0:
            return np.full(worlds, self._network[row])
        return self._arrays.outcomes[self._slots[row], :worlds]

    def _value(self, row: int) -> float:
        worlds = int(self._worlds[row])
        total = PRIOR * self._network[row] + self._outcomes(row, worlds).sum()
        return float(total / (PRIOR + worlds))

    def _gap(self, ahead: int, behind: int) -> tuple[float, float]:
        """How far one action is ahead of another, and the standard error of that."""
        if ahead == behind:
            return 0.0, 0.0
        worlds = int(min(self._worlds[ahead], self._worlds[behind]))
        apart = self._outcomes(ahead, worlds) - self._outcomes(behind, worlds)
        gap = PRIOR * (self._network[ahead] - self._network[behind]) + apart.sum()
        is_exact = bool(self._exact[ahead] and self._exact[behind])
        return float(gap / (PRIOR + worlds)), self._combined(apart, is_exact=is_exact)

    def statistics(self, row: int) -> Statistics:
        """What the rollouts of an action counted."""
        worlds = int(self._worlds[row])
        if not worlds:
            return Statistics(0, self._plies, np.zeros(COUNTED), np.zeros(COUNTED))
        means, squares = self._counted[self._slots[row]] / worlds
        errors = np.sqrt(np.maximum(0, squares - means**2) / max(1, worlds - 1))
        return Statistics(worlds, self._plies, means, errors)

    def verdict(self, played: int) -> JudgedView:
        """Collect what was found; ties go to the action played."""
        judged = [self._judged(row) for row in range(len(self._codes))]
        # Actions tried in fewer worlds were dropped for being behind.
        most = int(self._worlds.max())
        finalists = [row for row in range(len(judged)) if self._worlds[row] == most]
        if self._exact.any() and most:
            finalists += np.flatnonzero(self._exact & (self._worlds < most)).tolist()
        best = max(finalists, key=lambda row: (judged[row].chance, row == played))
        order = sorted(
            range(len(judged)),
            key=lambda row: (row != best, row not in finalists, -judged[row].chance),
        )
        gap, error = self._gap(best, played)
        return JudgedView(
            tuple(judged[row] for row in order),
            judged[played],
            max(0.0, gap),
            error,
            self.statistics(best),
            self.statistics(played),
        )

    def _judged(self, row: int) -> JudgedAction:
        worlds = int(self._worlds[row])
        outcomes, margin = self._outcomes(row, worlds), self._margins[row]
        if worlds and not self._exact[row]:
            played = self._arrays.margins[self._slots[row], :worlds]
            margin = (PRIOR * margin + played.sum()) / (PRIOR + worlds)
        chance = min(1.0, max(0.0, self._value(row)))
        error = self._combined(outcomes, is_exact=bool(self._exact[row]))
        return JudgedAction(action_of_code(int(self._codes[row])), chance, error, float(margin),
                            worlds)  # fmt: skip

    def _combined(self, outcomes: Doubles, *, is_exact: bool) -> float:
        """The standard error of a value: of the network, and of the mean over worlds."""
        if is_exact:
            return 0.0
        worlds = len(outcomes)
        spread = float(outcomes.var(ddof=1)) * worlds if worlds > 1 else 0.0
        return float(np.sqrt((PRIOR * self._error) ** 2 + spread)) / (PRIOR + worlds)


def network_error(deck: int) -> float:
    """The standard error of the network's values with this many cards in the deck."""
    return next(error for least, error in NETWORK_ERRORS if deck >= least)
