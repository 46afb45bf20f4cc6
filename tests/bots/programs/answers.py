"""Answers every view with its first argument, whatever was asked."""

import sys

for _ in sys.stdin:
    sys.stdout.write(sys.argv[1] + "\n")
    sys.stdout.flush()
