"""What every client of a table shares: the way to it, what is picked, and the words."""
