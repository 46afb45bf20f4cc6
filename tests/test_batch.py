import numpy as np
import pytest

from jaipur import Position, SeededDeals
from jaipur.batch import ROUNDS_PER_CHUNK, play_random_rounds, play_rounds
from jaipur.deals import shuffle_box, sorted_box
from jaipur.kernel.chance import new_chance, seed_chance
from jaipur.kernel.layout import END_EXCHANGES, new_actions
from jaipur.kernel.playout import play_random_round


def test_the_same_rounds_on_any_number_of_cores() -> None:
    rounds = ROUNDS_PER_CHUNK + 10
    one, many = (play_random_rounds(rounds, 5, jobs).data for jobs in (1, 3))
    assert (one == many).all()
    assert (one[:100] == play_random_rounds(100, 5).data).all()
    assert not (one == play_random_rounds(rounds, 6).data).all()


def test_interpreted_and_compiled_batches_are_equal() -> None:
    data = np.zeros((5, 9), np.int64)
    play_rounds(11, 0, 0, *sorted_box(), data)
    assert (data == play_random_rounds(5, 11).data).all()


def test_the_data_are_those_of_the_rounds() -> None:
    """Round n of a batch is deal n of the seed, played with what is left of its stream."""
    batch = play_random_rounds(3, 17)
    for number in range(3):
        deal = SeededDeals(17).deal(number)
        assert deal.starter == batch.starter[number]
        array = Position.deal(deal, exchange_limit=None).array.copy()
        chance = new_chance()
        seed_chance(chance, 17, number)
        cards, bonuses = sorted_box()
        shuffle_box(chance, cards, bonuses)
        actions, total, most = play_random_round(array, chance, new_actions())
        result = Position._wrap(array).result
        assert result is not None
        assert (actions, total, most) == tuple(batch.data[number, :3])
        assert tuple(result.rupees) == tuple(batch.rupees[number])
        assert (-1 if result.winner is None else result.winner) == batch.winner[number]


def test_the_house_rule_can_be_switched_on() -> None:
    assert (play_random_rounds(300, 1, exchange_limit=2).end == END_EXCHANGES).any()
    assert not (play_random_rounds(300, 1).end == END_EXCHANGES).any()


def test_progress_hears_of_every_round() -> None:
    heard: list[int] = []
    play_random_rounds(ROUNDS_PER_CHUNK + 7, 1, progress=heard.append)
    assert sum(heard) == ROUNDS_PER_CHUNK + 7


def test_an_interruption_stops_the_batch() -> None:
    def interrupt(rounds: int) -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        play_random_rounds(20 * ROUNDS_PER_CHUNK, 1, progress=interrupt)
