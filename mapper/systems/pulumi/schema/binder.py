"""Checks rules of a package schema across its parts, as Pulumi's binder does, beyond the metaschema."""

from collections.abc import Iterator
from typing import Any

from mapper.inputs import escape_token
from mapper.languages.golang.regexp import why_refused

from .. import schema_rules as rules
from . import grammar
from .grammar import RESERVED
from .tokens import FORMATS, PROVIDERS, Others, drops_last, module_of, read_reference
from .validate import Finding, Findings, is_value_of, shown

_STANDARD = ("id", "urn")
_SELF = "__self__"
_SECTIONS = ("types", "resources", "functions")


def binder_findings(root: dict[str, Any], others: Others) -> Findings:
    """Findings about a schema with valid shape; `others` are the known schemas of other packages."""
    return [*_tokens(root), *_same_tokens(root), *_Members(root, others).findings(), *_methods(root)]


def _tokens(root: dict[str, Any]) -> Iterator[Finding]:
    meta = root.get("meta", {}).get("moduleFormat", "")
    problem = why_refused(meta)
    if problem is not None:
        yield Finding(rules.PATTERN, f"{shown(meta)} is not a regular expression: {problem}", "/meta/moduleFormat")
    elif meta not in FORMATS:
        yield Finding(rules.MODULE_FORMAT, f"the format of modules {shown(meta)} is not known", "/meta/moduleFormat")
    if root.get("meta", {}).get("supportPack") and "version" not in root:
        yield Finding(rules.MISSING, "the key 'version' is missing, which supportPack needs", "")
    name, allowed = root["name"], {root["name"], *root.get("allowedPackageNames", ())}
    is_short = drops_last(root)
    for section in _SECTIONS:
        spelled: dict[tuple[str, str], str] = {}
        for token in root.get(section, {}):
            package, module, last = token.split(":")
            pointer = f"/{section}/{escape_token(token)}"
            if last == RESERVED:
                yield Finding(rules.RESERVED, f"the token {token} has the reserved name {RESERVED}", pointer)
            inner = module.rpartition("/")[0] if is_short and "/" in module else module
            if grammar.is_root_provider(inner, last):
                text = f"the token {token} has the reserved name provider in the root module"
                yield Finding(rules.PROVIDER, text, pointer)
            elif inner.startswith("index/") and meta in FORMATS:
                yield Finding(rules.MODULE_IN_ROOT, f"the token {token} has a module in the root module index", pointer)
            is_method = section == "functions" and token.startswith(PROVIDERS)
            if package not in allowed and not is_method:
                text = f"the token {token} is of the package {package}, and the schema of {name}"
                yield Finding(rules.PACKAGE, text, pointer)
            key = module_of(token, drops_last=is_short).lower(), last.lower()
            other = spelled.setdefault(key, token)
            if other != token:
                yield Finding(rules.SAME_NAME, f"the tokens {other} and {token} have one name for programs", pointer)


def _same_tokens(root: dict[str, Any]) -> Iterator[Finding]:
    """Findings about resources and functions whose tokens differ only in case."""
    spelled: dict[str, tuple[str, str]] = {}
    for section in ("resources", "functions"):
        for token in root.get(section, {}):
            other = spelled.setdefault(token.lower(), (section, token))
            if other != (section, token):
                text = f"the tokens {other[1]} of {other[0]} and {token} of {section} are the same but for case"
                yield Finding(rules.SAME_TOKEN, text, f"/{section}/{escape_token(token)}")


