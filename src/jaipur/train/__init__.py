"""Training by self-play: makes the network of the strongest players (docs/training.md)."""
