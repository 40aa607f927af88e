"""CustomResourceDefinitions in the layout of controller-gen: the frame of a Kind, and the schemas of its structures.

Differences between systems, such as which fields are required, are in `Rules`. The definitions are plain data for
`yaml_text.text_of`, and share data that several places use.
"""

import json
import re
from collections.abc import Callable, Iterable, Iterator
from typing import Any, assert_never

from msgspec import Struct

from mapper.files import portable
from mapper.model import (
    Address,
    Attribute,
    Body,
    Collection,
    Column,
    Entity,
    Nested,
    NestingMode,
    Object,
    Scalar,
    Type,
    Union,
    nested_body,
)
from mapper.model.attribute import CollectionKind, ScalarKind
from mapper.text.inflection import plural

from .yaml_text import Members

Data = dict[str, Any]

API_VERSION = """\
APIVersion defines the versioned schema of this representation of an object.
Servers should convert recognized schemas to the latest internal value, and
may reject unrecognized values.
More info: https://git.k8s.io/community/contributors/devel/sig-architecture/api-conventions.md#resources"""
KIND = """\
Kind is a string value representing the REST resource this object represents.
Servers may infer this from the endpoint the client submits requests to.
Cannot be updated.
In CamelCase.
More info: https://git.k8s.io/community/contributors/devel/sig-architecture/api-conventions.md#types-kinds"""

_ANYTHING = {"x-kubernetes-preserve-unknown-fields": True}
SCALARS: dict[ScalarKind, Data] = {
    ScalarKind.BOOL: Members(type="boolean"),
    ScalarKind.INT32: Members(format="int32", type="integer"),
    ScalarKind.INT64: Members(format="int64", type="integer"),
    ScalarKind.FLOAT32: Members(type="number"),
    ScalarKind.FLOAT64: Members(type="number"),
    ScalarKind.NUMBER: Members(type="number"),
    ScalarKind.STRING: Members(type="string"),
    ScalarKind.BYTES: Members(format="byte", type="string"),
    ScalarKind.TIMESTAMP: Members(format="date-time", type="string"),
    ScalarKind.DYNAMIC: _ANYTHING,
}
"""The schemas of scalars, which definitions share."""
_GAPS = re.compile(r"\n{3,}")


class Version(Struct, frozen=True):
    """One version of a Kind. `schema` is its `openAPIV3Schema`; `deprecation` is the warning for its users."""

    name: str
    schema: Data
    columns: tuple[Column, ...] = ()
    served: bool = True
    stored: bool = True
    deprecation: str | None = None


def file_name(address: Address) -> str:
    """The file name of a definition, as controller-gen chooses it."""
    return portable(f"{address.group}_{address.plural}.yaml")


def definition_name(address: Address) -> str:
    """The name of a definition in the cluster, such as `cages.zoo.example.org`."""
    return f"{address.plural}.{address.group}"


def definition(kind: str, address: Address, versions: Iterable[Version], controller_gen: str) -> Data:
    """The definition of a Kind. `controller_gen` is the version in its annotation, such as `v0.19.0`."""
    names: Data = {"kind": kind, "listKind": f"{kind}List", "plural": address.plural, "singular": kind.lower()}
    if address.categories:
        names["categories"] = list(address.categories)
    if address.short_names:
        names["shortNames"] = list(address.short_names)
    return {
        "apiVersion": "apiextensions.k8s.io/v1",
        "kind": "CustomResourceDefinition",
        "metadata": {
            "annotations": {"controller-gen.kubebuilder.io/version": controller_gen},
            "name": definition_name(address),
        },
        "spec": {
            "group": address.group,
            "names": names,
            "scope": address.scope,
            "versions": [_version(version) for version in versions],
        },
    }


def with_empty_status(definition: Data) -> Data:
    """The definition with the members that versions of controller-gen before 0.9 write without a value."""
    status = {"acceptedNames": {"kind": "", "plural": ""}, "conditions": [], "storedVersions": []}
    return {**definition, "metadata": {**definition["metadata"], "creationTimestamp": None}, "status": status}


