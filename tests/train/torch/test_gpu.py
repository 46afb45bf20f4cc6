"""What only a GPU has: recorded steps, and the check against the processor."""

import pytest
import torch

from jaipur.train.check import check_device
from jaipur.train.devices import device_named
from jaipur.train.duel import duel
from jaipur.train.learner import Learner, LearningRates
from jaipur.train.model import to_play
from jaipur.train.self_play import PlaySettings, SelfPlay
from jaipur.train.tables import TableBatch

from .models import small_model

pytestmark = pytest.mark.skipif(not torch.cuda.is_available(), reason="there is no GPU")
RATES = LearningRates(1e-3, 1e-3, batch_size=256, ema_decay=0.9)


def test_the_gpu_plays_as_the_processor() -> None:
    done = check_device(device_named("cuda"), tables=64, plies=100, seed=1)
    assert done.rounds > 30
    assert 0 < done.difference < 0.02


def test_recorded_steps_learn_as_plain_ones() -> None:
    """With tries and without them; only the order of additions differs."""
    torch.manual_seed(1)
    start = small_model(64, 16, residual=True).cuda()
    self_play = SelfPlay(TableBatch(device_named("cuda"), 256, 1))
    chance = torch.Generator("cuda").manual_seed(1)
    player = to_play(small_model(64, 16), "cuda")
    windows = [
        self_play.play_window(player, 16, PlaySettings(0.1, 0.04, 0.85, searching), chance)
        for searching in (False, True)
    ]
    learners = []
    for captured in (True, False):
        learner = Learner(small_model(64, 16, residual=True).cuda(), RATES)
        learner.model.load_state_dict(start.state_dict())
        learner.average.load_state_dict(start.state_dict())
        learner._on_gpu = captured
        losses = [
            learner.learn(window, 0.0, torch.Generator("cuda").manual_seed(2)) for window in windows
        ]
        learners.append((losses, learner))
    (recorded_losses, recorded), (losses, plain) = learners
    assert recorded.steps == plain.steps > 10
    assert recorded_losses == pytest.approx(losses, rel=1e-3)
    for name, some in plain.tensors().items():
        torch.testing.assert_close(some, recorded.tensors()[name], rtol=0.01, atol=1e-3, msg=name)


def test_a_model_against_itself_wins_half_on_a_gpu_too() -> None:
    torch.manual_seed(2)
    model = to_play(small_model(64, 16), "cuda")
    found = duel(device_named("cuda"), model, model, 64)
    assert found.rounds == 128
    assert found.share == pytest.approx(0.5, abs=0.05)
