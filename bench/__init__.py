"""Benchmarks. `python3 run.py bench` runs the main ones and writes results.md."""
