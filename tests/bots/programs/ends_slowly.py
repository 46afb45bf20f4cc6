"""Closes all its pipes a while before it ends."""

import os
import sys
import time

sys.stdin.readline()
for pipe in (0, 1, 2):
    os.close(pipe)
time.sleep(0.7)
os._exit(3)