class _Members:
    """Checks the properties of objects, resources and functions, and their references."""

    def __init__(self, root: dict[str, Any], others: Others) -> None:
        self._root, self._others = root, others
        self._known = {section: root.get(section, {}) for section in ("types", "resources")}

    def findings(self) -> Iterator[Finding]:
        root = self._root
        config = root.get("config", {})
        yield from self._object({"properties": config.get("variables", {})}, "/config", "variables")
        for name in config.get("defaults", ()):
            if name not in config.get("variables", {}):
                yield Finding(rules.REQUIRED, f"{shown(name)} is not a variable of the config", "/config/defaults")
        for token, type_ in root.get("types", {}).items():
            if "enum" not in type_:
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
                check = self._object if grammar.returns_object(returned) else self._type
                yield from check(returned, f"{at}/{key}")

    def _resource(self, spec: dict[str, Any], at: str, reserved: tuple[str, ...]) -> Iterator[Finding]:
        inputs = spec.get("inputProperties", {})
        yield from self._object(spec, at)
        yield from self._object({"properties": inputs}, at, "inputProperties")
        yield from _unknown_required(spec.get("requiredInputs", ()), inputs, f"{at}/requiredInputs", "input")
        yield from self._object(spec.get("stateInputs", {}), f"{at}/stateInputs")
        yield from self._object(spec.get("listInputs", {}), f"{at}/listInputs")
        for name in reserved:
            if name in inputs:
                yield Finding(
                    rules.PROPERTY, f"the name {name} of an input is reserved", f"{at}/inputProperties/{name}"
                )
        standard = _STANDARD[1:] if spec.get("isComponent") else _STANDARD
        for section in ("inputProperties", "properties"):
            for name in standard:
                if name in spec.get(section, {}):
                    text = f"every resource has {name}: a property with the same name is hidden"
                    yield Finding(rules.STANDARD, text, f"{at}/{section}/{name}")

    def _object(self, spec: dict[str, Any], at: str, key: str = "properties") -> Iterator[Finding]:
        properties = spec.get("properties")
        if properties:
            for name, property_ in properties.items():
                pointer = f"{at}/{key}/{escape_token(name)}"
                if not grammar.can_be_property(name):
                    yield Finding(rules.PROPERTY, f"a property cannot be called {shown(name)}", pointer)
                yield from self._type(property_, pointer)
                if "default" in property_ or "const" in property_:
                    yield from self._values(property_, pointer)
        if "required" in spec:
            yield from _unknown_required(spec["required"], properties or {}, f"{at}/required", "property")

    def _type(self, spec: dict[str, Any], at: str) -> Iterator[Finding]:
        reference = spec.get("$ref")
        if reference is not None:
            finding = self._reference(reference, spec, at)
            if finding is not None:
                yield finding
        elif "items" in spec:
            yield from self._type(spec["items"], f"{at}/items")
        elif "additionalProperties" in spec:
            yield from self._type(spec["additionalProperties"], f"{at}/additionalProperties")
        elif "oneOf" in spec:
            for index, option in enumerate(spec["oneOf"]):
                yield from self._type(option, f"{at}/oneOf/{index}")

    def _values(self, spec: dict[str, Any], at: str) -> Iterator[Finding]:
        """Check that constants have primitive types; the type of a default may also be an enum or a `oneOf`."""
        for key in _VALUES:
            value = spec.get(key)
            if value is None:
                continue
            kinds = self._primitives(spec, is_default=key == "default")
            if any(is_value_of(value, kind) and _is_small(value, kind) for kind in kinds):
                continue
            of = " or ".join(dict.fromkeys(kinds))
            text = f"the {key} {shown(value)} is no {of}" if kinds else f"a property of its type has no {key}"
            yield Finding(rules.VALUE, text, f"{at}/{key}")

    def _primitives(self, spec: dict[str, Any], *, is_default: bool = False) -> list[str]:
        """The primitive types that a constant, or a default, of a property may have."""
        reference, type_ = spec.get("$ref"), spec.get("type")
        if reference is not None:
            return self._primitives_of(reference)[is_default]
        if "oneOf" in spec:
            if not is_default:
                return []
            inner = [type_] if type_ else []
            return inner or [kind for option in spec["oneOf"] for kind in self._primitives(option, is_default=True)]
        return [type_] if type_ in grammar.PRIMITIVES else []

    def _primitives_of(self, reference: str) -> tuple[list[str], list[str]]:
        """The primitive types for constants, and those for defaults, of properties with this reference."""
        target = read_reference(reference, self._root)
        declared = self._known["types"].get(target.token) if target and target.section == "types" else None
        if declared is None:  # of another package, or reported already
            is_open = target is None or bool(target.package) or target.section == "types"
            kinds = list(grammar.PRIMITIVES) if is_open else []
            return kinds, kinds
        return [], [declared["type"]] if "enum" in declared else []

    def _reference(self, text: str, spec: dict[str, Any], at: str) -> Finding | None:
        target = read_reference(text, self._root)
        if target is None:
            return Finding(rules.REFERENCE, f"{shown(text)} is not a reference that a schema can have", f"{at}/$ref")
        if target.section == "pulumi" and target.token not in grammar.WELL_KNOWN:
            return Finding(rules.REFERENCE, f"there is no type {shown(target.token)} in pulumi.json", f"{at}/$ref")
        other = self._others.get((target.package, target.version))
        if other is not None and target.section != "provider" and target.token not in other.get(target.section, {}):
            text = f"{shown(text)} does not exist: the package {target.package} has no {target.token}"
            return Finding(rules.REFERENCE, text, f"{at}/$ref")
        if target.package or target.section in ("pulumi", "provider") or target.token in self._known[target.section]:
            return None
        if target.section == "types" and spec.get("type") in grammar.PRIMITIVES:
            return Finding(rules.OPAQUE, f"{shown(text)} names no type; it is a {spec['type']}", f"{at}/$ref")
        return Finding(rules.REFERENCE, f"{shown(text)} does not exist", f"{at}/$ref")


