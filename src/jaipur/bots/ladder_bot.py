"""`LadderBot`: a player of the ladder at the table."""

from __future__ import annotations

from dataclasses import dataclass, field

from ..actions import Action
from ..compiled import compiled
from ..kernel.layout import Array
from ..notation import action_of_code
from ..view import View
from .appraisal import WORLDS, appraise, new_appraisal_workspace
from .engine import Workspace, think_in_slices
from .ladder import Player
from .leaf_network import WIN
from .protocol import Candidate, Choice, Limit, require_to_act


@dataclass(slots=True, eq=False)
class LadderBot:
    """A `Bot` that runs the engine of a ladder player.

    `seed` seeds its random choices. With `is_compiled` None it compiles code (which takes seconds,
    once per machine) only where that pays off: for searching and for valuing all actions. Compiled
    and interpreted code make the same choices. A bot reuses its workspace, so every thread needs
    its own bot.
    """

    player: Player
    seed: int = 0
    is_compiled: bool | None = None
    _workspace: Workspace = field(default=None, init=False, repr=False)
    _workspace_nodes: int = field(default=0, init=False, repr=False)

    @property
    def name(self) -> str:
        """The name of the player."""
        return self.player.name

    def choose(self, view: View, limit: Limit) -> Choice:
        """Choose an action for the viewing seat, which must be to act."""
        cells = _cells_to_act(view)
        nodes = self._think(cells, limit)
        candidates = tuple(self.player.engine.candidates(self._workspace))
        if not candidates:
            candidates = self._appraised(cells)
        return Choice(candidates[0].action, candidates[0].value, max(1, nodes), candidates)

    def act(self, view: View, limit: Limit) -> Action:
        """Return the action that `choose` would choose, without valuing the others."""
        self._think(_cells_to_act(view), limit)
        return self._chosen()

    def _think(self, cells: Array, limit: Limit) -> int:
        """Think up to the limit, and return the number of nodes spent."""
        engine = self.player.engine
        if self._workspace_nodes < limit.nodes:
            self._workspace = engine.new_workspace(limit.nodes)
            self._workspace_nodes = limit.nodes
        if self._compiles(is_worth_it=self.player.needs_compiling(limit)):
            think = compiled(engine.think)
        else:
            think = engine.think_interpreted or engine.think
        return sum(think_in_slices(engine, think, cells, limit, self.seed, self._workspace))

    def _chosen(self) -> Action:
        return action_of_code(self.player.engine.choose(self._workspace))

    def _appraised(self, cells: Array) -> tuple[Candidate, ...]:
        """Value all actions for an engine that gives no values; the chosen one comes first."""
        workspace, chosen = new_appraisal_workspace(), self._chosen()
        form = compiled(appraise) if self._compiles(is_worth_it=True) else appraise
        count = form(cells, WORLDS, self.seed, workspace)
        found = [
            Candidate(action_of_code(code), value / WIN, 1)
            for code, value in workspace.appraised[:, :count].T.tolist()
        ]
        return tuple(sorted(found, key=lambda some: (some.action != chosen, -some.value)))

    def _compiles(self, *, is_worth_it: bool) -> bool:
        return is_worth_it if self.is_compiled is None else self.is_compiled


def _cells_to_act(view: View) -> Array:
    require_to_act(view)
    return view.array.copy()