def root(kind: str, properties: Data, text: Callable[[str], str], description: str = "") -> Data:
    """The schema of a Kind's objects. `properties` are those besides the ones that every object has.

    `text` converts the text of a Go comment, as in `Rules`.
    """
    return {
        "description": text(description or f"{kind} is the Schema for the {plural(kind)} API"),
        "properties": {
            "apiVersion": {"description": text(API_VERSION), "type": "string"},
            "kind": {"description": text(KIND), "type": "string"},
            "metadata": {"type": "object"},
            **properties,
        },
        "type": "object",
    }


def _version(version: Version) -> Data:
    data: Data = {
        "name": version.name,
        "schema": {"openAPIV3Schema": version.schema},
        "served": version.served,
        "storage": version.stored,
        "subresources": {"status": {}},
    }
    if version.columns:
        data["additionalPrinterColumns"] = [_column(column) for column in version.columns]
    if version.deprecation is not None:
        data["deprecated"] = True
        data["deprecationWarning"] = version.deprecation
    return data


def _column(column: Column) -> Data:
    printed: Data = {"jsonPath": column.path, "name": column.name, "type": column.type}
    return printed | ({"priority": column.priority} if column.priority else {})


def comment(text: str) -> str:
    """A Go comment as controller-gen reads it: without markers, and without the text below a line of dashes."""
    return _comment(text, lambda line: not line.strip().startswith(("TODO", "+")))


def comment_on_one_line(text: str) -> str:
    """As `comment`, for versions before 0.14: on one line, with directives that are not markers."""
    return _comment(text, lambda _: True).replace("\n", " ")


def _comment(text: str, is_kept: Callable[[str], bool]) -> str:
    lines: list[str] = []
    for line in text.split("\n"):
        if line.strip() == "---":
            break
        if is_kept(line):
            lines.append(line.rstrip())
    return _GAPS.sub("\n\n", "\n".join(lines)).strip("\n")


def _nothing(_: object) -> Data:
    return {}


class Rules(Struct, frozen=True):
    """The differences of a system. `of_field` and `of_object` add members to the usual ones."""

    is_required: Callable[[Attribute], bool]
    text: Callable[[str], str] = comment
    of_field: Callable[[Attribute], Data] = _nothing
    of_object: Callable[[Body], Data] = _nothing


class Schemas:
    """Makes structural schemas, cached for each structure."""

    def __init__(self, rules: Rules) -> None:
        self._rules = rules
        self._made: dict[Body, Data] = {}

    def object(self, body: Body) -> Data:
        """The schema of a structure."""
        cached = self._made.get(body)
        if cached is not None:
            return cached
        schema: Data = {"type": "object"}
        if body.attributes:
            schema["properties"] = Members((attribute.name, self.field(attribute)) for attribute in body.attributes)
        if body.description:
            schema["description"] = self._rules.text(body.description)
        required = sorted(attribute.name for attribute in body.attributes if self._rules.is_required(attribute))
        if required:
            schema["required"] = required
        schema |= self._rules.of_object(body)
        self._made[body] = schema
        return schema

    def field(self, attribute: Attribute) -> Data:
        """The schema of a field of a structure."""
        schema = dict(self.type(attribute.type))
        if attribute.description:
            schema["description"] = self._rules.text(attribute.description)
        return schema | self._rules.of_field(attribute)

    def type(self, type_: Type) -> Data:
        """The schema of a type. Unions have no structural schema: their values may be anything."""
        match type_:
            case Scalar(kind):
                return SCALARS[kind]
            case Nested(NestingMode.SINGLE, body) | Object(body):
                return self.object(body)
            case Nested(NestingMode.MAP, body):
                return {"additionalProperties": self.object(body), "type": "object"}
            case Nested(_, body):
                return {"items": self.object(body), "type": "array"}
            case Collection(CollectionKind.MAP, element):
                return {"additionalProperties": self.type(element), "type": "object"}
            case Collection(_, element):
                return {"items": self.type(element), "type": "array"}
            case Union():
                return _ANYTHING
        assert_never(type_)


