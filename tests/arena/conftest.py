"""The tiny network of the bots' tests, for the learned players in the arena."""

from ..bots.conftest import tiny_network

__all__ = ["tiny_network"]
