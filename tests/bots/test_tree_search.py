"""The search: its tree is what the observer knows, its numbers add up, and it is not fooled."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator

import pytest
from hypothesis import given, settings

from jaipur import Action, Exchange, Position, Sell, View
from jaipur.bots import worlds
from jaipur.bots.endings import chance_at_the_end, new_ways
from jaipur.bots.engine import seed_from_view
from jaipur.bots.ladder import player_named
from jaipur.bots.ladder_bot import LadderBot
from jaipur.bots.leaf_network import WIN, LeafWorkspace
from jaipur.bots.players import tree_search
from jaipur.bots.protocol import Choice, Limit
from jaipur.bots.worlds import WAY, make_world
from jaipur.compiled import compiled
from jaipur.decode import packed_values
from jaipur.kernel.knowledge import observe
from jaipur.kernel.layout import BONUS, HIDDEN, MY_BONUS, Array, new_view
from jaipur.kernel.rules import apply
from jaipur.notation import action_of_code, code_of
from tests.bots.test_worlds import late_positions
from tests.depth import long, tried
from tests.laws.strategies import running_positions, sample_rounds
from tests.rules.positions import before_last_action, position

MERCHANT = player_named("merchant")


def choose(at: Position, nodes: int, seed: int = 0) -> Choice:
    return LadderBot(MERCHANT, seed, is_compiled=True).choose(at.view(at.turn), Limit(nodes))


def grown(view: View, nodes: int, seed: int = 0) -> tree_search.TreeWorkspace:
    """The workspace of a search, from which the tree can be read."""
    workspace, cells = tree_search.new_tree_workspace(nodes), view.array.copy()
    compiled(seed_from_view)(workspace.chance, seed, cells)
    compiled(tree_search.start_tree)(cells, workspace)
    compiled(tree_search.grow_tree)(cells, nodes, workspace)
    return workspace


def edges_of(tree: Array, node: int) -> Iterator[int]:
    edge = int(tree[node, tree_search.FIRST_EDGE])
    while edge != tree_search.NONE:
        yield edge
        edge = int(tree[edge, tree_search.NEXT_EDGE])


def nodes_of(tree: Array, edge: int) -> Iterator[int]:
    """The nodes an edge led to, found through their buckets; node 0 is the root."""
    for node in range(1, len(tree)):
        came_by, revealed = (
            int(tree[node, tree_search.CAME_BY]),
            int(tree[node, tree_search.REVEALED]),
        )
        if came_by == edge and tree_search.node_after(tree, edge, revealed) == node:
            yield node


# The tree


Seen = defaultdict[int, Counter[tuple[bytes, int]]]


def walk_recorded(view: View, nodes: int, monkeypatch: pytest.MonkeyPatch) -> Seen:
    """For every tree node what the observer saw there, and what the opponent hid, world by world.

    The observer's own bonus tokens are left out: it sells, and learns in each world another value.
    """
    workspace, cells, seen = tree_search.new_tree_workspace(nodes), view.array.copy(), Seen(Counter)
    judge, choose_edge = tree_search.evaluate, tree_search.choose_edge
    last: list[tuple[bytes, int]] = []

    def evaluate_and_look(world: Array, seat: int, workspace: tree_search.TreeWorkspace) -> int:
        seen_now = new_view()
        observe(world, view.seat, seen_now)
        seen_now[MY_BONUS] = 0
        last[:] = [(seen_now.tobytes(), int(world[HIDDEN + 1 - view.seat]))]
        return judge(world, seat, workspace)

    def choose_and_note(tree: Array, node: int, count: int, evaluated: Array) -> tuple[int, int]:
        seen[node][last[0]] += 1
        return choose_edge(tree, node, count, evaluated)

    monkeypatch.setattr(tree_search, "evaluate", evaluate_and_look)
    monkeypatch.setattr(tree_search, "choose_edge", choose_and_note)
    seed_from_view(workspace.chance, 4, cells)
    tree_search.start_tree(cells, workspace)
    tree_search.grow_tree(cells, nodes, workspace)
    for node, what in seen.items():
        assert workspace.tree[node, tree_search.VISITS] == what.total()
    return seen


def test_a_node_is_what_the_observer_sees_whatever_the_opponent_hides(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """In the middle of a round, with five hidden cards, and in some late positions."""
    middle = position(market="GSLKK", hand0="DCCPL", hand1="DGPPL", herd0=2)
    everywhere = (at for played in sample_rounds(20) for at in played[-12:-1])
    late = [at for at in everywhere if at.view(at.turn).opponent_hidden >= 2]
    for at in (middle, *late[: tried(1, 3)]):
        seen = walk_recorded(at.view(at.turn), 200, monkeypatch)
        views = {node: {view for view, _ in what} for node, what in seen.items()}
        assert all(len(there) == 1 for there in views.values())
        assert len(set.union(*views.values())) == len(views)
        by_node = [len({hand for _, hand in what}) for what in seen.values()]
        assert by_node[0] > 5
        assert sum(hands > 1 for hands in by_node) > 5
        monkeypatch.undo()


@given(running_positions())
@settings(max_examples=tried(10, 30))
def test_the_statistics_add_up(at: Position) -> None:
    nodes = 300
    workspace = grown(at.view(at.turn), nodes)
    tree, used = workspace.tree, int(workspace.progress[tree_search.USED_NODES])
    assert tree[0, tree_search.VISITS] == nodes
    assert used <= nodes + 1
    for node in range(used):
        visits, value = int(tree[node, tree_search.VISITS]), int(tree[node, tree_search.VALUE])
        assert 0 <= value <= WIN * visits
        edges = list(edges_of(tree, node))
        actions = [int(tree[edge, tree_search.EDGE_ACTION]) for edge in edges]
        assert len(set(actions)) == len(actions)
        # An action that ends the round is known at the root before any walk.
        known = sum(int(tree[edge, tree_search.EXACT]) != tree_search.NONE for edge in edges)
        assert known == 0 or node == 0
        assert sum(int(tree[edge, tree_search.EDGE_VISITS]) for edge in edges) == visits + known
        for edge in edges:
            tried = int(tree[edge, tree_search.EDGE_VISITS])
            assert 0 <= tree[edge, tree_search.EDGE_VALUE] <= WIN * tried
            below = list(nodes_of(tree, edge))
            revealed = [int(tree[node, tree_search.REVEALED]) for node in below]
            assert len(set(revealed)) == len(revealed)
            # The first walk to a node stops there, the others go on unless the round is over.
            assert sum(int(tree[node, tree_search.VISITS]) for node in below) <= tried


@given(running_positions())
@settings(max_examples=tried(10, 30))
def test_what_is_tried_at_the_root_is_legal(at: Position) -> None:
    tree = grown(at.view(at.turn), 100).tree
    tried = {
        action_of_code(int(tree[edge, tree_search.EDGE_ACTION]))
        for edge in tree_search.root_edges(tree)
    }
    assert tried <= set(at.legal_actions())


def test_going_on_where_it_stopped_gives_the_same_tree() -> None:
    for at in late_positions(40, 8)[::40]:
        view = at.view(at.turn)
        cells, whole = view.array.copy(), grown(view, 500)
        workspace = tree_search.new_tree_workspace(500)
        compiled(seed_from_view)(workspace.chance, 0, cells)
        compiled(tree_search.start_tree)(cells, workspace)
        for nodes in (1, 199, 300):
            compiled(tree_search.grow_tree)(cells, nodes, workspace)
        assert workspace.tree.tobytes() == whole.tree.tobytes()


# Last turns


LAST_TURNS = [
    pytest.param(
        "-CC +KKKK",
        "turn=1 start=1 market=LKKKK hand0=+DCP hand1=+GSCCP herd0=4 herd1=1 deck=CKCCLKS "
        "sold=DDDDDGGGGGSSSSCCPPPPPPLLLLLLLL piles=0,0,1,5,1,1 tokens0=D55G66C5P533L43211111 "
        "tokens1=D775G555S5555C3P221 bonus0=21/-/9 bonus1=21/6/- bonuses=323/46455/8TT8 "
        "exchanges=0/40 end=-",
        id="two cloth before the last spice: ending wins 78 times in 100",
    ),
    pytest.param(
        "-SS -P -L -LL -C -CC",
        "turn=0 start=1 market=DCPLK hand0=S+SCCPLL hand1=+DSPP herd0=7 herd1=3 deck=- "
        "sold=DDDDGGGGGGSSSCCCCCPPPPLLLLLLL piles=1,0,2,2,3,2 tokens0=D77G665C5322P2L1111 "
        "tokens1=D55G55S555C3P533L432 bonus0=21/6/- bonus1=33/-/- bonuses=221/44565/TT988 "
        "exchanges=0/40 end=-",
        id="any sale before the last take: it costs nothing and wins for sure",
    ),
    pytest.param(
        "-L -LL",
        "turn=1 start=0 market=DPLLK hand0=+L hand1=+SSCLL herd0=4 herd1=0 "
        "deck=PKLSLGKKKCLKK sold=DDDDDGGGGGSSSCCCCCCPPPPPPLL piles=0,0,2,1,1,7 "
        "tokens0=D55G555S555C3221P53 tokens1=D775G66C53P3221L43 bonus0=321/-/- "
        "bonus1=22/-/- bonuses=31/465564/9T8T8 exchanges=0/40 end=-",
        id="leather before the last silver: the opponent cannot end the round",
    ),
]
"""What is good in a last turn, in some positions in which a search can go wrong."""


@pytest.mark.parametrize("nodes", [1000, 3000])
@pytest.mark.parametrize(("good", "text"), LAST_TURNS)
def test_a_last_action_that_may_win_hides_no_better_one(text: str, good: str, nodes: int) -> None:
    choice = choose(Position.parse(text), nodes)
    assert str(choice.action) in good.split()
    assert choice.value is not None
    assert choice.value > 0.9


def best_ending(at: Position) -> float | None:
    """The exact chance of the best action that ends the round, None if there is none."""
    cells = at.view(at.turn).array
    codes = [code_of(action) for action in at.legal_actions() if at.play(action).end is not None]
    return max((chance_at_the_end(cells, code, new_ways()) / WIN for code in codes), default=None)


def test_a_choice_is_never_worse_than_the_best_ending() -> None:
    """What ends the round has an exact chance: it is taken when nothing else promises more."""
    sure = lost = 0
    for at in late_positions(rounds=40, turns=3):
        known = best_ending(at)
        if known is None:
            continue
        choice = choose(at, 200)
        assert choice.value is not None
        assert choice.value >= known
        ended = at.play(choice.action).end is not None
        if ended:
            assert choice.value == known
        sure += known == 1
        if known == 0 and any(at.play(action).end is None for action in at.legal_actions()):
            assert not ended
            lost += 1
    assert min(sure, lost) > 5


def test_a_sure_win_is_taken() -> None:
    """Any exchange ends the round with 7 rupees against none; nobody can tell what comes later."""
    at = before_last_action(0)
    choice = choose(at, 1000)
    assert choice.value == 1
    result = at.play(choice.action).result
    assert result is not None
    assert result.winner == 0


def test_a_sure_loss_is_put_off() -> None:
    """Any exchange ends the round with no rupees against 7."""
    at = before_last_action(1)
    choice = choose(at, 1000)
    assert at.play(choice.action).end is None
    assert choice.value is not None
    assert choice.value > 0.2


SIXTY_ENDINGS = Position.parse(
    "turn=0 start=0 market=DGPLK hand0=SSSSC+C hand1=CCPPL herd0=1 herd1=1 "
    "deck=DGSCPLKDGSCPKDGCPKGPKGPKKKK sold=DDCLLLLLLL piles=3,5,5,6,7,2 tokens0=D77C5L11 "
    "tokens1=L43211 bonus0=-/-/- bonus1=-/-/9 bonuses=1122233/445566/88TT exchanges=39/40 end=-"
)
"""Each of 60 exchanges ends the round by the house rule; ten other actions go on."""


def test_endings_of_known_value_take_no_node_from_the_others() -> None:
    tried = tried_at_the_root(grown(SIXTY_ENDINGS.view(0), 500))
    going_on = [visits for action, (visits, _) in tried.items() if not isinstance(action, Exchange)]
    assert sum(going_on) == 500
    assert len(tried) - len(going_on) == 60
    assert len(going_on) == 10


def test_a_node_widens_with_its_visits() -> None:
    """`+LL-DC` wins far more often than the ending, but is judged below the first twelve."""
    at = Position.parse(
        "turn=0 start=1 market=GPLLL hand0=+DC hand1=+DS herd0=5 herd1=4 deck=KKCSS "
        "sold=DDDDGGGGGSSSCCCCCCPPPPPPPLLLLLLL piles=1,0,2,1,0,2 tokens0=D55G55S555C332P53211 "
        "tokens1=D77G665C521P32L4321111 bonus0=321/-/- bonus1=32/6/- bonuses=21/65544/9TT88 "
        "exchanges=0/40 end=-"
    )
    few, many = (len(tried_at_the_root(grown(at.view(0), nodes))) for nodes in (100, 10_000))
    assert many > few + 10


# It does not plan as if it could see


GUESS = position(
    market="DGKKK",
    hand0="CCPPL",
    hand1="CCPPL",
    herd0=0,
    herd1=0,
    sold="LLLLL" + "SSSLLL",
    tokens0="S555L111",
    bonus0="11/-/-",
    bonus1="-/-/9",
    exchanges="39/40",
)
"""Any exchange ends the round and wins if the opponent's face-down token is an 8 or 9: 3 in 5.
Going on is a guessing game in these tests: the next action wins if it is a sale and the token an 8,
or no sale and the token a 10. One who sees would go on and win; all others win half of the time."""


def bet_on_the_token(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the leaf network be the guessing game, so that no number of the players plays a part."""
    tokens: list[int] = []
    walk: list[int] = []

    def make_world_and_begin(view: Array, hand: int, chance: Array, world: Array) -> None:
        make_world(view, hand, chance, world)
        tokens[:] = packed_values(world[BONUS + 1])
        walk.clear()

    def apply_and_note(world: Array, action: int) -> None:
        apply(world, action)
        walk.append(action)

    def win_chance(world: Array, seat: int, leaf: LeafWorkspace) -> int:
        if tokens == [9] or len(walk) < 3:
            return WIN // 2
        right = isinstance(action_of_code(walk[2]), Sell) == (tokens == [8])
        return WIN if right == (seat == 0) else 0

    monkeypatch.setattr(worlds, "make_world", make_world_and_begin)
    monkeypatch.setattr(tree_search, "apply", apply_and_note)
    monkeypatch.setattr(tree_search, "win_chance", win_chance)


