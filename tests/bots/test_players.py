"""The ladder: every player in its two forms, its seeds, its limits and what it refuses."""

from __future__ import annotations

import subprocess
import sys
from random import Random

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from jaipur import Position, SeededDeals, TakeCamels, View, other, parse_action
from jaipur.arena.sides import side_of_player
from jaipur.bots import ladder_bot
from jaipur.bots.endings import chance_at_the_end, new_ways
from jaipur.bots.ladder import LADDER, NAMES, Player, parse_player, player_named
from jaipur.bots.ladder_bot import LadderBot
from jaipur.bots.leaf_network import WIN
from jaipur.bots.protocol import MOST_NODES, Limit, LimitError, NotToAct, UnknownBot
from jaipur.compiled import compiled
from jaipur.notation import code_of
from tests.bots.test_worlds import late_positions
from tests.depth import tried
from tests.laws.strategies import finished_positions, running_positions, sample_rounds
from tests.rules.positions import position

pytestmark = pytest.mark.usefixtures("tiny_network")


SEVEN = ["random", "novice", "greedy", "trader", "merchant", "vizier", "maharaja"]
"""The players of version 0.1, in their order; others may stand between them."""


def each(of: list[Player]) -> pytest.MarkDecorator:
    return pytest.mark.parametrize("player", of, ids=lambda player: player.name)


every_player = each(list(LADDER))
every_searcher = each([player for player in LADDER if player.engine.searches])
every_tree_searcher = each(
    [some for some in LADDER if some.engine.searches and not some.engine.uses_network]
)
every_unlearned_player = each([player for player in LADDER if not player.engine.uses_network])


