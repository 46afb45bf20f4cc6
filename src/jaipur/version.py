"""The version, written nowhere else."""

__version__ = "0.2.0"
