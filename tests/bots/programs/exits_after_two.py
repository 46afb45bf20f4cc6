"""Answers two views and ends."""

import json
import sys

for _ in range(2):
    sys.stdout.write(json.loads(sys.stdin.readline())["legal_actions"][0] + "\n")
    sys.stdout.flush()
