"""Processes in which bots think, so that no thought stops a table. They are handed views only."""

from .pool import FALLBACK_BOT, BotAnswer, Workers
from .process import Fallback

__all__ = ["FALLBACK_BOT", "BotAnswer", "Fallback", "Workers"]
