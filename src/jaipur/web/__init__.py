"""The HTTP interface: a thin shell around the session. No rule lives here."""
