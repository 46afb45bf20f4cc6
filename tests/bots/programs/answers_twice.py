"""Writes two lines for every view."""

import json
import sys

for line in sys.stdin:
    first = json.loads(line)["legal_actions"][0]
    sys.stdout.write(f"{first}\n-LLL\n")
    sys.stdout.flush()
