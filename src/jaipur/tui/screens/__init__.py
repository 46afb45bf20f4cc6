"""The screens: each takes data and is dismissed with the user's choice."""
