"""Aliases for properties: the config gives a property of a body another name, before sources are merged."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace

from ..diagnostics import RENAMED, Note
from ..model import Attribute, Body, Collection, Location, Nested, Object, Type
from .identifiers import NAMING
from .omissions import collision
from .schema_config import Alias

Naming = Callable[[str], str]


def property_aliases(aliases: Iterable[Alias], parameters: Iterable[str]) -> tuple[Alias, ...]:
    """Those that are paths into bodies: with a dot (in front, at the root), and no parameter is called so."""
    names = frozenset(parameters)
    return tuple(alias for alias in aliases if "." in alias.parameter and alias.parameter not in names)


def apply_aliases(body: Body, aliases: Iterable[Alias], naming: str, used: set[Location]) -> Body:
    """`body` with its properties renamed; the places of the aliases that matched are added to `used`.

    What is deep goes first, so that paths are those of the API. `naming` is the policy `names`.
    """
    for alias in sorted(aliases, key=lambda alias: -alias.parameter.count(".")):
        renamed = _apply(body, alias.parameter.removeprefix(".").split("."), alias, NAMING[naming])
        if renamed is not None:
            body = renamed
            used.add(alias.node)
    return body


def _apply(body: Body, path: list[str], alias: Alias, naming: Naming) -> Body | None:
    if not naming(alias.name):
        return None
    for index, attribute in enumerate(body.attributes):
        if attribute.source_name != path[0]:
            continue
        others = (*body.attributes[:index], *body.attributes[index + 1 :])
        if len(path) == 1:
            return _renamed(body, others, attribute, alias, naming)
        type_ = _descend(attribute.type, path[1:], alias, naming)
        if type_ is None:
            return None
        return replace(body, attributes=(*others[:index], replace(attribute, type=type_), *others[index:]))
    return None


def _renamed(body: Body, others: tuple[Attribute, ...], attribute: Attribute, alias: Alias, naming: Naming) -> Body:
    note = Note(RENAMED, f"the API calls it {attribute.source_name!r}", alias.node, was=attribute.name)
    name = naming(alias.name)
    renamed = replace(attribute, name=name, source_name=alias.name, notes=(*attribute.notes, note))
    same = next((other for other in others if other.name == name), None)
    if same is not None:
        return replace(body, attributes=others, omitted=(*body.omitted, collision(renamed, same)))
    ordered = sorted((*others, renamed), key=lambda attribute: attribute.source_name)
    return replace(body, attributes=tuple(ordered))


def _descend(type_: Type, path: list[str], alias: Alias, naming: Naming) -> Type | None:
    match type_:
        case Collection(kind, element):
            inner = _descend(element, path, alias, naming)
            return None if inner is None else Collection(kind, inner)
        case Nested(_, body) | Object(body):
            changed = _apply(body, path, alias, naming)
            return None if changed is None else replace(type_, body=changed)
    return None
