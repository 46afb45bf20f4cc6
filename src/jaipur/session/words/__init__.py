"""Sentences about events and results, in a viewer's language, which are sent with the data."""
