"""The network as PyTorch trains it is the network that plays."""

import numpy as np
import pytest
import torch

from jaipur.bots.action_values import new_value_workspace, value_options
from jaipur.bots.afterstate import AFTERSTATE
from jaipur.bots.network import FeatureSet, rounded
from jaipur.compiled import compiled
from jaipur.train.model import (
    LEAST_PEAK,
    ValueModel,
    model_of,
    one_hot,
    predict,
    shipped_model,
    without_silent_units,
)
from jaipur.train.option_values import OptionValues
from jaipur.train.tables import TableBatch

from ..workspace import PROCESSOR
from .models import small_model, some_features

RESIDUAL = pytest.mark.parametrize("residual", [False, True], ids=["plain", "residual"])


@RESIDUAL
def test_what_plays_values_options_as_what_was_trained(residual: bool) -> None:
    """Up to the rounding of play, which computes with bytes."""
    torch.manual_seed(1)
    model, tables = small_model(64, 16, residual=residual), TableBatch(PROCESSOR, 40, 1)
    tables.deal()
    options = OptionValues(tables)
    options.list_options()
    values = options.values(model).numpy()
    playing = rounded(model.export(options.describe_all()), AFTERSTATE)
    workspace, value = new_value_workspace(playing), compiled(value_options)
    for table, view in enumerate(tables.views.numpy()):
        count, first = value(view, playing, workspace), int(options.first[table])
        assert count == tables.counts[table]
        chances, margins = values[:, first : first + count]
        np.testing.assert_allclose(workspace.values[0, :count], chances, atol=0.01)
        np.testing.assert_allclose(workspace.values[1, :count], margins, atol=0.5)
    assert values[0].std() > 0.02


@RESIDUAL
def test_the_model_computes_what_its_layers_say(residual: bool) -> None:
    torch.manual_seed(2)
    model, features = small_model(24, 8, residual=residual), some_features(50)
    network = model.export(features)
    hidden = np.maximum(network.rows[features].sum(1) + network.bias, 0)
    out = hidden @ network.second + network.second_bias
    out = np.where(out > 0, out, out / 8)
    if residual:
        third = out @ network.third + network.third_bias
        out += np.where(third > 0, third, third / 8)
    answers = out @ network.last + network.last_bias
    np.testing.assert_allclose(answers, model(features).detach().numpy(), atol=1e-5)


def test_a_processor_adds_the_rows_that_a_gpu_multiplies() -> None:
    torch.manual_seed(2)
    model, features = small_model(24, 8), some_features(50)
    hot = one_hot(features, len(model.rows), torch.float32)
    product = torch.addmm(model.bias, hot, model.rows).relu()
    torch.testing.assert_close(model.first_layer(features), product)


def test_peaks_are_the_largest_outputs_on_the_sample() -> None:
    torch.manual_seed(3)
    model, features = small_model(24, 8), some_features(50)
    with torch.no_grad():
        model.bias[3] = -1000
        model.second.bias[2] = -1000
        hidden = model.first_layer(features)
        out = model.second_layer(hidden)
    network = model.export(features)
    assert network.peaks[3] == np.float32(LEAST_PEAK)
    lively = np.arange(24) != 3
    np.testing.assert_allclose(network.peaks[lively], hidden.numpy().max(0)[lively], rtol=1e-6)
    np.testing.assert_allclose(network.second_peaks, np.abs(out.numpy()).max(0), rtol=1e-6)
    # The largest magnitude may be that of a value below zero.
    assert (-out.amin(0) > out.amax(0)).any()


def test_silent_units_are_left_out() -> None:
    torch.manual_seed(3)
    model, features = small_model(24, 8), some_features(50)
    with torch.no_grad():
        model.bias[3] = model.bias[20] = -1000
    network = model.export(features)
    smaller = without_silent_units(network)
    assert (len(network.bias), len(smaller.bias)) == (24, 22)
    torch.testing.assert_close(model_of(smaller)(features), model(features))


@RESIDUAL
def test_a_network_becomes_the_model_it_was(residual: bool) -> None:
    torch.manual_seed(4)
    model, features = small_model(24, 8, residual=residual), some_features(50)
    again = model_of(model.export(features))
    torch.testing.assert_close(again(features), model(features))
    for before, after in zip(model.export(features), again.export(features), strict=True):
        assert np.array_equal(before, after)


def test_units_that_are_added_have_no_influence_but_can_learn() -> None:
    torch.manual_seed(5)
    model, features = small_model(21, 8), some_features(50)
    again = model_of(model.export(features))
    assert again.rows.shape[1] == 24
    torch.testing.assert_close(again(features), model(features))
    again(features).sum().backward()
    assert again.second.weight.grad[:, 21:].any()


def test_a_model_has_the_features_it_is_given() -> None:
    features = FeatureSet([3, 5])
    model = ValueModel(features, 16, 4, residual=False)
    sample = torch.tensor([[0, 3], [2, 7]], dtype=torch.int16)
    network = model.export(sample)
    assert network.rows.shape == (8, 16)
    torch.testing.assert_close(model_of(network, features)(sample), model(sample))


def test_the_shipped_network_is_a_model() -> None:
    tables = TableBatch(PROCESSOR, 40, 1)
    tables.deal()
    options = OptionValues(tables)
    options.list_options()
    values = predict(shipped_model(), options.describe_all())[0]
    # At the beginning of a round nobody has won.
    assert 0.3 < float(values.mean()) < 0.6
    assert float(values.min()) > 0.1
