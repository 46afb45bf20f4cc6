"""Where long work is done for one person, without anybody else waiting for it."""
