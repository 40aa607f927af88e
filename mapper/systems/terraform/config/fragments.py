"""Parts of the code spec that a config gives verbatim: imports, types, validators, defaults, plan modifiers.

They are validated strictly, as an unknown key would only fail in the Go generator. The values are JSON with the keys in
the order of the Go types of the specification. A Go type may be given by its qualified name:
`github.com/acme/sdk/v2/models.Owner`, with a leading `*` for a pointer; the custom types in HashiCorp's own modules
need no path: `jsontypes.Normalized`, `timetypes.RFC3339`.
"""

import re
from collections.abc import Collection, Iterable, Mapping
from typing import Any

from msgspec.structs import replace

from mapper.inputs import Node, bool_of, number_of, text_of
from mapper.model import Attribute, Default, Fragment
from mapper.report.origin import Location
from mapper.text.numbers import is_float64
from mapper.text.suggest import nearest

from .node_reader import Reader, shown

_NAME = re.compile(r"(?P<pointer>\*?)(?P<path>[^\s*]+)\.(?P<name>[A-Z]\w*)\Z")
_MAJOR_VERSION = re.compile(r"v\d+\Z")
_FRAMEWORK = "github.com/hashicorp/terraform-plugin-framework-"
PACKAGES = {
    "cidrtypes": f"{_FRAMEWORK}nettypes/cidrtypes",
    "hwtypes": f"{_FRAMEWORK}nettypes/hwtypes",
    "iptypes": f"{_FRAMEWORK}nettypes/iptypes",
    "jsontypes": f"{_FRAMEWORK}jsontypes/jsontypes",
    "timetypes": f"{_FRAMEWORK}timetypes/timetypes",
}
"""Package name -> import path, for HashiCorp's packages with custom types."""


def external_type(text: str) -> dict[str, Any] | None:
    """The `associated_external_type` for a name; None if it is not the name of a Go type."""
    parts = _parts(text)
    if parts is None:
        return None
    pointer, path, package, name = parts
    return {"import": {"path": path}, "type": f"{pointer}{package}.{name}"}


def custom_type(text: str) -> dict[str, Any] | None:
    """The `custom_type` for the name of a value type, by the framework's naming convention; None if it is not one."""
    parts = _parts(text)
    if parts is None or parts[0]:
        return None
    _, path, package, name = parts
    return {"import": {"path": path}, "type": f"{package}.{name}Type{{}}", "value_type": f"{package}.{name}"}


def _parts(text: str) -> tuple[str, str, str, str] | None:
    """Pointer sign, import path, package and type name."""
    match = _NAME.match(text)
    if match is None:
        return None
    path = PACKAGES.get(match["path"], match["path"])
    *parents, package = path.split("/")
    if parents and _MAJOR_VERSION.match(package):
        package = parents[-1]
    return (match["pointer"], path, package, match["name"]) if "/" in path else None


Shape = Mapping[str, Any]
"""Key -> its value: a shape, a list with the shape of its items, or `str`. Optional keys end in `?`."""

_IMPORT: Shape = {"alias?": str, "path": str}
CUSTOM: Shape = {"custom": {"imports?": [_IMPORT], "schema_definition": str}}
EXTERNAL_TYPE: Shape = {"import?": _IMPORT, "type": str}
CUSTOM_TYPE: Shape = {"import?": _IMPORT, "type": str, "value_type": str}


_NAMED = ((CUSTOM_TYPE, custom_type), (EXTERNAL_TYPE, external_type))


def read_fragment(reader: Reader, node: Node, where: str, shape: Any) -> Any:
    """The value at `node` as JSON; None after reporting a problem if it does not have the shape."""
    if shape is str:
        text = text_of(node.value)
        if not text:
            reader.problem(node, f"{where} must be a text, not {shown(node.value)}")
        return text or None
    if isinstance(shape, list):
        if not isinstance(node.value, list):
            reader.problem(node, f"{where} must be a list")
            return None
        items = [read_fragment(reader, item, where, shape[0]) for item in node.items()]
        return None if None in items else items
    parse = next((read for known, read in _NAMED if known is shape), None)
    if parse is not None and isinstance(node.value, str):
        fragment = parse(node.value)
        if fragment is None:
            text = f"{where}: {shown(node.value)} is not the name of a Go type"
            reader.problem(node, text, "write one such as jsontypes.Normalized or github.com/acme/sdk/models.Owner")
        return fragment
    return _read_object(reader, node, where, shape)


def read_static(node: Node) -> bool | int | float | str | None:
    """A scalar of the config; None for other values, and for numbers that a Go float64 cannot represent."""
    truth, number = bool_of(node.value), number_of(node.value)
    if truth is not None:
        return truth
    if number is not None and not is_float64(number):
        return None
    if number is not None:
        return int(number) if isinstance(number, int) else float(number)
    return text_of(node.value)


