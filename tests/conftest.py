"""Hypothesis draws the same examples every time, and takes the time it needs."""

import os
import tempfile

from hypothesis import settings

from tests.depth import tried

EXAMPLES = tried(quick=20, deep=200)
settings.register_profile("jaipur", deadline=None, derandomize=True, max_examples=EXAMPLES)
settings.load_profile("jaipur")

# No test touches the matches and preferences of whoever runs it.
_home = tempfile.TemporaryDirectory(prefix="jaipur-home-")
os.environ["JAIPUR_HOME"] = _home.name
