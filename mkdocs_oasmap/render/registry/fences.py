"""Fences for handwritten code; for code with texts of an API, use `plain_text.code_block`."""

from __future__ import annotations


def fenced(language: str, text: str) -> str:
    """A handwritten example as a code block, with a fence longer than any inside."""
    longest, run = 0, 0
    for character in text:
        run = run + 1 if character == "`" else 0
        longest = max(longest, run)
    fence = "`" * max(3, longest + 1)
    return f"{fence}{language}\n{text}\n{fence}"
