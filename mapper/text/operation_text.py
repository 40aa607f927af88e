"""What an operation says about its object: *A zone* of *Create a zone*."""

import re

from .plural import capital

# Patterns are compiled where they are first used: writing a schema alone needs none of them.

_VERB = (
    r"(?i)\A(?:add(?![^.]*\sto\s)|create|fetch|find|get|list|make|read|retrieve|return|show)s?"
    r"\s+(?=(?:a|all|an|any|one|the|your)\s)"
)
"""The verb that the summary of an operation begins with. In *Add a key to a lock*, the verb stays."""

_NEW = r"(?i)\b(an?)\s+(?:new|existing)\s+(?=(\w+))"
_VOWEL = r"(?i)(?:[aeio]|u(?!ni|s|ti|r))"

_NAMED = (
    r"(?i)\A(?:add|assign|configure|create|generate|get|read|replace|retrieve|set|update)s?(?:(?:\s*/\s*|\s+or\s+)\w+)?\s+"
    r"(?:(?:a|an|one|the|your)\s+)?(?:(?:new|existing)\s+)?"
    r"(?P<name>(?!(?:by|for|from|in|of|on|to|with)\s)[\w-]+(?:\s+(?!(?:by|for|from|in|of|on|to|with)\s)[\w-]+){0,3})"
    r"(?=\.?\Z|\.?\s+\(|\.\s|\s+(?:by|for|from|in|to|with)\s)"
)
"""A summary that says what an operation makes or reads: *Create a new CDN endpoint for a site*. In *Get the level of
access*, the name goes on."""

_REQUEST = (
    r"\ATo [^.\n]{1,200}?\b(?:issue|make|perform|send|submit|use)\b[^.\n]{0,40}\b(?:DELETE|GET|HEAD|PATCH|POST|PUT)\b"
)
"""The beginning of a description that says which request to send, and not what it is about."""


def object_text(text: str, summary: str) -> str:
    """A text about the object of an operation, for its page and its schema.

    `text` is the operation's description or its `summary`; of a summary, the verb goes. Where a description says which
    request to send, the summary comes before it.
    """
    summary = summary.strip()
    if not summary or not (text.strip() == summary or re.match(_REQUEST, text)):
        return text
    about = capital(re.sub(_VERB, "", summary))
    return about if text.strip() == summary else f"{about}\n\n{text}"


def without_new(summary: str) -> str:
    """A summary for readers of the object, not of the request: *Create an app* of *Create a new app*."""
    return re.sub(_NEW, lambda found: f"{found[1][0]}{'n' if re.match(_VOWEL, found[2]) else ''} ", summary)


def object_name(summary: str) -> str:
    """The API's own name for the object of an operation: `repository` of *Create a repository for a user*. It is empty
    if the summary has none of at most four words.
    """
    match = re.match(_NAMED, summary.strip())
    return match["name"] if match else ""
