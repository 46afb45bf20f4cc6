"""Players: they are handed a view and a limit, and choose (docs/bots.md)."""
