"""Ends the first time it runs; a file named by its argument tells it whether it ran before."""

import json
import sys
from pathlib import Path

flag = Path(sys.argv[1])
if not flag.exists():
    flag.touch()
    sys.exit(1)
for line in sys.stdin:
    sys.stdout.write(json.loads(line)["legal_actions"][-1] + "\n")
    sys.stdout.flush()
