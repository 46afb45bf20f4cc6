"""Hypothesis draws the same examples every time, and takes the time it needs."""

from hypothesis import settings

settings.register_profile("jaipur", deadline=None, derandomize=True, max_examples=100)
settings.load_profile("jaipur")
