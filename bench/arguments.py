"""The arguments of the scripts that train the networks of rollouts."""

from __future__ import annotations

import argparse
from pathlib import Path


def training_arguments(description: str, width: int, second: int) -> argparse.Namespace:
    """Read for how long to train, the file to write, and the sizes."""
    parser = argparse.ArgumentParser(description=description)
    parser.add_argument("seconds", type=float)
    parser.add_argument("file", type=Path)
    parser.add_argument("--tables", type=int, default=65_536)
    parser.add_argument("--width", type=int, default=width)
    parser.add_argument("--second", type=int, default=second)
    return parser.parse_args()
