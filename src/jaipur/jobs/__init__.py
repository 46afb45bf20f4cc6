"""Jobs: long work for one person, in a separate process, so that nobody else waits for it."""
