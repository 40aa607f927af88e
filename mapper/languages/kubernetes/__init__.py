"""Shared by all systems with custom resources: the text of definitions, and example manifests."""
