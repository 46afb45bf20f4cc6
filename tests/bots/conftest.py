"""A tiny network for learned players that run interpreted or often, and time for programs."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from jaipur.bots import position_network, program, program_bot, rollouts
from jaipur.bots.network import RoundedNetwork, rounded
from jaipur.bots.network_file import (
    NETWORK_VARIABLE,
    forget_shipped,
    save_network,
    shipped_network,
)
from jaipur.bots.position_network import POSITION_FEATURES
from tests.bots.networks import random_network
from tests.patience import PATIENCE


@pytest.fixture(autouse=True)
def patient(monkeypatch: pytest.MonkeyPatch) -> None:
    """A busy machine is no failure of a program."""
    monkeypatch.setattr(program_bot, "ANSWER_SECONDS", PATIENCE)
    monkeypatch.setattr(program, "_EXIT_SECONDS", PATIENCE)
    monkeypatch.setattr(program, "_LAST_WORDS_SECONDS", PATIENCE)


@pytest.fixture(scope="module")
def tiny_network(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RoundedNetwork]:
    """The learned players play by a tiny network to the end of the file."""
    path = tmp_path_factory.mktemp("network") / "tiny.npz"
    save_network(path, random_network(), "tiny")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv(NETWORK_VARIABLE, str(path))
        forget_shipped()
        patch.setattr(rollouts, "rollout_network", shipped_network)
        yield shipped_network()
    forget_shipped()


@pytest.fixture(scope="module")
def tiny_networks(tiny_network: RoundedNetwork) -> Iterator[None]:
    """Rollouts, too, are valued by a tiny network, which interpreted code can afford."""
    network = rounded(random_network(rows=POSITION_FEATURES.rows), POSITION_FEATURES)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(position_network, "position_network", lambda: network)
        yield
