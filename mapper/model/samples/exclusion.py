"""Attributes of one object that an example does not set together.

Schemas rarely say so: a description does, or the names, such as `name` and `names`.
"""

import re
from collections.abc import Iterable
from functools import lru_cache

from mapper.text.inflection import singular

from ..attribute import Attribute, Collection

_SIGNS = ("exclusive", "not ", "conflict", "one of")
"""What is looked for first, as most descriptions have none of it: a pattern of them takes ten times as long."""

_EXCLUSIVE = re.compile(
    r"mutually exclusive|(?:can ?not|may not|must not|should not) be (?:used|set|specified|combined|provided|given)\b"
    r"|\bconflicts? with\b|\bnot both\b"
    r"|\bonly one of\b",
    re.IGNORECASE,
)
_CONDITION = re.compile(r"\b(?:unless|without|when|if)\b", re.IGNORECASE)
_SENTENCE = re.compile(r"(?<=[.!?])\s+|\n+|<br>")
_CODE = re.compile(r"`([^`\n]+)`")
_LONG_NAME = re.compile(r"\b[a-z0-9]+(?:_[a-z0-9]+)+\b|\b[a-z]+(?:[A-Z][a-z0-9]*)+\b")


def without_excluded(attributes: Iterable[Attribute], required: Iterable[Attribute] = ()) -> list[Attribute]:
    """The attributes without those that an earlier one, or a `required` one, excludes by a description of either."""
    attributes, required = list(attributes), list(required)
    if not any(map(_excluded_by, attributes)) and not any(map(_excluded_by, required)):  # as in most objects
        return attributes
    names, excluded, kept = set[str](), set[str](), list[Attribute]()

    def show(attribute: Attribute, excludes: frozenset[str]) -> None:
        names.update((attribute.name, attribute.source_name))
        excluded.update(excludes)

    for attribute in required:
        show(attribute, _excluded_by(attribute))
    for attribute in attributes:
        excludes = _excluded_by(attribute)
        if names.isdisjoint(excludes) and excluded.isdisjoint((attribute.name, attribute.source_name)):
            show(attribute, excludes)
            kept.append(attribute)
    return kept


def are_twins(one: Attribute, other: Attribute) -> bool:
    """Whether one is a value and the other a list of such values, by type and name: `name` and `names`."""
    many, single = (one, other) if isinstance(one.type, Collection) else (other, one)
    if not isinstance(many.type, Collection) or many.type.element != single.type or many.name[:2] != single.name[:2]:
        return False
    return many.name != single.name and singular(many.name) == single.name


def _excluded_by(attribute: Attribute) -> frozenset[str]:
    """The names that the description of an attribute excludes."""
    return _excluded_names(attribute.description) if attribute.description else frozenset()


@lru_cache(maxsize=4096)
def _excluded_names(description: str) -> frozenset[str]:
    """The names in sentences that say what an attribute excludes: in code, or of several words."""
    text = description.lower()
    if not any(map(text.__contains__, _SIGNS)):
        return frozenset()
    sentences = [
        sentence
        for sentence in _SENTENCE.split(description)
        if _EXCLUSIVE.search(sentence) and not _CONDITION.search(sentence)
    ]
    return frozenset(
        name for sentence in sentences for name in (*_CODE.findall(sentence), *_LONG_NAME.findall(sentence))
    )
