"""How a resource is declared, in the languages of Pulumi: what a program gives it, as YAML and as TypeScript."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from functools import partial

from ..immutable import dataclass
from ..limits import OneOf
from ..model import Attribute, Body, Collection, CollectionKind, Entity, Nested, NestingMode, Reference, Scalar, Status
from ..model import Mapping as Result
from ..model import Type as ModelType
from ..samples.values import scalar
from .kinds import ENUM, RESOURCE, TYPE, token_of
from .types import ANY_RESOURCE, ARCHIVE, ASSET

_HUMP = re.compile(r"([a-z0-9])([A-Z])")
_WORD = re.compile(r"[A-Za-z_$][\w$]*")
_ASSET, _ARCHIVE = 'StringAsset("text")', 'FileArchive("./files")'
_DEEPEST = 6
_GIVEN = (Status.REQUIRED, Status.OPTIONAL)


@dataclass(frozen=True, slots=True)
class Variable:
    """A resource that the program has by this name: one of `entity`, which exists already."""

    name: str
    entity: str


@dataclass(frozen=True, slots=True)
class Special:
    """An asset or an archive."""

    is_archive: bool


_MOST = 5_000
"""Values of one example."""

Value = bool | int | float | str | None | Variable | Special | list["Value"] | dict[str, "Value"]


@dataclass(frozen=True, slots=True)
class Declaration:
    """What an example declares: the entity, its inputs, and the resources that exist already, by variable."""

    entity: Entity
    inputs: dict[str, Value]
    existing: dict[str, str]


class _Room:
    """How many values an example may still have: types that use each other twice double it on each level."""

    def __init__(self) -> None:
        self._left = _MOST

    def takes(self, count: int) -> bool:
        """Whether so many values more have room, which is theirs then."""
        self._left -= count
        return self._left >= 0


class Examples:
    """Makes the examples of one mapping."""

    def __init__(self, mapping: Result) -> None:
        self._provider = mapping.provider
        self._types = {entity.name: entity.body for entity in mapping.of_kind(TYPE)}
        self._resources = {entity.name: entity for entity in mapping.of_kind(RESOURCE)}
        self._enums = {
            (entity.location.document.uri, entity.location.pointer): entity
            for entity in mapping.of_kind(ENUM)
            if entity.location is not None
        }

    def token(self, name: str) -> str:
        """The type token of a resource."""
        return token_of(self._resources[name]) or name

    def declaration(self, entity: Entity, *, full: bool) -> Declaration:
        """What is required; if `full`, all that can be given, as deep as it is shown."""
        existing: dict[str, str] = {}
        inputs = self._object(entity.body, existing, _Room(), full=full, depth=0)
        return Declaration(entity, inputs, existing)

    def _object(self, body: Body, existing: dict[str, str], room: _Room, *, full: bool, depth: int) -> dict[str, Value]:
        given = [a for a in body.attributes if a.status is Status.REQUIRED]
        if full:
            given = [a for a in body.attributes if a.status in _GIVEN and (not a.deprecation or a in given)]
        if not room.takes(len(given)):
            return {}
        value = partial(self._value, existing=existing, room=room, full=full and depth < _DEEPEST, depth=depth + 1)
        return {attribute.name: value(attribute, attribute.type) for attribute in given}

    def _value(
        self, attribute: Attribute, type_: ModelType, *, existing: dict[str, str], room: _Room, full: bool, depth: int
    ) -> Value:
        inner = partial(self._value, attribute, existing=existing, room=room, full=full, depth=depth)
        match type_:
            case Scalar() if attribute.refers_to is not None:
                return self._variable(attribute, attribute.refers_to, existing)
            case Scalar("dynamic"):
                return {"key": "value"}
            case Scalar(kind):
                return self._scalar(kind, attribute)
            case Collection(CollectionKind.MAP, element):
                return {self._key(attribute): inner(element)}
            case Collection(_, element):
                return [inner(element)]
            case Nested(mode, body):
                if body.name in (ASSET, ARCHIVE):
                    value: Value = Special(body.name == ARCHIVE)
                else:
                    if mode is not NestingMode.SINGLE and not body.attributes and depth > 1:
                        return {} if mode is NestingMode.MAP else []
                    known = body if body.attributes else self._types.get(body.name or "", body)
                    value = self._object(known, existing, room, full=full and bool(body.attributes), depth=depth)
                if mode is NestingMode.MAP:
                    return {self._key(attribute): value}
                return value if mode is NestingMode.SINGLE else [value]
        return None

    def _scalar(self, kind: str, attribute: Attribute) -> Value:
        limits = attribute.limits
        if not limits and kind == "string":  # in a collection, whose elements are of an enum
            enum = self._enum(attribute, -1)
            limits = (OneOf(tuple(_values(enum))),) if enum else ()
        value = scalar(kind, _snake(attribute.name), limits, 0)
        return value if isinstance(value, bool | int | float | str) else str(value)

    def _key(self, attribute: Attribute) -> str:
        """A key of a map: one of the enum, if its keys are of one."""
        enum = self._enum(attribute, 0)
        return next(_values(enum), "key") if enum else "key"

    def _enum(self, attribute: Attribute, which: int) -> Entity | None:
        via = attribute.origins[0].via if attribute.origins else ()
        return self._enums.get((via[which].document.uri, via[which].pointer)) if via else None

    def _variable(self, attribute: Attribute, target: Reference, existing: dict[str, str]) -> Value:
        name = attribute.name if _WORD.fullmatch(attribute.name) else "other"
        entity = next(iter(self._resources), "") if target == ANY_RESOURCE else target.entity.name
        existing[name] = entity
        return Variable(name, entity)


def yaml_program(declaration: Declaration, examples: Examples) -> str:
    """A program in YAML, with the resources that it refers to."""
    import yaml

    resources: dict[str, object] = {
        variable: {"type": examples.token(name), "get": {"id": "an-existing-id"}}
        for variable, name in declaration.existing.items()
    }
    own: dict[str, object] = {"type": examples.token(declaration.entity.name)}
    if declaration.inputs:
        own["properties"] = _plain(declaration.inputs)
    resources[_free("example", declaration)] = own
    text: str = yaml.dump(
        {"resources": resources}, Dumper=yaml.SafeDumper, sort_keys=False, allow_unicode=True, width=100
    )
    return text


def _plain(value: Value) -> object:
    match value:
        case Variable(name):
            return f"${{{name}}}"
        case Special(is_archive):
            return {"fn::fileArchive": "./files"} if is_archive else {"fn::stringAsset": "text"}
        case dict():
            return {key: _plain(item) for key, item in value.items()}
        case list():
            return [_plain(item) for item in value]
        case str():
            return value.replace("${", "$${")
    return value


def typescript_program(declaration: Declaration, package: str) -> str:
    """A program in TypeScript."""
    name = declaration.entity.name
    roots = sorted({_root(used) for used in (name, *declaration.existing.values())})
    body = _typescript(declaration.inputs, 0)
    lines = [f"import {{ {', '.join(roots)} }} from {json.dumps(package)};", ""]
    if "pulumi." in body:
        lines.insert(0, 'import * as pulumi from "@pulumi/pulumi";')
    for variable, entity in declaration.existing.items():
        lines.append(f'const {variable} = {entity}.get("{variable}", "an-existing-id");')
    arguments = f", {body}" if declaration.inputs else ""
    variable = _free("example", declaration)
    lines.append(f'const {variable} = new {name}("{variable}"{arguments});')
    return "\n".join(lines) + "\n"


def constructor(entity: Entity) -> str:
    """The signature of the constructor in TypeScript."""
    needed = any(attribute.status is Status.REQUIRED for attribute in entity.body.attributes)
    mark = "" if needed else "?"
    return f"new {entity.name}(name: string, args{mark}: {entity.name}Args, opts?: pulumi.CustomResourceOptions);\n"


def _root(name: str) -> str:
    return name.partition(".")[0]


def _free(name: str, declaration: Declaration) -> str:
    while name in declaration.existing or name == _root(declaration.entity.name):
        name += "_"
    return name


def _typescript(value: Value, depth: int) -> str:
    indent = "    " * depth
    match value:
        case Variable(name):
            return name
        case Special(is_archive):
            return f"new pulumi.asset.{_ARCHIVE if is_archive else _ASSET}"
        case dict() if value:
            lines = (f"{indent}    {_key(key)}: {_typescript(item, depth + 1)},\n" for key, item in value.items())
            return f"{{\n{''.join(lines)}{indent}}}"
        case list():
            return f"[{', '.join(_typescript(item, depth) for item in value)}]"
    return json.dumps(value, ensure_ascii=False)


def _key(name: str) -> str:
    return name if _WORD.fullmatch(name) else json.dumps(name, ensure_ascii=False)


def _values(enum: Entity) -> Iterator[str]:
    return (str(value.default.value) for value in enum.body.attributes if value.default is not None)


def _snake(name: str) -> str:
    """`userEmail` -> `user_email`: samples know words that underscores separate."""
    return _HUMP.sub(r"\1_\2", name).lower()