def some_views(count: int) -> list[View]:
    """Views from all over some rounds, always the same ones, the last turns among them."""
    everywhere = [at for played in sample_rounds(20) for at in played[:-1]]
    chosen = Random(8).sample(everywhere, count - count // 3)
    chosen += Random(9).sample(late_positions(rounds=40, turns=3), count // 3)
    return [at.view(at.turn) for at in chosen]


def compiled_bot(player: Player, seed: int = 0) -> LadderBot:
    """A player that is compiled even where that is not worth it for one decision."""
    return LadderBot(player, seed, is_compiled=True)


# Two forms of one player


@every_player
def test_interpreted_and_compiled_choose_alike(
    player: Player, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The same action, value, nodes and candidates, to the last digit."""
    monkeypatch.setattr(ladder_bot, "WORLDS", 2)
    plain, fast = LadderBot(player, 3, is_compiled=False), compiled_bot(player, 3)
    limit, few = (
        (Limit(6), tried(3, 4)) if player.engine.uses_network else (Limit(40), tried(4, 12))
    )
    for view in some_views(few):
        assert plain.choose(view, limit) == fast.choose(view, limit)


@every_unlearned_player
@given(at=running_positions(), seed=st.integers(0, 2**62))
@settings(max_examples=tried(15, 50))
def test_interpreted_and_compiled_act_alike(player: Player, at: Position, seed: int) -> None:
    view, engine, chosen = at.view(at.turn).array.copy(), player.engine, []
    for think in (engine.think, compiled(engine.think)):
        workspace = engine.new_workspace(4)
        think(view, 4, seed, True, workspace)
        chosen.append(engine.choose(workspace))
    assert chosen[0] == chosen[1]


@every_player
def test_the_arena_form_plays_what_the_bot_chooses(player: Player) -> None:
    limit = Limit(min(player.nodes, 100))
    bot, side = compiled_bot(player, 5), side_of_player(player, limit, 5)
    for played in sample_rounds(3):
        for at in played[:-1:3]:
            cells = at.array.copy()[None, :]
            assert not any(side.act(cells, np.zeros(1, np.int64)))
            after = at.play(bot.choose(at.view(at.turn), limit).action)
            assert cells[0].tobytes() == after.array.tobytes()


# The same question gets the same answer


@every_player
def test_the_same_view_limit_and_seed_give_the_same_choice(player: Player) -> None:
    """On a fresh bot, and on one whose workspace was used for smaller and larger searches."""
    used, views = compiled_bot(player, 7), some_views(6)
    limits = [Limit(nodes) for nodes in (50, 400, 1, 120)] if player.engine.searches else [Limit()]
    first = [used.choose(view, limit) for view in views for limit in limits]
    again = [used.choose(view, limit) for view in reversed(views) for limit in reversed(limits)]
    assert again[::-1] == first
    fresh = [compiled_bot(player, 7).choose(view, limit) for view in views for limit in limits]
    assert fresh == first


@every_player
def test_choosing_leaves_the_view_as_it_was(player: Player) -> None:
    for view in some_views(6):
        before = str(view)
        compiled_bot(player).choose(view, Limit(min(player.nodes, 50)))
        assert str(view) == before


AT_ONCE = """
import sys
from jaipur import Position, SeededDeals
from jaipur.bots.ladder import LADDER
from jaipur.bots.ladder_bot import LadderBot
view = Position.deal(SeededDeals(7).deal(0)).view(0)
for player in LADDER:
    if not player.needs_compiling(player.limit):
        print(player.name, LadderBot(player).act(view, player.limit), "numba" in sys.modules)
"""


def test_five_of_the_bots_need_nothing_compiled() -> None:
    """So they answer at once on a machine that has compiled nothing yet."""
    command = [sys.executable, "-c", AT_ONCE]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    said = [line.split() for line in done.stdout.splitlines()]
    names = [name for name, _, _ in said if name in SEVEN]
    assert names == ["random", "novice", "greedy", "trader", "vizier"]
    assert {is_loaded for _, _, is_loaded in said} == {"False"}


@pytest.mark.parametrize("name", ["random", "novice", "trader", "merchant", "maharaja"])
def test_another_seed_is_another_player(name: str) -> None:
    player, limit = player_named(name), Limit(100 if player_named(name).engine.searches else 1)
    views = some_views(30)
    by_seed = [
        [compiled_bot(player, seed).choose(v, limit).action for v in views] for seed in (1, 2)
    ]
    assert by_seed[0] != by_seed[1]


@pytest.mark.parametrize("name", ["greedy", "vizier"])
def test_some_leave_nothing_to_chance(name: str) -> None:
    bots = [compiled_bot(player_named(name), seed) for seed in (1, 2, 3)]
    for view in some_views(30):
        assert len({bot.choose(view, Limit()).action for bot in bots}) == 1


def test_random_comes_to_every_action() -> None:
    view = position(market="DGKKK", hand0="CCP").view(0)
    bots = [compiled_bot(player_named("random"), seed) for seed in range(300)]
    assert {bot.choose(view, Limit()).action for bot in bots} == set(view.legal_actions())


# What a choice says


@every_player
def test_a_choice_is_legal_and_says_what_else_was_looked_at(player: Player) -> None:
    bot = compiled_bot(player)
    for view in some_views(15):
        choice = bot.choose(view, Limit(min(player.nodes, 300)))
        looked_at = [candidate.action for candidate in choice.candidates]
        assert choice.action == looked_at[0]
        assert choice.value == choice.candidates[0].value
        assert len(set(looked_at)) == len(looked_at)
        assert set(looked_at) <= set(view.legal_actions())
        assert all(0 <= candidate.value <= 1 for candidate in choice.candidates)
        assert all(candidate.nodes >= 1 for candidate in choice.candidates)
        if not player.engine.searches:
            assert set(looked_at) == set(view.legal_actions())
            assert choice.nodes == 1


@every_tree_searcher
@pytest.mark.parametrize("nodes", [1, 2, 199, 200, 201, 1000])
def test_a_search_uses_its_nodes_to_the_last(player: Player, nodes: int) -> None:
    bot = compiled_bot(player)
    for view in some_views(4):
        at = Position.determinize(view, 0)
        last = [action for action in view.legal_actions() if at.play(action).end is not None]
        choice = bot.choose(view, Limit(nodes))
        assert choice.nodes == nodes
        # An action that ends the round is known without a node, and counted once.
        assert sum(candidate.nodes for candidate in choice.candidates) == nodes + len(last)


@pytest.mark.parametrize("nodes", [1, 2, 49, 50, 51, 400])
def test_the_maharaja_uses_at_most_its_nodes(nodes: int) -> None:
    """It stops when the choice is clear."""
    bot = compiled_bot(player_named("maharaja"))
    spent = [bot.choose(view, Limit(nodes)).nodes for view in some_views(6)]
    assert 1 <= min(spent) <= max(spent) <= nodes


@every_tree_searcher
def test_more_nodes_than_the_rating_was_measured_at_are_taken(player: Player) -> None:
    view = some_views(1)[0]
    assert compiled_bot(player).choose(view, Limit(player.nodes + 1)).nodes == player.nodes + 1


# The time limit


@every_searcher
def test_the_time_limit_stops_a_search_early(player: Player) -> None:
    view = Position.deal(SeededDeals(7).deal(0)).view(0)
    choice = compiled_bot(player).choose(view, Limit(nodes=10**6, seconds=0.2))
    assert 1 <= choice.nodes < 10**6
    assert choice.action in view.legal_actions()
    # It is the choice of a search of that many nodes: nothing else depends on the time.
    assert compiled_bot(player).choose(view, Limit(choice.nodes)) == choice


@every_searcher
def test_a_time_limit_that_is_not_reached_changes_nothing(player: Player) -> None:
    view = some_views(1)[0]
    limited = compiled_bot(player).choose(view, Limit(nodes=777, seconds=10_000))
    assert limited == compiled_bot(player).choose(view, Limit(nodes=777))


@every_searcher
def test_even_the_shortest_limit_leaves_time_for_a_choice(player: Player) -> None:
    view = some_views(1)[0]
    choice = compiled_bot(player).choose(view, Limit(10_000, seconds=1e-9))
    assert choice.nodes >= 1
    assert choice.action in view.legal_actions()


# Characters


def test_every_player_has_a_name_of_its_own_and_a_character() -> None:
    assert [name for name in NAMES if name in SEVEN] == SEVEN
    assert len({player.character for player in LADDER}) == len(LADDER)
    for player in LADDER:
        assert player.character.endswith(".")
        assert "\n" not in player.character
        assert player_named(player.name) is player
        assert compiled_bot(player).name == player.name
        assert player.limit == Limit(player.nodes)


def without_memory(at: Position) -> Position | None:
    """The same position, but the mover has not seen its opponent take anything."""
    fields = dict(word.split("=") for word in str(at).split())
    name = f"hand{other(at.turn)}"
    hidden, _, shown = fields[name].partition("+")
    if not shown or len(hidden.replace("-", "") + shown) > 5:
        return None
    fields[name] = hidden.replace("-", "") + shown
    return Position.parse(" ".join(f"{field}={fields[field]}" for field in fields))


def choices_that_differ(name: str) -> tuple[int, int]:
    """How often a player acts differently without memory, and how often it was asked."""
    bot = compiled_bot(player_named(name), 2)
    differ = asked = 0
    for at in (at for played in sample_rounds(10) for at in played[:-1]):
        twin = without_memory(at)
        if twin is not None:
            limit, seat = Limit(min(bot.player.nodes, 50)), at.turn
            here, there = (bot.choose(one.view(seat), limit).action for one in (at, twin))
            differ += here != there
            asked += 1
    return differ, asked


def test_the_novice_does_not_remember_what_the_opponent_took() -> None:
    differ, asked = choices_that_differ("novice")
    assert asked > 50
    assert differ == 0


@pytest.mark.parametrize("name", ["greedy", "trader", "vizier"])
def test_stronger_players_remember(name: str) -> None:
    assert choices_that_differ(name)[0] > 0


@pytest.mark.parametrize("name", ["greedy", "trader", "merchant"])
def test_a_sensible_player_sells_five_diamonds(name: str) -> None:
    at = position(market="LLCKK", hand0="DDDDD")
    choice = compiled_bot(player_named(name)).choose(at.view(0), Limit(200))
    assert choice.action == parse_action("-DDDDD")
    assert choice.value is not None
    assert choice.value > 0.6


# What is refused


@every_player
@given(at=running_positions())
@settings(max_examples=10)
def test_the_seat_that_waits_has_nothing_to_choose(player: Player, at: Position) -> None:
    with pytest.raises(NotToAct, match=f"seat {at.turn} is to act"):
        compiled_bot(player).choose(at.view(other(at.turn)), Limit())


@every_player
@given(at=finished_positions())
@settings(max_examples=5)
def test_after_the_round_there_is_nothing_to_choose(player: Player, at: Position) -> None:
    for seat in (at.turn, other(at.turn)):
        with pytest.raises(NotToAct, match="over"):
            compiled_bot(player).choose(at.view(seat), Limit())


def test_a_player_is_read_from_its_name() -> None:
    for player in LADDER:
        assert parse_player(player.name) == (player, player.limit)
    assert parse_player("maharaja:50") == (player_named("maharaja"), Limit(50))
    assert parse_player("merchant:500") == (player_named("merchant"), Limit(500))
    assert parse_player(f"trader:{MOST_NODES}") == (player_named("trader"), Limit(MOST_NODES))


@pytest.mark.parametrize(
    "text", ["grandmaster", "", "Merchant", "merchant ", ":5", "grandmaster:5"]
)
def test_an_unknown_name_is_answered_with_the_names_there_are(text: str) -> None:
    with pytest.raises(UnknownBot) as caught:
        parse_player(text)
    assert f"named {text.partition(':')[0]}; " in str(caught.value)
    assert ", ".join(NAMES) in str(caught.value)


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("merchant:0", "not 0"),
        ("merchant:10000001", "not 10000001"),
        ("merchant:-5", "'-5'"),
        ("merchant:abc", "'abc'"),
        ("merchant:", "''"),
        ("merchant:5.5", "'5.5'"),
        ("merchant:²", "'²'"),
        ("merchant:99999999999", "99999999999"),
        ("merchant:5:5", "'5:5'"),
        ("greedy:5", "greedy does not search"),
        ("random:1", "random does not search"),
        ("novice:", "novice does not search"),
        ("vizier:5", "vizier does not search"),
        ("maharaja:0", "not 0"),
    ],
)
def test_a_number_of_nodes_that_cannot_be_is_refused(text: str, told: str) -> None:
    with pytest.raises(LimitError) as caught:
        parse_player(text)
    assert told in str(caught.value)


@pytest.mark.parametrize("nodes", [0, -1, MOST_NODES + 1])
def test_a_limit_is_a_number_of_nodes(nodes: int) -> None:
    with pytest.raises(LimitError, match=f"not {nodes}") as caught:
        Limit(nodes)
    assert str(MOST_NODES) in str(caught.value)


@pytest.mark.parametrize("seconds", [0.0, -1.0, float("nan")])
def test_a_time_limit_is_some_time(seconds: float) -> None:
    with pytest.raises(LimitError, match="more than 0 seconds"):
        Limit(seconds=seconds)


@pytest.mark.parametrize("name", ["random", "novice", "greedy", "merchant", "vizier", "maharaja"])
def test_an_action_that_ends_the_round_has_its_exact_value(name: str) -> None:
    at = Position.parse(
        "turn=0 start=1 market=DCPLK hand0=S+SCCPLL hand1=+DSPP herd0=7 herd1=3 deck=- "
        "sold=DDDDGGGGGGSSSCCCCCPPPPLLLLLLL piles=1,0,2,2,3,2 tokens0=D77G665C5322P2L1111 "
        "tokens1=D55G55S555C3P533L432 bonus0=21/6/- bonus1=33/-/- bonuses=221/44565/TT988 "
        "exchanges=0/40 end=-"
    )
    view = at.view(0)
    player, ending = player_named(name), TakeCamels(1)
    choice = compiled_bot(player).choose(view, Limit(10 if player.engine.searches else 1))
    exact = chance_at_the_end(view.array, code_of(ending), new_ways()) / WIN
    assert 0.85 < exact < 0.95
    known = np.float32(exact) if player.engine.uses_network else exact
    assert [some.value for some in choice.candidates if some.action == ending] == [known]
