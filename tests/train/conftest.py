"""PyTorch is too large for the test environment; its tests run where it is installed."""

from importlib.util import find_spec

collect_ignore = [] if find_spec("torch") else ["torch"]
