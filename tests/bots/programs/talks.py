"""Answers well, after more words on standard error than a pipe holds."""

import json
import sys

for line in sys.stdin:
    sys.stderr.write("thinking\n" * 20_000)
    sys.stdout.write(" " + json.loads(line)["legal_actions"][0].lower() + " \r\n")
    sys.stdout.flush()
