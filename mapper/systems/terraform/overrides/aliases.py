"""Applies aliases of properties: the config renames a property of a body before sources are merged."""

import re
from collections.abc import Callable, Iterable

from msgspec.structs import replace

from mapper.model import Attribute, Body, Omission
from mapper.model.attribute import with_inner
from mapper.report.diagnostic import Note
from mapper.report.origin import Location

from ..attributes.omissions import collision
from ..config.paths import below, depth
from ..config.schema import Alias
from ..identifiers import NAMING
from ..rules import LETTERS_LOST, RENAMED
from ..schema.choice import rename_choice

Naming = Callable[[str], str]


_OF_AN_OPERATION = re.compile(r"(?:create|read|update|delete)\.(?:path|query|header|cookie)\..")


def is_of_an_operation(alias: Alias) -> bool:
    """Whether an alias names the attribute of an operation's parameter: `create.path.id: farm_id`."""
    return _OF_AN_OPERATION.match(alias.parameter) is not None


def property_aliases(aliases: Iterable[Alias], parameters: Iterable[str]) -> tuple[Alias, ...]:
    """The aliases that are paths of properties: they contain a dot, and no parameter has that name."""
    names = frozenset(parameters)
    return tuple(
        alias
        for alias in aliases
        if "." in alias.parameter and alias.parameter not in names and not is_of_an_operation(alias)
    )


def apply_aliases(body: Body, aliases: Iterable[Alias], naming: str, used: set[Location]) -> Body:
    """`body` with its properties renamed; the lines of aliases that matched are added to `used`.

    The deepest paths are applied first, so that paths are as in the API. `naming` is the policy `names`.
    """
    for alias in sorted(aliases, key=lambda alias: -depth(alias.parameter)):
        renamed = _apply(body, alias.parameter.removeprefix("."), alias, NAMING[naming])
        if renamed is not None:
            body = renamed
            used.add(alias.node)
    return body


def _apply(body: Body, path: str, alias: Alias, naming: Naming) -> Body | None:
    if not naming(alias.name):
        return None
    for index, attribute in enumerate(body.attributes):
        rest = below(path, attribute.source_name)
        if rest is None:
            continue
        others = (*body.attributes[:index], *body.attributes[index + 1 :])
        if not rest:
            return _rename(_with_freed(body, attribute, others), attribute, alias, naming)
        inside = _inside(attribute, rest, alias, naming)
        if inside is not attribute:
            return replace(body, attributes=(*others[:index], inside, *others[index:]))
    for omission in body.omitted:
        rest = None if omission.attribute is None else below(path, omission.source_name)
        if omission.attribute is None or rest is None:
            continue
        if not rest:
            return _rename(_without(body, omission), omission.attribute, alias, naming)
        inside = _inside(omission.attribute, rest, alias, naming)
        if inside is not omission.attribute:
            changed = replace(omission, attribute=inside)
            return replace(body, omitted=tuple(changed if other is omission else other for other in body.omitted))
    return None


def _with_freed(body: Body, attribute: Attribute, others: tuple[Attribute, ...]) -> Body:
    """`body` without an attribute; another one that was left out because of its name is restored."""
    rest = replace(body, attributes=others)
    for omission in body.omitted:
        if omission.attribute is not None and omission.attribute.name == attribute.name:
            return _with(_without(rest, omission), omission.attribute)
    return rest


def _without(body: Body, omission: Omission) -> Body:
    return replace(body, omitted=tuple(other for other in body.omitted if other is not omission))


def _with(body: Body, attribute: Attribute) -> Body:
    ordered = sorted((*body.attributes, attribute), key=lambda attribute: attribute.source_name)
    return replace(body, attributes=tuple(ordered))


def _rename(body: Body, attribute: Attribute, alias: Alias, naming: Naming) -> Body:
    """`body`, which lacks the attribute, with the attribute under its new name."""
    note = Note(RENAMED, f"the API calls it {attribute.source_name!r}", alias.node, was=attribute.name)
    name = naming(alias.name)
    wire_name = attribute.name_on_wire
    notes = tuple(each for each in attribute.notes if each.rule is not LETTERS_LOST)
    renamed = replace(attribute, name=name, source_name=alias.name, wire_name=wire_name, notes=notes).with_notes(note)
    same = next((other for other in body.attributes if other.name == name), None)
    if same is not None:
        lost = collision(replace(attribute, name=name), same)
        return replace(body, omitted=(*body.omitted, replace(lost, attribute=renamed)))
    return _with(replace(body, attributes=rename_choice(body.attributes, [(attribute, name)])), renamed)


def _inside(attribute: Attribute, path: str, alias: Alias, naming: Naming) -> Attribute:
    """The attribute with the alias applied to what is nested in it; the same object if nothing matches."""
    return with_inner(attribute, lambda body: _apply(body, path, alias, naming) or body)
