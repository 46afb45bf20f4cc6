"""Learning by self-play: how the network of the strongest players is made (docs/training.md)."""
