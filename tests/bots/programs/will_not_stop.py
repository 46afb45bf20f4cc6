"""Answers well, but ignores the end of its input and every signal it can."""

import json
import signal
import sys

for number in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP):
    signal.signal(number, signal.SIG_IGN)
for line in sys.stdin:
    sys.stdout.write(json.loads(line)["legal_actions"][0] + "\n")
    sys.stdout.flush()
while True:
    signal.pause()
