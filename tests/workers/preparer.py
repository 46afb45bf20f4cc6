"""A stand-in for the process that compiles: it answers with the shares it is given, in turn.

`fail` ends it; `wait` waits for a file named go in the folder, which comes second.
"""

import json
import sys
import time
from pathlib import Path

folder, words = Path(sys.argv[1]), sys.argv[2].split(",")
with (folder / "prepared").open("a", encoding="utf-8") as file:
    file.write(sys.argv[3] + "\n")
for _ in sys.stdin:
    word = words.pop(0) if len(words) > 1 else words[0]
    if word == "fail":
        sys.exit(1)
    while word == "wait" and not (folder / "go").exists():
        time.sleep(0.01)
    said = {"share": 1 if word == "wait" else float(word)} if word[0] != "{" else None
    sys.stdout.write((json.dumps(said) if said else word) + "\n")
    sys.stdout.flush()
