"""Configurations from the examples of pages, and the value to change in an update."""

import json
import re
from collections.abc import Iterator
from copy import deepcopy
from dataclasses import dataclass
from typing import Any

from mapper.languages.hcl.parser import Body, Expression, HclError, read_hcl
from mapper.model.samples.extent import Extent
from mapper.systems.terraform.spec.example import example, import_hint

from .provider.artifacts import Artifacts
from .provider.attributes import SCALARS, Attribute
from .provider.failure import Failure
from .provider.resources import Resource

Config = dict[str, Any]
_NUMBER = 71
_KINDS = ("type", "kind")
_ENCODED = re.compile(r"jsonencode\((.*)\)\Z", re.DOTALL)
_STAND_INS: dict[str, Any] = {"int64": _NUMBER, "number": _NUMBER, "float64": _NUMBER, "bool": True}
"""What stands for an expression, such as the id of another resource."""


def configuration(artifacts: Artifacts, resource: Resource, extent: Extent) -> Config:
    """The example of the page, with literals for references and secrets. Raises Failure if it cannot be read."""
    text = example(artifacts.entity(resource.name), artifacts.mapping, extent)
    try:
        arguments = read_hcl(text).blocks[0].body.arguments
    except (HclError, IndexError) as error:
        raise Failure("example", str(error)) from None
    return {name: _literal(value, resource.attributes.get(name)) for name, value in arguments.items()}


@dataclass(frozen=True)
class Import:
    """Whether the page shows an import; `ignored` are the attributes in its `ignore_changes`."""

    is_shown: bool
    ignored: tuple[str, ...] = ()


def import_of(artifacts: Artifacts, resource: Resource) -> Import:
    """The import on the page of a resource."""
    text = import_hint(artifacts.entity(resource.name), artifacts.provider)
    return Import(text is not None, tuple(_ignored_attributes(read_hcl(text or ""))))


def _ignored_attributes(body: Body) -> Iterator[str]:
    for block in body.blocks:
        listed = block.body.arguments.get("ignore_changes")
        for item in listed if isinstance(listed, list) else ():
            yield item.text if isinstance(item, Expression) else str(item)
        yield from _ignored_attributes(block.body)


def _literal(value: Any, attribute: Attribute | None) -> Any:
    if isinstance(value, Expression):
        if (encoded := _ENCODED.match(value.text)) is not None:
            return json.dumps(read_hcl(f"value = {encoded[1]}").arguments["value"])
        stand_in = f"other-{re.sub(r'[^a-z]+', '-', value.text)}"
        if attribute is not None and attribute.is_json:
            return json.dumps(stand_in)
        return _STAND_INS.get(attribute.kind if attribute else "string", stand_in)
    if isinstance(value, dict):
        if attribute is not None and attribute.nesting == "map":
            return {key: _members(item, attribute) for key, item in value.items()}
        if attribute is not None and attribute.element is not None:
            return {key: _literal(item, attribute.element) for key, item in value.items()}
        return _members(value, attribute)
    if isinstance(value, list):
        if attribute is not None and attribute.kind == "nested":
            return [_members(item, attribute) for item in value]
        return [_literal(item, attribute.element if attribute else None) for item in value]
    return value


def _members(value: dict[str, Any], attribute: Attribute | None) -> Any:
    children = attribute.children if attribute else {}
    return {name: _literal(item, children.get(name)) for name, item in value.items()}


@dataclass(frozen=True)
class Change:
    """A configuration with another value at one path."""

    path: str
    config: Config


def change(resource: Resource, config: Config) -> Change | None:
    """The configuration with another value that does not replace the object; None if there is no such value.

    A value in the configuration is preferred, then a value at the top. A kind or type of an object is changed last.
    """
    ranked = sorted(
        _candidates(resource, resource.attributes, config, ()),
        key=lambda pair: (pair[0][-1] in _KINDS, _at(config, pair[0]) is None, len(pair[0]), bool(pair[1].enum)),
    )
    for path, attribute in ranked:
        value = _other_value(attribute, _at(config, path))
        if value is not None:
            return Change(".".join(path), _with_value(config, path, value))
    return None


def _candidates(
    resource: Resource, attributes: dict[str, Attribute], given: Config, at: tuple[str, ...]
) -> Iterator[tuple[tuple[str, ...], Attribute]]:
    for name, attribute in sorted(attributes.items(), key=lambda pair: pair[1].kind == "nested"):
        is_place = not at and any(resource.identifies(part, name) for part in resource.operations)
        if attribute.replaces or not attribute.is_settable or is_place:
            continue
        if attribute.kind in SCALARS and not attribute.is_json:
            yield (*at, name), attribute
        elif attribute.nesting == "single" and isinstance(given.get(name), dict) and not attribute.is_choice:
            yield from _candidates(resource, attribute.children, given[name], (*at, name))


def _other_value(attribute: Attribute, old: Any) -> Any:
    if attribute.enum:
        return next((value for value in attribute.enum if value != old), None)
    if attribute.kind == "bool":
        return not old
    return f"{old or 'new'}-2" if attribute.kind == "string" else (old or 1) + 1


def _at(data: Any, path: tuple[str, ...]) -> Any:
    for step in path:
        data = data.get(step) if isinstance(data, dict) else None
    return data


def _with_value(config: Config, path: tuple[str, ...], value: Any) -> Config:
    changed = deepcopy(config)
    holder = changed
    for step in path[:-1]:
        holder = holder[step]
    holder[path[-1]] = value
    return changed
