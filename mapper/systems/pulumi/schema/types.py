"""Converts types of a package schema to types of the model, and back."""

import re
from typing import Any
from urllib.parse import quote

from msgspec import Struct

from mapper.model import (
    Body,
    Collection,
    CollectionKind,
    EntityRef,
    Nested,
    NestingMode,
    Reference,
    Scalar,
    ScalarKind,
    Type,
    Union,
)
from mapper.model.limits import Limits, OneOf

from ..builtin_types import ANY_RESOURCE, ARCHIVE, ASSET, IS_TYPE, JSON, several
from ..kinds import RESOURCE
from .tokens import Ref, names_of, read_reference

SCALARS = {
    "boolean": Scalar(ScalarKind.BOOL), "integer": Scalar(ScalarKind.INT64), "number": Scalar(ScalarKind.FLOAT64),
    "string": Scalar(ScalarKind.STRING),
}  # fmt: skip
_PRIMITIVES = {scalar.kind: word for word, scalar in SCALARS.items()}
_ANY = Scalar(ScalarKind.DYNAMIC)
_WELL_KNOWN: dict[str, Type] = {
    "Any": _ANY, "Json": Scalar(ScalarKind.STRING, JSON),
    "Asset": Nested(NestingMode.SINGLE, Body(name=ASSET)), "Archive": Nested(NestingMode.SINGLE, Body(name=ARCHIVE)),
}  # fmt: skip


class Names(Struct, frozen=True):
    """The names of a schema's tokens, by section."""

    types: dict[str, str]
    resources: dict[str, str]
    functions: dict[str, str]

    @classmethod
    def of(cls, root: dict[str, Any], *, drops_last: bool) -> "Names":
        """The names in a schema."""
        sections = (names_of(root.get(key, ()), drops_last=drops_last) for key in ("types", "resources", "functions"))
        return cls(*sections)


class Found(Struct, frozen=True):
    """The model's type of a schema type. `is_exact`: it converts back to the same specification.

    `resource` is the one that values refer to.
    """

    type: Type
    is_exact: bool = True
    resource: Reference | None = None
    limits: Limits = ()
    tokens: tuple[str, ...] = ()
    """The object types that it refers to."""


class Types:
    """Converts the types of a schema. `bodies` are the bodies of object types; a missing one becomes a link."""

    def __init__(self, root: dict[str, Any], names: Names, bodies: dict[str, Body]) -> None:
        self._root = root
        self._names = names
        self._bodies = bodies
        self._enums: dict[str, Limits] = {}

    def of(self, spec: dict[str, Any]) -> Found:
        """The model's type of a schema type."""
        if _COMPOUND.isdisjoint(spec):
            return _PLAIN[spec["type"]]
        reference = spec.get("$ref")
        if reference is not None:
            result = self._reference(reference, spec)
        elif "oneOf" in spec:
            result = self._union(spec)
        elif spec["type"] == "array":
            result = _collection(self.of(spec["items"]), *_LIST)
        elif "additionalProperties" in spec:
            result = _collection(self.of(spec["additionalProperties"]), *_MAP)
        else:
            result = _PLAIN[spec["type"]]
        if "plain" in spec:
            return Found(result.type, False, result.resource, result.limits, result.tokens)
        return result

    def collect(self, spec: dict[str, Any], tokens: list[str]) -> None:
        """Add the tokens of this schema's types that a type refers to."""
        if _COMPOUND.isdisjoint(spec):
            return
        if "$ref" in spec:
            ref = self._read(spec["$ref"])
            if ref.section == "types" and not ref.package and ref.token in self._names.types:
                tokens.append(ref.token)
        for option in spec.get("oneOf", ()):
            self.collect(option, tokens)
        inner = spec.get("items") or spec.get("additionalProperties")
        if inner:
            self.collect(inner, tokens)

    def _read(self, text: str) -> Ref:
        """Parse a `$ref`."""
        target = read_reference(text, self._root)
        if target is None:  # cannot happen: the rules refuse it
            raise ValueError(text)
        return target

    def _union(self, spec: dict[str, Any]) -> Found:
        options = [self.of(option) for option in spec["oneOf"]]
        discriminator = spec.get("discriminator", {})
        is_exact = all(possible.is_exact and possible.resource is None for possible in options)
        is_exact = is_exact and "type" not in spec and discriminator.keys() <= {"propertyName"}
        union = Union(tuple(possible.type for possible in options), discriminator.get("propertyName"))
        tokens = tuple(token for possible in options for token in possible.tokens)
        return Found(union, is_exact, tokens=tokens)

    def _reference(self, text: str, spec: dict[str, Any]) -> Found:
        ref = self._read(text)
        is_alone = "type" not in spec
        if ref.section == "pulumi":
            return Found(_WELL_KNOWN[ref.token], is_alone)
        package = ref.package or self._root["name"]
        if ref.section == "provider":
            return Found(SCALARS["string"], False, Reference(package, EntityRef(RESOURCE, "Provider"), "id", IS_TYPE))
        if ref.section == "resources":
            name = ref.token if ref.package else self._names.resources[ref.token]
            is_exact = is_alone and not ref.package and text == resource_reference(ref.token)
            return Found(SCALARS["string"], is_exact, Reference(package, EntityRef(RESOURCE, name), "id", IS_TYPE))
        if ref.package or ref.token not in self._names.types:
            kind = SCALARS.get(spec.get("type", ""))
            outer = Nested(NestingMode.SINGLE, Body(name=ref.token))
            return Found(kind if kind is not None and not ref.package else outer, False)
        is_exact = is_alone and text == type_reference(ref.token)
        declared = self._root["types"][ref.token]
        if "enum" in declared:
            scalar = Scalar(SCALARS[declared["type"]].kind, self._names.types[ref.token])
            return Found(scalar, is_exact, None, self._limits_of(ref.token), (ref.token,))
        body = self._bodies.get(ref.token) or Body(name=self._names.types[ref.token])
        return Found(Nested(NestingMode.SINGLE, body), is_exact, tokens=(ref.token,))

    def _limits_of(self, token: str) -> Limits:
        """The values of an enum, once for all properties of its type: both may be many."""
        limits = self._enums.get(token)
        if limits is None:
            values = tuple(dict.fromkeys(member["value"] for member in self._root["types"][token]["enum"]))
            limits = self._enums[token] = (OneOf(values),) if values else ()
        return limits


