"""The drawn terminal interface, built with Textual."""

import logging

# The session's log is for server operators; here it would be printed over the screen.
logging.getLogger("jaipur").addHandler(logging.NullHandler())
