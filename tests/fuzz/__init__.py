"""Feeds broken and odd input to everything that reads input: `python -m tests.fuzz`."""
