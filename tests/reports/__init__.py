"""Situations that people report in public, each rebuilt with an input of its own: what we say and write today."""
