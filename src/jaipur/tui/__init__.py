"""The terminal: a client of tables, in this process or on a server, drawn or line by line."""

import logging

# What the session logs is for who runs a server: here it would be written across the table.
logging.getLogger("jaipur").addHandler(logging.NullHandler())
