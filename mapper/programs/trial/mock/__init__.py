"""A mock of an API, made of its description alone: it never sees what a mapping makes of the description."""
