"""Benchmarks: how long the command line takes, where the time goes, and how far that is from the floor."""
