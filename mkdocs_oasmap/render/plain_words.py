"""Phrases of the pages as Markdown: our own contain Markdown, replacements by a site are text."""

from __future__ import annotations

import re
from functools import lru_cache

from ..pages.phrases import PHRASES
from ..pages.wording import Words, filled
from .markdown_escape import Markdown, line, prose

_TEXT = re.compile(r"[^{}]+|[{}](?!\w)")
"""The parts of a phrase that are not placeholders."""


def phrase_text(say: Words, phrase: str) -> str:
    """A phrase or its replacement; a text that is not one of our phrases is not Markdown."""
    replacement = say.find(phrase)
    if replacement != phrase:
        return Markdown(_TEXT.sub(lambda part: str(prose(part[0])), replacement))
    return Markdown(replacement) if replacement in PHRASES else replacement


@lru_cache(maxsize=2048, typed=True)  # what is Markdown is equal to a text that is none
def with_values(phrase: str, **values: object) -> Markdown:
    """A phrase with values, which are escaped unless they are Markdown."""
    return Markdown(filled(phrase, _written, values))


def _written(value: object) -> str:
    return str(value if isinstance(value, Markdown) else line(str(value)))
