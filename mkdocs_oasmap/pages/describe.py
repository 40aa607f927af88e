"""Types, limits and values in the words of pages."""

import json
import re
from typing import assert_never

from msgspec.structs import replace

from mapper.model import Address, Attribute, Collection, Contribution, Entity, Nested, Reference, Status, Type
from mapper.model.limits import (
    Each,
    ExactlyOneOf,
    Keys,
    Length,
    Limit,
    MultipleOf,
    OneOf,
    Pattern,
    Range,
    RequiredMembers,
    Size,
    Unique,
)
from mapper.system.showing import Example
from mapper.text.numbers import number_words
from mapper.text.plural import article, several

from .source_views import LimitView
from .views import AddressView, ExampleView

_MATCHES = "matches"
_OF_NAMES = {ExactlyOneOf: "exactly one of it and", RequiredMembers: "given with"}


def shown_status(attribute: Attribute) -> Status:
    """Who sets an attribute: where it has a default, the API does not choose what is left out."""
    is_filled = attribute.status is Status.COMPUTED_OPTIONAL and attribute.default is not None
    return Status.OPTIONAL if is_filled else attribute.status


def limit_in_words(limit: Limit, type_: Type) -> LimitView:
    """A limit in words: *1 to 64 characters*, *one of a, b*."""
    match limit:
        case OneOf(values):
            return LimitView("one of", tuple(map(literal, values)), is_list=True)
        case Pattern(expression):
            return LimitView(_MATCHES, (expression,))
        case ExactlyOneOf(names) | RequiredMembers(names):
            return LimitView(_OF_NAMES[type(limit)], names)
        case Unique():
            return LimitView("no item twice")
        case Each(inner):
            element = type_.element if isinstance(type_, Collection) else type_
            view = limit_in_words(inner, element)
            return replace(view, text=f"each element {view.text}")
        case Keys(inner):
            view = limit_in_words(inner, type_)
            return replace(view, text=f"each key {view.text}")
        case Length(least, most):
            return LimitView(_range_in_words(least, most, "character"))
        case Size(least, most):
            is_map = getattr(type_, "kind", getattr(type_, "mode", "")) == "map"
            return LimitView(_range_in_words(least, most, "entry" if is_map else "item"))
        case Range(above, below, True):
            sides = (("more than", above), ("less than", below))
            return LimitView(" and ".join(f"{words} {_digits(side)}" for words, side in sides if side is not None))
        case Range(least, most):
            return LimitView(_range_in_words(least, most, ""))
        case MultipleOf(number):
            return LimitView(f"a multiple of {_digits(number)}")
    assert_never(limit)


def address_view(entity: Entity, address: Address) -> AddressView:
    """The address of a custom resource, for a page."""
    columns = tuple((column.name, column.path, column.type) for column in address.columns)
    version, kind = f"{address.group}/{address.version}", address.kind or entity.name
    return AddressView(version, kind, address.scope, address.plural, address.short_names, columns)


def example_view(example: Example) -> ExampleView:
    """An example of a system, for a page."""
    title, text, language = example.title, example.text, example.language
    return ExampleView(title, text, language, example.words, example.variant, example.inside, example.needs)


def is_said(limit: LimitView, description: str) -> bool:
    """Whether a description contains all allowed values, or the pattern as code, so that they add nothing."""
    if limit.text == _MATCHES:
        return limit.values[0].strip("^$") in [code.strip("^$ ") for code in description.split("`")[1::2]]
    if not limit.is_list:
        return False
    words = set(re.findall(r"[\w.+-]*\w", description))
    return all(value.strip('"') in words for value in limit.values)


def reference_in_words(attribute: Attribute, reference: Reference, title: str, page: str | None) -> LimitView:
    """What a value refers to: *id of an owlridge_site*. `page` is the key of the entity's page, if there is one."""
    what = article(title)
    if isinstance(attribute.type, Nested):
        return LimitView(f"names {what}", (title,), page=page)
    each = "each the " if isinstance(attribute.type, Collection) else ""
    return LimitView(f"{each}{reference.path} of {what}", (title,), page=page)


def _range_in_words(least: float | None, most: float | None, noun: str) -> str:
    if least == most and least is not None:
        return _with_count(f"exactly {_digits(least)}", least, noun)
    if least is None:
        return _with_count(f"at most {_digits(most or 0)}", most or 0, noun)
    if most is None:
        return _with_count(f"at least {_digits(least)}", least, noun)
    return _with_count(f"{_digits(least)} to {_digits(most)}", most, noun)


def _digits(number: float) -> str:
    return number_words(number, ",")


def _with_count(text: str, count: float, noun: str) -> str:
    return f"{text} {noun if count == 1 else several(noun)}" if noun else text


def literal(value: object) -> str:
    """A value as JSON."""
    return json.dumps(value, ensure_ascii=False)


def says_more(deprecation: str) -> bool:
    """Whether a deprecation message says more than that something is deprecated."""
    return not re.fullmatch(r"(?:(?:this|the) [\w ]+|it) is deprecated\.?", deprecation.strip(), re.IGNORECASE)


def contribution_in_words(contribution: Contribution, noun: str) -> str:
    """The contribution of a source, with the system's word for an attribute."""
    return str(contribution).replace("attribute", noun)
