"""Types, limits and values in the words of pages."""

from __future__ import annotations

import json
import re
from typing import assert_never

from mapper.model import Contribution, Reference, Type
from mapper.model.limits import ExactlyOneOf, Length, Limit, MultipleOf, OneOf, Pattern, Range, Size, Unique
from mapper.origin import PartKind, part_named
from mapper.text.numbers import number_words
from mapper.text.plural import several

from .views import LimitView
from .wording import ENGLISH, Words

_MOST_SAID = 40
"""The maximum number of values that are searched for in a description."""


def limit_in_words(limit: Limit, type_: Type, say: Words = ENGLISH) -> LimitView:
    """A limit in words: *1 to 64 characters*, *one of a, b*."""
    match limit:
        case OneOf(values):
            return LimitView(say("one of"), tuple(map(literal, values)), say("Allowed"), is_list=True)
        case Pattern(expression):
            return LimitView(say("matches"), (expression,), say("Pattern"))
        case ExactlyOneOf(names):
            return LimitView(say("exactly one of it and"), names, say("Exactly one"), say("of it and"))
        case Unique():
            return LimitView(say("no item twice"), (), say("Items"), say("none twice"))
        case Length(least, most):
            return _labelled(say("Length"), _range_in_words(least, most, "character", say))
        case Size(least, most):
            is_map = getattr(type_, "kind", getattr(type_, "mode", "")) == "map"
            return _labelled(say("Size"), _range_in_words(least, most, "entry" if is_map else "item", say))
        case Range(above, below, True):
            sides = (("more than {number}", above), ("less than {number}", below))
            words = [say(phrase, number=_digits(side)) for phrase, side in sides if side is not None]
            both = say("{first} and {second}", first=words[0], second=words[1]) if len(words) > 1 else "".join(words)
            return _labelled(say("Range"), both)
        case Range(least, most):
            return _labelled(say("Range"), _range_in_words(least, most, "", say))
        case MultipleOf(number):
            return LimitView(
                say("a multiple of {number}", number=_digits(number)), (), say("Multiple of"), _digits(number)
            )
    assert_never(limit)


def _labelled(label: str, text: str) -> LimitView:
    return LimitView(text, (), label, text)


def is_said(limit: LimitView, description: str) -> bool:
    """Whether a description contains all allowed values, so that a list of them adds nothing."""
    if not limit.is_list or len(limit.values) > _MOST_SAID:
        return False
    words = set(re.findall(r"[\w.+-]*\w", description))
    return all(value.strip('"') in words for value in limit.values)


def reference_in_words(reference: Reference, say: Words = ENGLISH) -> LimitView:
    """The entity that a value names: *the path of a Role (iam)*."""
    words = say("names a {kind} of {service} by its", kind=reference.entity.name, service=reference.provider)
    return LimitView(words, (reference.path,))


def _range_in_words(least: float | None, most: float | None, noun: str, say: Words) -> str:
    if least == most and least is not None:
        return _counted(say("exactly {number}", number=_digits(least)), least, noun, say)
    if least is None:
        return _counted(say("at most {number}", number=_digits(most or 0)), most or 0, noun, say)
    if most is None:
        return _counted(say("at least {number}", number=_digits(least)), least, noun, say)
    return _counted(say("{least} to {most}", least=_digits(least), most=_digits(most)), most, noun, say)


def _digits(number: float) -> str:
    return number_words(number, ",")


def _counted(text: str, count: float, noun: str, say: Words) -> str:
    if not noun:
        return text
    return f"{text} {say(noun if count == 1 else several(noun))}"


def literal(value: object) -> str:
    """A value as JSON."""
    return json.dumps(value, ensure_ascii=False)


def says_more(deprecation: str) -> bool:
    """Whether a deprecation message says more than that something is deprecated."""
    return not re.fullmatch(r"(?:(?:this|the) [\w ]+|it) is deprecated\.?", deprecation.strip(), re.IGNORECASE)


def role_in_words(role: str, say: Words = ENGLISH) -> str:
    """The part of an operation that is a source, such as *create request body*."""
    if not say.own:
        return role
    part = part_named(role)
    if part.kind is PartKind.OTHER:
        return say(part.of)
    if part.kind is PartKind.PARAMETER:
        return say("{place} parameter", place=part.of)
    phrase = f"{{operation}} {part.kind}" + (" {status}" if part.code else "")
    return say(phrase, operation=say(part.of), status=part.code)


def contribution_in_words(contribution: Contribution, noun: str) -> str:
    """The contribution of a source, with the system's word for an attribute."""
    return str(contribution).replace("attribute", noun)
