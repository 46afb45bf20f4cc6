"""What the terminal says: the same sentences as the page, from the same data."""
