"""Worker processes for bots, so that a thinking bot never blocks a table. They get views only."""
