"""The players of the ladder, one file each: what they need to think."""
