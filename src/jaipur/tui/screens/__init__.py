"""The screens of the terminal: each takes data and ends with a choice."""
