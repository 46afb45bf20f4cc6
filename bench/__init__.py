"""What is measured. `python3 run.py bench` measures everything and writes results.md."""
