"""A computer on which the network of the learned players is missing."""

from __future__ import annotations

import pytest

from jaipur.bots.network_file import NETWORK_VARIABLE, forget_shipped

NOWHERE = "/nowhere/network.npz"


def take_network_away(monkeypatch: pytest.MonkeyPatch) -> None:
    """Until the end of the test the learned players look for a file that is not there."""
    monkeypatch.setenv(NETWORK_VARIABLE, NOWHERE)
    forget_shipped()


def bring_network_back(monkeypatch: pytest.MonkeyPatch) -> None:
    """The learned players find their network again."""
    monkeypatch.delenv(NETWORK_VARIABLE)
