"""The same tiny network as for the bots, for tests that do not need good play."""

from tests.bots.conftest import tiny_network

__all__ = ["tiny_network"]