def _collection(element: Found, collection: CollectionKind, mode: NestingMode) -> Found:
    """A list or map of an element."""
    type_ = several(collection, mode, element.type)
    return Found(type_, element.is_exact, element.resource, (), element.tokens)


_LIST, _MAP = (CollectionKind.LIST, NestingMode.LIST), (CollectionKind.MAP, NestingMode.MAP)
_COMPOUND = frozenset(("$ref", "oneOf", "items", "additionalProperties", "plain"))
_PLAIN = {word: Found(scalar) for word, scalar in SCALARS.items()} | {
    "object": _collection(Found(SCALARS["string"], is_exact=False), *_MAP)
}


def type_reference(token: str) -> str:
    """The `$ref` of a type of the same schema."""
    return f"#/types/{_quoted(token)}"


def resource_reference(token: str) -> str:
    """The `$ref` of a resource of the same schema."""
    return f"#/resources/{_quoted(token)}"


def _quoted(token: str) -> str:
    return token.replace("/", "%2F") if _PLAIN_TOKEN.fullmatch(token) else quote(token, safe=_SAFE)


_SAFE = ":@&=+$,!*'();"
_PLAIN_TOKEN = re.compile(r"[A-Za-z0-9_.:/-]*")


class Specs:
    """Converts types of the model to schema types. `types` and `resources` map names to tokens."""

    def __init__(self, types: dict[str, str], resources: dict[str, str], package: str) -> None:
        self._resources, self._package = resources, package
        self._types = {name: type_reference(token) for name, token in types.items()}

    def of(self, type_: Type, resource: Reference | None = None) -> dict[str, Any]:
        """The specification of a type, as a new object; `resource` is the one that values refer to."""
        match type_:
            case Scalar(ScalarKind.STRING) if resource is not None:
                return self._resource(resource)
            case Scalar(ScalarKind.DYNAMIC):
                return {"$ref": "pulumi.json#/Any"}
            case Scalar(name=name) if name == JSON:
                return {"$ref": "pulumi.json#/Json"}
            case Scalar(kind, name):
                if name is not None and name in self._types:
                    return {"$ref": self._types[name]}
                return {"type": _PRIMITIVES.get(kind, "string")}
            case Collection(CollectionKind.MAP, element):
                return {"type": "object", "additionalProperties": self.of(element, resource)}
            case Collection(_, element):
                return {"type": "array", "items": self.of(element, resource)}
            case Nested(NestingMode.MAP, body):
                return {"type": "object", "additionalProperties": self._body(body)}
            case Nested(NestingMode.SINGLE, body):
                return self._body(body)
            case Nested(_, body):
                return {"type": "array", "items": self._body(body)}
            case Union(options, discriminator):
                union: dict[str, Any] = {"oneOf": [self.of(option) for option in options]}
                return union if discriminator is None else union | {"discriminator": {"propertyName": discriminator}}
        return {"$ref": "pulumi.json#/Any"}

    def _body(self, body: Body) -> dict[str, Any]:
        name = body.name or ""
        if name in (ASSET, ARCHIVE):
            return {"$ref": f"pulumi.json#/{name.rpartition('.')[2]}"}
        if name in self._types:
            return {"$ref": self._types[name]}
        return {"$ref": "pulumi.json#/Any"}

    def _resource(self, resource: Reference) -> dict[str, Any]:
        if resource.is_same(ANY_RESOURCE) or resource.provider != self._package:
            return {"$ref": "pulumi.json#/Any"}
        token = self._resources.get(resource.entity.name)
        return {"$ref": resource_reference(token)} if token is not None else {"$ref": "#/provider"}
