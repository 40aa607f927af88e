"""Applies the config to merged attributes, and rejects what the Go generator would refuse."""
