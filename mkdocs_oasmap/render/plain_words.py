"""Phrases of the pages as Markdown: our own are Markdown as they are, and what a site says in place of them is text."""

from __future__ import annotations

import re
from functools import lru_cache

from ..pages.phrases import PHRASES
from ..pages.wording import Words, filled
from .plain_text import Markdown, line, prose

_TEXT = re.compile(r"[^{}]+|[{}](?!\w)")
"""What of a phrase is text, and no place for a value."""


def phrase_text(say: Words, phrase: str) -> str:
    """What is said in place of a phrase. A text that is no phrase of ours stays text."""
    said = say.find(phrase)
    if said != phrase:
        return Markdown(_TEXT.sub(lambda part: str(prose(part[0])), said))
    return Markdown(said) if said in PHRASES else said


@lru_cache(maxsize=2048, typed=True)  # what is Markdown is equal to a text that is none
def with_values(phrase: str, **values: object) -> Markdown:
    """A phrase with its values, which are text unless they are Markdown."""
    return Markdown(filled(phrase, _written, values))


def _written(value: object) -> str:
    return str(value if isinstance(value, Markdown) else line(str(value)))
