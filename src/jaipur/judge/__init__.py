"""Judging: what each decision of a match is worth, and how much was luck."""
