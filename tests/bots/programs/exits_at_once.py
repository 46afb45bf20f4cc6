"""Ends before it reads anything, with a reason on standard error and a stack after it."""

import sys

sys.stderr.write("starting\nCamelError: \x1b[31mno camels\n    at herd.js:1\n\nCamel.js v20\n")
sys.exit(3)