MOST_BYTES = 1_572_864
"""etcd's default limit for one request: 1.5 MiB."""

MOST_ANNOTATED = 262_144
"""The limit for all annotations of an object in bytes; `kubectl apply` keeps the whole object in one."""

_ENDLESS = (Scalar(ScalarKind.STRING), Scalar(ScalarKind.BYTES))


class Oversized(Struct, frozen=True):
    """A definition of `size` bytes, above `limit`: MOST_ANNOTATED or MOST_BYTES."""

    entity: Entity
    size: int
    limit: int

    @property
    def is_refused(self) -> bool:
        """Whether a cluster always rejects it; otherwise `kubectl apply --server-side` and `kubectl create` work."""
        return self.limit == MOST_BYTES

    @property
    def text(self) -> str:
        """The size and limit as a sentence without a full stop."""
        return f"its definition has {self.size:,} bytes, and the limit is {self.limit:,}"


def oversized(definitions: Iterable[tuple[Entity, dict[str, Any]]]) -> Iterator[Oversized]:
    """The definitions that `kubectl apply` or etcd rejects for their size."""
    sizes: dict[Members, int] = {}
    for entity, definition in definitions:
        size = size_of(definition, sizes)
        if size > MOST_ANNOTATED:
            yield Oversized(entity, size, MOST_BYTES if size > MOST_BYTES else MOST_ANNOTATED)


def size_of(value: Any, sizes: dict[Members, int]) -> int:
    """The size of a value as JSON, in bytes. `sizes` caches the sizes of shared members."""
    if not isinstance(value, dict | list):
        return len(json.dumps(value, ensure_ascii=False).encode("utf-8", "surrogatepass"))
    if isinstance(value, Members) and value in sizes:
        return sizes[value]
    size = 1 + sum(size_of(item, sizes) + 1 for item in (value.values() if isinstance(value, dict) else value))
    size += sum(size_of(key, sizes) + 1 for key in value) if isinstance(value, dict) else 0
    size = max(2, size)
    if isinstance(value, Members):
        sizes[value] = size
    return size


class Costly(Struct, frozen=True):
    """An immutable field at a dotted path inside of a `list` or a `map`: `around` tells which."""

    path: str
    around: str
    attribute: Attribute


def immutable_in_collections(body: Body) -> Iterator[Costly]:
    """Fields below a list or map whose rule `self == oldSelf` a cluster rejects.

    Elements of a list have no earlier value to compare with (KEP-2876). Those of a map have, but for strings and maps
    of unlimited size, the estimated cost exceeds the limit of a rule.
    """
    seen: set[tuple[Body, str]] = set()
    stack = [(body, "", "")]
    while stack:
        inside, around, prefix = stack.pop()
        if (inside, around) in seen:
            continue
        seen.add((inside, around))
        for attribute in inside.attributes:
            path = f"{prefix}{attribute.name}"
            if attribute.replaces and (around == "list" or (around and attribute.type in _ENDLESS)):
                yield Costly(path, around, attribute)
            inner = nested_body(attribute.type)
            if inner is not None:
                kind = _around(attribute.type)
                stack.append((inner, "list" if "list" in (around, kind) else around or kind, f"{path}."))


def _around(type_: Type) -> str:
    """The collection that contains the members of a type: *list* at any depth, else *map*, or an empty text."""
    kinds = set[CollectionKind | NestingMode]()
    while isinstance(type_, Collection):
        kinds.add(type_.kind)
        type_ = type_.element
    if isinstance(type_, Nested) and type_.mode is not NestingMode.SINGLE:
        kinds.add(type_.mode)
    return ("map" if kinds <= {CollectionKind.MAP, NestingMode.MAP} else "list") if kinds else ""
