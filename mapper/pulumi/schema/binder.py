"""The rules of a package schema that concern several of its parts: what a binder knows and a metaschema does not."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from ...documents import escape_token
from ..schema_rules import (
    METHOD_FUNCTION,
    METHOD_NAME,
    METHOD_ONCE,
    METHOD_SELF,
    METHOD_TOKEN,
    SCHEMA_MODULE_FORMAT,
    SCHEMA_OPAQUE,
    SCHEMA_PACKAGE,
    SCHEMA_PROPERTY,
    SCHEMA_PROVIDER,
    SCHEMA_REFERENCE,
    SCHEMA_REQUIRED,
    SCHEMA_SAME_NAME,
    SCHEMA_STANDARD,
)
from . import grammar
from .findings import Finding, Findings
from .shape import shown
from .tokens import FORMATS, PROVIDERS, drops_last, module_of, read_reference

RESERVED = "pulumi"
_STANDARD = ("id", "urn")
_SELF = "__self__"
_ROOT_MODULES = ("", "index")
_SECTIONS = ("types", "resources", "functions")


def binder_findings(root: dict[str, Any]) -> Findings:
    """What is wrong with a schema that has the shape of one."""
    return [*_tokens(root), *_Members(root).findings(), *_methods(root)]


def _tokens(root: dict[str, Any]) -> Iterator[Finding]:
    meta = root.get("meta", {}).get("moduleFormat", "")
    if meta not in FORMATS:
        yield Finding(SCHEMA_MODULE_FORMAT, f"the format of modules {shown(meta)} is not known", "/meta/moduleFormat")
    name, allowed = root["name"], {root["name"], *root.get("allowedPackageNames", ())}
    for section in _SECTIONS:
        spelled: dict[tuple[str, str], str] = {}
        for token in root.get(section, {}):
            package, module, last = token.split(":")
            pointer = f"/{section}/{escape_token(token)}"
            if module in _ROOT_MODULES and last == "provider":
                text = f"the token {token} has the reserved name provider in the root module"
                yield Finding(SCHEMA_PROVIDER, text, pointer)
            if package not in allowed and not token.startswith(f"{PROVIDERS}{name}"):
                text = f"the token {token} is of the package {package}, and the schema of {name}"
                yield Finding(SCHEMA_PACKAGE, text, pointer)
            key = module_of(token, drops_last=drops_last(root)).lower(), last.lower()
            other = spelled.setdefault(key, token)
            if other != token:
                yield Finding(SCHEMA_SAME_NAME, f"the tokens {other} and {token} have one name for programs", pointer)


class _Members:
    """The properties of objects, resources and functions, and the references in them."""

    def __init__(self, root: dict[str, Any]) -> None:
        self._root = root
        self._known = {section: root.get(section, {}) for section in ("types", "resources")}
        self._good: set[str] = set()
        """References that have been found to lead somewhere."""

    def findings(self) -> Iterator[Finding]:
        root = self._root
        config = root.get("config", {})
        yield from self._object({"properties": config.get("variables", {})}, "/config", "variables")
        for name in config.get("defaults", ()):
            if name not in config.get("variables", {}):
                yield Finding(SCHEMA_REQUIRED, f"{shown(name)} is no variable of the config", "/config/defaults")
        for token, type_ in root.get("types", {}).items():
            yield from self._object(type_, f"/types/{escape_token(token)}")
        yield from self._resource(root.get("provider", {}), "/provider", ("version",))
        for token, resource in root.get("resources", {}).items():
            yield from self._resource(resource, f"/resources/{escape_token(token)}", ())
        for token, function in root.get("functions", {}).items():
            at = f"/functions/{escape_token(token)}"
            yield from self._object(function.get("inputs", {}), f"{at}/inputs")
            for key in ("outputs", "returnType"):
                returned = function.get(key, {})
                yield from self._object(returned, f"{at}/{key}")
                if "properties" not in returned:
                    yield from self._type(returned, f"{at}/{key}")

    def _resource(self, spec: dict[str, Any], at: str, reserved: tuple[str, ...]) -> Iterator[Finding]:
        inputs = spec.get("inputProperties", {})
        yield from self._object(spec, at)
        yield from self._object({"properties": inputs}, at, "inputProperties")
        yield from _required(spec.get("requiredInputs", ()), inputs, f"{at}/requiredInputs", "input")
        yield from self._object(spec.get("stateInputs", {}), f"{at}/stateInputs")
        yield from self._object(spec.get("listInputs", {}), f"{at}/listInputs")
        for name in reserved:
            if name in inputs:
                yield Finding(
                    SCHEMA_PROPERTY, f"the name {name} of an input is reserved", f"{at}/inputProperties/{name}"
                )
        standard = _STANDARD[1:] if spec.get("isComponent") else _STANDARD
        for section in ("inputProperties", "properties"):
            for name in standard:
                if name in spec.get(section, {}):
                    text = f"every resource has {name}: a property of that name is not seen"
                    yield Finding(SCHEMA_STANDARD, text, f"{at}/{section}/{name}")

    def _object(self, spec: dict[str, Any], at: str, key: str = "properties") -> Iterator[Finding]:
        properties = spec.get("properties")
        if properties:
            for name, one in properties.items():
                if name == RESERVED:
                    yield Finding(SCHEMA_PROPERTY, f"the name {name} of a property is reserved", f"{at}/{key}/{name}")
                if len(one) > 1 or "type" not in one:
                    yield from self._type(one, f"{at}/{key}/{escape_token(name)}")
        if "required" in spec:
            yield from _required(spec["required"], properties or {}, f"{at}/required", "property")

    def _type(self, spec: dict[str, Any], at: str) -> Iterator[Finding]:
        reference = spec.get("$ref")
        if reference is not None:
            if reference not in self._good:
                finding = self._reference(reference, spec, at)
                if finding is None:
                    self._good.add(reference)
                else:
                    yield finding
        elif "items" in spec:
            yield from self._type(spec["items"], f"{at}/items")
        elif "additionalProperties" in spec:
            yield from self._type(spec["additionalProperties"], f"{at}/additionalProperties")
        elif "oneOf" in spec:
            for index, option in enumerate(spec["oneOf"]):
                yield from self._type(option, f"{at}/oneOf/{index}")

    def _reference(self, text: str, spec: dict[str, Any], at: str) -> Finding | None:
        found = read_reference(text)
        if found is None:
            return Finding(SCHEMA_REFERENCE, f"{shown(text)} is no reference that a schema can have", f"{at}/$ref")
        if found.section == "pulumi" and found.token not in grammar.WELL_KNOWN:
            return Finding(SCHEMA_REFERENCE, f"there is no type {shown(found.token)} in pulumi.json", f"{at}/$ref")
        if found.package or found.section in ("pulumi", "provider") or found.token in self._known[found.section]:
            return None
        if found.section == "types" and spec.get("type") in grammar.PRIMITIVES:
            return Finding(SCHEMA_OPAQUE, f"{shown(text)} leads nowhere; it is a {spec['type']}", f"{at}/$ref")
        return Finding(SCHEMA_REFERENCE, f"{shown(text)} leads nowhere", f"{at}/$ref")


def _required(names: list[str], properties: dict[str, Any], at: str, what: str) -> Iterator[Finding]:
    for index, name in enumerate(names):
        if name not in properties:
            yield Finding(SCHEMA_REQUIRED, f"{shown(name)} is required, and is no {what}", f"{at}/{index}")


def _methods(root: dict[str, Any]) -> Iterator[Finding]:
    functions, taken = root.get("functions", {}), dict[str, str]()
    owners = [(f"{PROVIDERS}{root['name']}", "/provider", root.get("provider", {}))]
    owners += [(token, f"/resources/{escape_token(token)}", one) for token, one in root.get("resources", {}).items()]
    for owner, at, spec in owners:
        for name, token in spec.get("methods", {}).items():
            pointer = f"{at}/methods/{escape_token(name)}"
            if token not in functions:
                yield Finding(
                    METHOD_FUNCTION, f"the method {name} names {token}, and there is no such function", pointer
                )
                continue
            if token in taken:
                text = f"the method {name} names {token}, which is the method {taken[token]} already"
                yield Finding(METHOD_ONCE, text, pointer)
                continue
            taken[token] = f"{owner}/{name}"
            if token != f"{owner}/{name}":
                yield Finding(METHOD_TOKEN, f"the token {token} of the method {name} has to be {owner}/{name}", pointer)
            elif _SELF not in functions[token].get("inputs", {}).get("properties", {}):
                yield Finding(METHOD_SELF, f"the method {token} has no parameter {_SELF}", pointer)
            elif name in spec.get("properties", {}):
                text = f"{owner} has a property {name}, and a method of that name"
                yield Finding(METHOD_NAME, text, pointer)
