"""Processes in which bots think, so that no thought stops a table. They are handed views only."""