_VALUES = ("const", "default")
_MOST = 2**31
"""The bound of integers, which have 32 bits."""


def _is_small(value: object, primitive: str) -> bool:
    return primitive != "integer" or (isinstance(value, int | float) and -_MOST <= value < _MOST)


def _arguments(function: dict[str, Any], at: str) -> Iterator[Finding]:
    """Findings about the positional arguments of a function (`multiArgumentInputs`)."""
    names, inputs = function.get("multiArgumentInputs", ()), function.get("inputs", {}).get("properties", {})
    for index, name in enumerate(names):
        if name not in inputs or name in names[:index]:
            text = f"{shown(name)} is not an input" if name not in inputs else f"{shown(name)} is there twice"
            yield Finding(rules.ARGUMENTS, text, f"{at}/multiArgumentInputs/{index}")
    for name in inputs if names else ():
        if name not in names:
            text = f"the input {shown(name)} is missing"
            yield Finding(rules.ARGUMENTS, text, f"{at}/multiArgumentInputs")


def _unknown_required(names: list[str], properties: dict[str, Any], at: str, what: str) -> Iterator[Finding]:
    for index, name in enumerate(names):
        if name not in properties:
            yield Finding(rules.REQUIRED, f"{shown(name)} is required, and is no {what}", f"{at}/{index}")


def _methods(root: dict[str, Any]) -> Iterator[Finding]:
    functions, taken = root.get("functions", {}), dict[str, str]()
    owners = [(f"{PROVIDERS}{root['name']}", "/provider", root.get("provider", {}))]
    owners += [
        (token, f"/resources/{escape_token(token)}", resource) for token, resource in root.get("resources", {}).items()
    ]
    for owner, at, spec in owners:
        for name, token in spec.get("methods", {}).items():
            pointer = f"{at}/methods/{escape_token(name)}"
            if token not in functions:
                yield Finding(
                    rules.METHOD_FUNCTION, f"the method {name} names {token}, and there is no such function", pointer
                )
                continue
            if token in taken:
                text = f"the method {name} names {token}, which is the method {taken[token]} already"
                yield Finding(rules.METHOD_ONCE, text, pointer)
                continue
            taken[token] = f"{owner}/{name}"
            if token != f"{owner}/{name}":
                yield Finding(
                    rules.METHOD_TOKEN, f"the token {token} of the method {name} has to be {owner}/{name}", pointer
                )
            elif _SELF not in functions[token].get("inputs", {}).get("properties", {}):
                yield Finding(rules.METHOD_SELF, f"the method {token} has no parameter {_SELF}", pointer)
            elif name in spec.get("properties", {}):
                text = f"{owner} has a property {name}, and a method with the same name"
                yield Finding(rules.METHOD_NAME, text, pointer)
