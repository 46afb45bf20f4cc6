"""Answers well, but only once there is a file that its argument names."""

import json
import sys
import time
from pathlib import Path

for line in sys.stdin:
    while not Path(sys.argv[1]).exists():
        time.sleep(0.01)
    sys.stdout.write(json.loads(line)["legal_actions"][0] + "\n")
    sys.stdout.flush()
