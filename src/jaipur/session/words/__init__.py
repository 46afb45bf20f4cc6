"""What a table tells in words: made once, for one viewer in their language, and sent with it."""
