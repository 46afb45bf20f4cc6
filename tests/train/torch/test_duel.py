"""Duels: mirrored rounds between two models."""

import pytest
import torch

from jaipur.train import duel as of_duels
from jaipur.train.duel import DuelScore, duel

from ..workspace import PROCESSOR
from .models import small_model


def test_a_model_against_itself_wins_exactly_half() -> None:
    torch.manual_seed(1)
    model = small_model(8, 4)
    assert duel(PROCESSOR, model, model, 6) == DuelScore(12, 0.5, 0.0)


def test_what_one_wins_the_other_loses(monkeypatch: pytest.MonkeyPatch) -> None:
    """The same deals are played, also when they do not fit on the tables at once."""
    torch.manual_seed(2)
    one, other = small_model(16, 4), small_model(8, 4, residual=True)
    score, mirrored = duel(PROCESSOR, one, other, 10), duel(PROCESSOR, other, one, 10)
    assert score.rounds == mirrored.rounds == 20
    assert score.share != 0.5
    assert score.share + mirrored.share == pytest.approx(1)
    assert 0 < score.error < 0.2
    assert score.error == pytest.approx(mirrored.error)
    monkeypatch.setattr(of_duels, "MOST_TABLES", 6)
    assert duel(PROCESSOR, one, other, 10) == score


def test_a_duel_can_be_stopped() -> None:
    def stop() -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        duel(PROCESSOR, small_model(8, 4), small_model(8, 4), 2, stop)
