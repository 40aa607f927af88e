"""Compares two mappings: what changed since a baseline, the severity, whom each change breaks, and what caused it."""
