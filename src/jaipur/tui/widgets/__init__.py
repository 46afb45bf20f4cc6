"""The parts of the table: each draws what it is shown and says what the person wishes."""
