"""What the bots' tests have: the tiny network of the learned players, and time for programs."""

from ..bots.conftest import patient, tiny_network

__all__ = ["patient", "tiny_network"]
