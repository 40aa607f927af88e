"""Code that somebody wrote by hand, as it is; for code with texts of an API there is `plain_text.code_block`."""

from __future__ import annotations


def fenced(language: str, text: str) -> str:
    """A hand-written example as a block of code, with a fence that is longer than any in it."""
    longest, run = 0, 0
    for character in text:
        run = run + 1 if character == "`" else 0
        longest = max(longest, run)
    fence = "`" * max(3, longest + 1)
    return f"{fence}{language}\n{text}\n{fence}"
