"""Tournaments between bots, and their statistics (docs/bots.md)."""
