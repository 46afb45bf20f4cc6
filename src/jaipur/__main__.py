"""The `jaipur` command, also as `python -m jaipur`."""

import gc
import sys

INTERRUPTED = 130


def main() -> None:
    """Run the command; Ctrl-C ends it quietly, even while modules are still loading."""
    gc.disable()  # there is nothing to collect while modules load
    try:
        from .cli import main as run

        gc.freeze()
        gc.enable()
        run()
    except KeyboardInterrupt:
        sys.exit(INTERRUPTED)


if __name__ == "__main__":
    main()
