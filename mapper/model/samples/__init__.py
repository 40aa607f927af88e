"""Example values, from types, limits and patterns."""
