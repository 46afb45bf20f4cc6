"""The HTTP interface: a thin shell around the session. No rule lives here."""

from ..extras import require

require("server", __name__)
