"""A tiny network for tests that run the learned players interpreted, or often."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from jaipur.bots.network import Council
from jaipur.bots.weights_file import (
    NETWORK_VARIABLE,
    forget_shipped,
    save_networks,
    shipped_council,
)
from tests.bots.networks import random_network


@pytest.fixture(scope="module")
def tiny_network(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Council]:
    """The learned players play by two tiny networks, nearly alike, to the end of the file."""
    path = tmp_path_factory.mktemp("network") / "tiny.npz"
    one = random_network()
    other = one._replace(last=one.last + 0.3 * random_network(seed=2).last)
    save_networks(path, (one, other), "tiny")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv(NETWORK_VARIABLE, str(path))
        forget_shipped()
        yield shipped_council()
    forget_shipped()
