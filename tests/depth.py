"""How much is tested: a fast form, and more with JAIPUR_DEEP in the environment.

`run.py test` tries little and leaves out what is marked `long`; `run.py page` and `run.py trust`
try all of it.
"""

import os

import pytest

IS_DEEP = "JAIPUR_DEEP" in os.environ

long = pytest.mark.long
"""For a test whose promise a faster one keeps as well, at less length."""


def tried(fast: int, deep: int) -> int:
    """The number of cases to try."""
    return deep if IS_DEEP else fast
