"""Benchmarks: how long the command line takes, and where the time goes."""
