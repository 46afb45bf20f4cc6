"""The `jaipur` command, also as `python -m jaipur`."""

import sys

INTERRUPTED = 130


def main() -> None:
    """Run the command; Ctrl-C ends it quietly, also while everything is still being loaded."""
    try:
        from .cli import main as run

        run()
    except KeyboardInterrupt:
        sys.exit(INTERRUPTED)


if __name__ == "__main__":
    main()
