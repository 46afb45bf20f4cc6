"""Answers with a line that never ends."""

import sys

sys.stdin.readline()
while True:
    sys.stdout.write("+G" * 1000)