Tried = dict[Action, tuple[int, int]]
"""How often actions were tried at the root, and the sum of what came of it."""


def tried_at_the_root(workspace: tree_search.TreeWorkspace) -> Tried:
    tree = workspace.tree
    return {
        action_of_code(int(tree[edge, tree_search.EDGE_ACTION])): (
            int(tree[edge, tree_search.EDGE_VISITS]),
            int(tree[edge, tree_search.EDGE_VALUE]),
        )
        for edge in tree_search.root_edges(tree)
    }


def best_of_going_on(tried: Tried) -> float:
    """The mean of the action that goes on and was tried most."""
    going_on = [both for action, both in tried.items() if not isinstance(action, Exchange)]
    visits, value = max(going_on)
    return value / visits / WIN


def tried_by_one_who_sees(view: View, worlds: int, nodes: int) -> Tried:
    """The sum of searches in one world each: what is known later differs from world to world."""
    workspace, cells = tree_search.new_tree_workspace(nodes), view.array.copy()
    total: Tried = {}
    for world in range(worlds):
        seed_from_view(workspace.chance, world, cells)
        tree_search.start_tree(cells, workspace)
        chance, way = workspace.chance.copy(), int(workspace.cycle[WAY])
        for _ in range(nodes):
            # The same draws again: every walk is in the same world.
            workspace.chance[:], workspace.cycle[WAY] = chance, way
            tree_search.grow_tree(cells, 1, workspace)
        for action, (visits, value) in tried_at_the_root(workspace).items():
            before = total.get(action, (0, 0))
            total[action] = (before[0] + visits, before[1] + value)
    return total


@long
def test_one_who_sees_would_go_on(monkeypatch: pytest.MonkeyPatch) -> None:
    """So the next test can fail: the same search, but each tree grown in one world."""
    bet_on_the_token(monkeypatch)
    assert best_ending(GUESS) == pytest.approx(0.6, abs=0.001)
    assert best_of_going_on(tried_by_one_who_sees(GUESS.view(0), worlds=20, nodes=100)) > 0.65


@pytest.mark.parametrize("seed", [0, 1])
def test_the_search_knows_that_it_will_not_see(seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Walks that differ in the token alone meet in one node, which can but guess."""
    bet_on_the_token(monkeypatch)
    choice = LadderBot(MERCHANT, seed, is_compiled=False).choose(GUESS.view(0), Limit(1000))
    tried = {
        some.action: (some.nodes, int(some.value * some.nodes * WIN)) for some in choice.candidates
    }
    assert 0.4 < best_of_going_on(tried) < 0.56
    assert isinstance(choice.action, Exchange)
    assert choice.value == pytest.approx(0.6, abs=0.001)
