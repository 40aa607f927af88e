"""Text for people: numbers, plurals, similar words, and characters that must not act."""
