"""The check of a device, here of the processor against itself."""

import pytest
import torch

from jaipur.train import check
from jaipur.train.check import DeviceDiffers, check_device, measure_speed
from jaipur.train.option_values import OptionValues

from ..workspace import PROCESSOR


def test_the_processor_plays_as_itself() -> None:
    done = check_device(PROCESSOR, tables=20, plies=100, seed=1)
    assert done.actions == 2000
    assert done.afterstates > 10_000
    assert done.rounds >= 10
    assert done.difference < 1e-5


def test_a_wrong_first_layer_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    right = OptionValues.first_layer

    def wrong(*given: object) -> torch.Tensor:
        hidden: torch.Tensor = right(*given)  # type: ignore[arg-type]  # as it was given
        hidden[-1, 0] += 1
        return hidden

    monkeypatch.setattr(OptionValues, "first_layer", wrong)
    with pytest.raises(DeviceDiffers, match="the first layer by parts, after 0 plies"):
        check_device(PROCESSOR, tables=4, plies=2, seed=1)


def test_the_speed_of_every_shape_is_measured(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(check, "SHAPES", ((16, 4, False), (32, 8, True)))
    found = measure_speed(PROCESSOR, tables=4, plies=60)
    assert [(some.width, some.second_width, some.residual) for some in found] == [
        (16, 4, False),
        (32, 8, True),
    ]
    assert all(some.rounds_a_second > 0 for some in found)
