"""Bots: each gets a view and a limit, and chooses an action (docs/bots.md)."""
