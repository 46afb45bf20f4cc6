"""The terminal's sentences: the same as the page's, from the same data."""
