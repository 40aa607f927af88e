"""The part of a body that the config chooses: out of the envelope `{data: {…}}` by the pointer `/data`.

The pointer leads into values. Their schemas are found as those of attributes are: references are followed, and
compositions normalised.
"""

from __future__ import annotations

import re

from ...diagnostics import Note
from ...documents import Node
from ...hints import nearest
from ...immutable import dataclass
from ...model import Ignored
from ..openapi.operations import BodyNotFound, BodySchema
from ..rules import BODY_CHOSEN
from ..schema.normalise import Schema, Schemas, single

_INDEX = re.compile(r"(?:0|[1-9][0-9]*)\Z")


@dataclass(frozen=True, slots=True)
class Unwrapped:
    """The chosen part: its schema, the node it is at, and what the way leads through and past.

    `via` are the targets of the references on the way, `ignored` the properties next to it, and `note` says what
    is different from the reference tool, if anything is.
    """

    schema: Schema
    node: Node
    via: tuple[Node, ...] = ()
    ignored: tuple[Ignored, ...] = ()
    note: Note | None = None


def unwrap(schemas: Schemas, source: BodySchema, what: str) -> Unwrapped:
    """The part of the body `what` that `source.choice` asks for.

    Raises Unmappable where a schema on the way cannot be used, and BodyNotFound where the pointer leads nowhere.
    """
    schema, node, choice = schemas.normalise(source.node), source.node, source.choice
    if choice is None:
        return Unwrapped(schema, node)
    via = [*source.via, *schema.hops]
    ignored: list[Ignored] = []
    passed: list[str] = []
    for token in choice.tokens:
        found = _step(schema, token)
        if found is None:
            text = f"the pointer {choice.pointer!r} leads nowhere in the {what}: {_missing(schema, token, passed)}"
            raise BodyNotFound(text, choice.at("pointer"))
        ignored += _beside(schema, token, passed, choice.at("pointer"))
        node, schema = found, schemas.normalise(found)
        via += schema.hops
        passed.append(token)
    note = None
    if source.differs or passed:
        part = f"{choice.pointer} of the {what}" if passed else f"the {what}"
        text = f"the config chooses {part}{f' ({source.media_type})' if choice.media_type else ''}"
        note = Note(BODY_CHOSEN, text, choice.node)
    return Unwrapped(schema, node, tuple(via), tuple(ignored), note)


def _step(schema: Schema, token: str) -> Node | None:
    """The schema of the member or item under `token`."""
    if schema.type == "array":
        items = schema.node.get("items")
        return single(items, []) if items is not None and _INDEX.match(token) else None
    properties = schema.node.get("properties")
    if properties is not None and (found := properties.get(token)) is not None:
        return found
    values = schema.node.get("additionalProperties")
    return values if values is not None and isinstance(values.value, dict) else None


def _names(schema: Schema) -> list[str]:
    properties = schema.node.get("properties")
    return [name for name, _ in properties.members()] if properties is not None else []


def _missing(schema: Schema, token: str, passed: list[str]) -> str:
    where = f"/{'/'.join(passed)}" if passed else "it"
    if schema.type == "array":
        return f"{where} is a list, and {token!r} is no index"
    if not _names(schema):
        return f"{where} is {schema.type if schema.type != 'object' else 'an object'} without properties"
    return f"{where} has no property {token!r}{nearest(token, _names(schema)) or f'; it has {_some(_names(schema))}'}"


def _some(names: list[str]) -> str:
    shown = ", ".join(names[:8])
    return shown if len(names) <= 8 else f"{shown} …"  # noqa: PLR2004 - what fits on a line


def _beside(schema: Schema, token: str, passed: list[str], rule: Node) -> list[Ignored]:
    properties = schema.node.get("properties")
    if schema.type == "array" or properties is None:
        return []
    return [Ignored(".".join([*passed, name]), node, rule) for name, node in properties.members() if name != token]
