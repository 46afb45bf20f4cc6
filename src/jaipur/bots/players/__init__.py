"""The players of the ladder, one file per engine."""
