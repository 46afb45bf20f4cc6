"""`python -m jaipur` is the `jaipur` command."""

from .cli import main

main()
