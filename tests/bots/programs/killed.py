"""Is killed while it thinks."""

import os
import signal
import sys

sys.stdin.readline()
os.kill(os.getpid(), signal.SIGKILL)
