"""The rules of a package schema that concern several of its parts: what a binder knows and a metaschema does not."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from ...documents import escape_token
from ...golang.regexp import why_refused
from ..schema_rules import (
    METHOD_FUNCTION,
    METHOD_NAME,
    METHOD_ONCE,
    METHOD_SELF,
    METHOD_TOKEN,
    SCHEMA_ARGUMENTS,
    SCHEMA_MISSING,
    SCHEMA_MODULE_FORMAT,
    SCHEMA_OPAQUE,
    SCHEMA_PACKAGE,
    SCHEMA_PATTERN,
    SCHEMA_PROPERTY,
    SCHEMA_PROVIDER,
    SCHEMA_REFERENCE,
    SCHEMA_REQUIRED,
    SCHEMA_RESERVED,
    SCHEMA_SAME_NAME,
    SCHEMA_SAME_TOKEN,
    SCHEMA_STANDARD,
    SCHEMA_VALUE,
)
from . import grammar
from .findings import Finding, Findings
from .others import Others
from .shape import shown
from .sound import is_value_of
from .tokens import FORMATS, PROVIDERS, drops_last, module_of, read_reference

RESERVED = "pulumi"
_STANDARD = ("id", "urn")
_SELF = "__self__"
_ROOT_MODULES = ("", "index")
_SECTIONS = ("types", "resources", "functions")


def binder_findings(root: dict[str, Any], others: Others) -> Findings:
    """What is wrong with a schema that has the shape of one; `others` are those of other packages that are known."""
    return [*_tokens(root), *_same_tokens(root), *_Members(root, others).findings(), *_methods(root)]


def _tokens(root: dict[str, Any]) -> Iterator[Finding]:
    meta = root.get("meta", {}).get("moduleFormat", "")
    problem = why_refused(meta)
    if problem is not None:
        yield Finding(SCHEMA_PATTERN, f"{shown(meta)} is no regular expression: {problem}", "/meta/moduleFormat")
    elif meta not in FORMATS:
        yield Finding(SCHEMA_MODULE_FORMAT, f"the format of modules {shown(meta)} is not known", "/meta/moduleFormat")
    if root.get("meta", {}).get("supportPack") and "version" not in root:
        yield Finding(SCHEMA_MISSING, "the key 'version' is missing, which supportPack needs", "")
    name, allowed = root["name"], {root["name"], *root.get("allowedPackageNames", ())}
    is_short = drops_last(root)
    for section in _SECTIONS:
        spelled: dict[tuple[str, str], str] = {}
        for token in root.get(section, {}):
            package, module, last = token.split(":")
            pointer = f"/{section}/{escape_token(token)}"
            if last == RESERVED:
                yield Finding(SCHEMA_RESERVED, f"the token {token} has the reserved name {RESERVED}", pointer)
            if module.lower() in _ROOT_MODULES and last.lower() == "provider":
                text = f"the token {token} has the reserved name provider in the root module"
                yield Finding(SCHEMA_PROVIDER, text, pointer)
            is_method = section == "functions" and token.startswith(PROVIDERS)
            if package not in allowed and not is_method:
                text = f"the token {token} is of the package {package}, and the schema of {name}"
                yield Finding(SCHEMA_PACKAGE, text, pointer)
            key = module_of(token, drops_last=is_short).lower(), last.lower()
            other = spelled.setdefault(key, token)
            if other != token:
                yield Finding(SCHEMA_SAME_NAME, f"the tokens {other} and {token} have one name for programs", pointer)


def _same_tokens(root: dict[str, Any]) -> Iterator[Finding]:
    """Resources and functions that a reader cannot tell from each other."""
    spelled: dict[str, tuple[str, str]] = {}
    for section in ("resources", "functions"):
        for token in root.get(section, {}):
            other = spelled.setdefault(token.lower(), (section, token))
            if other != (section, token):
                text = f"the tokens {other[1]} of {other[0]} and {token} of {section} are the same but for case"
                yield Finding(SCHEMA_SAME_TOKEN, text, f"/{section}/{escape_token(token)}")


class _Members:
    """The properties of objects, resources and functions, and the references in them."""

    def __init__(self, root: dict[str, Any], others: Others) -> None:
        self._root, self._others = root, others
        self._known = {section: root.get(section, {}) for section in ("types", "resources")}
        self._good: set[str] = set()
        """References that have been found to lead somewhere."""
        self._kinds: dict[str, tuple[list[str], list[str]]] = {}
        """The primitive types of constants and of defaults by the references of their properties."""

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
            yield from _arguments(function, at)
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
            if RESERVED in properties:
                text = f"the name {RESERVED} of a property is reserved"
                yield Finding(SCHEMA_PROPERTY, text, f"{at}/{key}/{RESERVED}")
            is_quiet, good = _QUIET.issuperset, self._good
            for name, one in properties.items():
                if is_quiet(one):
                    continue
                has_values = "default" in one or "const" in one
                if not has_values:
                    inner = one.get("items") or one.get("additionalProperties") or one
                    if is_quiet(inner) or inner.get("$ref") in good:
                        continue
                elif one.get("type") in _WITHOUT_LIMITS and one.keys().isdisjoint(_LEADING):
                    continue
                pointer = f"{at}/{key}/{escape_token(name)}"
                yield from self._type(one, pointer)
                if has_values:
                    yield from self._values(one, pointer)
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

    def _values(self, spec: dict[str, Any], at: str) -> Iterator[Finding]:
        """Constants are of primitive types, and defaults also of enums and of one of several types."""
        for key in _VALUES:
            value = spec.get(key)
            if value is None:
                continue
            kinds = self._primitives(spec, is_default=key == "default")
            if any(is_value_of(value, kind) and _is_small(value, kind) for kind in kinds):
                continue
            of = " or ".join(dict.fromkeys(kinds))
            text = f"the {key} {shown(value)} is no {of}" if kinds else f"a property of its type has no {key}"
            yield Finding(SCHEMA_VALUE, text, f"{at}/{key}")

    def _primitives(self, spec: dict[str, Any], *, is_default: bool = False) -> list[str]:
        """The primitive types that a value may be of."""
        reference, type_ = spec.get("$ref"), spec.get("type")
        if reference is not None:
            if reference not in self._kinds:
                self._kinds[reference] = self._primitives_of(reference)
            return self._kinds[reference][is_default]
        if "oneOf" in spec:
            if not is_default:
                return []
            inner = [type_] if type_ else []
            return inner or [kind for one in spec["oneOf"] for kind in self._primitives(one, is_default=True)]
        return [type_] if type_ in grammar.PRIMITIVES else []

    def _primitives_of(self, reference: str) -> tuple[list[str], list[str]]:
        """The primitive types that a constant may be of, and those that a default may be of."""
        found = read_reference(reference, self._root)
        declared = self._known["types"].get(found.token) if found and found.section == "types" else None
        if declared is None:  # of another package, or refused already
            is_open = found is None or bool(found.package) or found.section == "types"
            kinds = list(grammar.PRIMITIVES) if is_open else []
            return kinds, kinds
        return [], [declared["type"]] if "enum" in declared else []

    def _reference(self, text: str, spec: dict[str, Any], at: str) -> Finding | None:
        found = read_reference(text, self._root)
        if found is None:
            return Finding(SCHEMA_REFERENCE, f"{shown(text)} is no reference that a schema can have", f"{at}/$ref")
        if found.section == "pulumi" and found.token not in grammar.WELL_KNOWN:
            return Finding(SCHEMA_REFERENCE, f"there is no type {shown(found.token)} in pulumi.json", f"{at}/$ref")
        other = self._others.get((found.package, found.version))
        if other is not None and found.section != "provider" and found.token not in other.get(found.section, {}):
            text = f"{shown(text)} leads nowhere: the package {found.package} has no {found.token}"
            return Finding(SCHEMA_REFERENCE, text, f"{at}/$ref")
        if found.package or found.section in ("pulumi", "provider") or found.token in self._known[found.section]:
            return None
        if found.section == "types" and spec.get("type") in grammar.PRIMITIVES:
            return Finding(SCHEMA_OPAQUE, f"{shown(text)} leads nowhere; it is a {spec['type']}", f"{at}/$ref")
        return Finding(SCHEMA_REFERENCE, f"{shown(text)} leads nowhere", f"{at}/$ref")


_QUIET = frozenset(("type", "description", "deprecationMessage", "secret", "language", "defaultInfo"))
"""The keys of properties that lead nowhere and have no values."""
_LEADING = frozenset(("$ref", "oneOf", "items", "additionalProperties"))
"""The keys of types with others in them, or elsewhere."""
_VALUES = ("const", "default")
_WITHOUT_LIMITS = ("string", "boolean", "number")
"""The types whose values are right if they have the shape of one."""
_MOST = 2**31
"""Integers are of 32 bits."""


def _is_small(value: object, primitive: str) -> bool:
    return primitive != "integer" or (isinstance(value, int | float) and -_MOST <= value < _MOST)


def _arguments(function: dict[str, Any], at: str) -> Iterator[Finding]:
    """The arguments of a function that takes its inputs one by one."""
    names, inputs = function.get("multiArgumentInputs", ()), function.get("inputs", {}).get("properties", {})
    for index, name in enumerate(names):
        if name not in inputs or name in names[:index]:
            text = f"{shown(name)} is no input" if name not in inputs else f"{shown(name)} is there twice"
            yield Finding(SCHEMA_ARGUMENTS, text, f"{at}/multiArgumentInputs/{index}")
    for name in inputs if names else ():
        if name not in names:
            text = f"the input {shown(name)} is missing"
            yield Finding(SCHEMA_ARGUMENTS, text, f"{at}/multiArgumentInputs")


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
