"""How much is tried: a quick form, and more with JAIPUR_DEEP in the environment (run.py trust)."""

import os

IS_DEEP = "JAIPUR_DEEP" in os.environ


def tried(quick: int, deep: int) -> int:
    """How many of something are tried."""
    return deep if IS_DEEP else quick
