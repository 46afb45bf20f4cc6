"""Many games between bots, and what they prove (docs/bots.md)."""
