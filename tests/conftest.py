"""Hypothesis draws the same examples every time, and takes the time it needs."""

import os
import tempfile

from hypothesis import settings

from tests.depth import tried
from tests.unix import left_out

EXAMPLES = tried(quick=30, deep=200)
settings.register_profile("jaipur", deadline=None, derandomize=True, max_examples=EXAMPLES)
settings.load_profile("jaipur")

collect_ignore = left_out()

# No test touches the matches and preferences of whoever runs it.
_home = tempfile.TemporaryDirectory(prefix="jaipur-home-")
os.environ["JAIPUR_HOME"] = _home.name