def read_default(reader: Reader, node: Node, where: str) -> Default | dict[str, Any] | None:
    """A default as in the code spec, a literal or code; None after reporting a problem."""
    keys = [*node.value] if isinstance(node.value, dict) else []
    if keys == ["custom"]:
        fragment: dict[str, Any] | None = read_fragment(reader, node, where, CUSTOM)
        return fragment
    value = read_static(node.child("static")) if keys == ["static"] else None
    if value is None:
        reader.problem(node, f"{where} must be {{static: …}} with a plain value, or {{custom: …}}")
        return None
    return Default(value)


def read_entries(reader: Reader, node: Node, where: str, words: Collection[str]) -> list[Any] | None:
    """Validators or plan modifiers: entries in the `custom` form of the code spec, and short names, the `words`."""
    if not isinstance(node.value, list):
        reader.problem(node, f"{where} must be a list")
        return None
    entries: list[Any] = []
    for item in node.items():
        if isinstance(item.value, str):
            if item.value not in words:
                text = f"{where}: {item.value!r} is not a word for one{nearest(item.value, words)}"
                reader.problem(item, text, f"give {', '.join(words)} or {{custom: …}}")
                continue
            entries.append(item.value)
        else:
            entry = read_fragment(reader, item, where, CUSTOM)
            entries += [] if entry is None else [entry]
    return entries


def _read_object(reader: Reader, node: Node, where: str, shape: Shape) -> dict[str, Any] | None:
    if not isinstance(node.value, dict):
        reader.problem(node, f"{where} must be a mapping with {_listed(shape)}")
        return None
    names = [key.rstrip("?") for key in shape]
    unknown = [key for key in node.value if key not in names]
    for key in unknown:
        reader.problem(node.child(key), f"{where}: unknown key {key!r}{nearest(key, names)}", f"use {_listed(shape)}")
    values: dict[str, Any] = {}
    for key, inner in shape.items():
        name = key.rstrip("?")
        member = node.get(name)
        if member is not None:
            values[name] = read_fragment(reader, member, f"{where}: {name}", inner)
        elif not key.endswith("?"):
            reader.problem(node, f"{where}: {name} is needed")
            values[name] = None
    return None if unknown or None in values.values() else values


def _listed(shape: Shape) -> str:
    return ", ".join(f"{key[:-1]} (optional)" if key.endswith("?") else key for key in shape)


REPLACE, REPLACE_IF_CONFIGURED, KEEP = "requires_replace", "requires_replace_if_configured", "use_state_for_unknown"
FUNCTIONS = {
    REPLACE: "RequiresReplace", REPLACE_IF_CONFIGURED: "RequiresReplaceIfConfigured", KEEP: "UseStateForUnknown"
}  # fmt: skip
"""Short name -> Go function of the framework."""

KEYWORD = "plan_modifiers"
OF_OBJECTS = "nested_object."
"""What the keywords of parts that apply to each object of a collection begin with."""

_PACKAGE = "github.com/hashicorp/terraform-plugin-framework/resource/schema/"


def expand(kind: str, modifiers: Iterable[Any]) -> list[Any]:
    """The entries of `plan_modifiers` for an attribute of `kind`, with short names replaced by their `custom` form."""
    return [_custom(kind, entry) if isinstance(entry, str) else entry for entry in modifiers]


def modifiers_of(attribute: Attribute, keyword: str = KEYWORD) -> Fragment | None:
    """The plan modifiers of an attribute, or of each object in it; None without any."""
    return next((part for part in attribute.fragments if part.keyword == keyword), None)


def entries_of(modifiers: Fragment | None) -> list[Any]:
    """The entries of plan modifiers, in a list of their own; none without any."""
    return list(modifiers.value) if modifiers is not None and isinstance(modifiers.value, list) else []


def with_modifiers(attribute: Attribute, modifiers: Iterable[Any], location: Location) -> Attribute:
    """The attribute with additional plan modifiers; whether it replaces the resource is updated."""
    entries = entries_of(modifiers_of(attribute))
    return set_modifiers(attribute, [*entries, *(entry for entry in modifiers if entry not in entries)], location)


def set_modifiers(attribute: Attribute, entries: list[Any], location: Location, keyword: str = KEYWORD) -> Attribute:
    """The attribute with these plan modifiers in place of its own; for a collection, in place of each object's."""
    others = tuple(part for part in attribute.fragments if part.keyword != keyword)
    fragments = (*others, Fragment(keyword, entries, location)) if entries else others
    if keyword != KEYWORD:
        return replace(attribute, fragments=fragments)
    return replace(attribute, fragments=fragments, replaces=any(map(replaces, entries)))


def definition_of(modifier: Any) -> str:
    """The Go function of a plan modifier, or the expression of one that the config gives."""
    return FUNCTIONS[modifier] if isinstance(modifier, str) else str(modifier["custom"]["schema_definition"])


def replaces(modifier: Any) -> bool:
    """Whether the plan modifier makes a new value replace the resource."""
    return FUNCTIONS[REPLACE] in definition_of(modifier)


def _custom(kind: str, word: str) -> dict[str, Any]:
    package = f"{kind}planmodifier"
    definition = f"{package}.{FUNCTIONS[word]}()"
    return {"custom": {"imports": [{"path": _PACKAGE + package}], "schema_definition": definition}}
