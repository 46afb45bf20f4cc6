"""The HTTP server: a thin shell around the session. It contains no rules of the game."""

from ..extras import require

require("server", __name__)
