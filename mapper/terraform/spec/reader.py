"""From a Provider Code Specification back to a mapping, as far as it says: no sources, no reasons.

Reads what any tool may have written, or a person: also blocks, plan modifiers, custom types, and validators that
no constraint stands for. Parts that the model has no place for become fragments.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from ...diagnostics import MappingError, Problem
from ...documents import Document, Node, bool_of, number_of, problem_at, text_of
from ...model import (
    Attribute,
    Body,
    Collection,
    Constraint,
    Coverage,
    Default,
    Entity,
    EntityKind,
    Fragment,
    Mapping,
    Nested,
    Object,
    Reason,
    Scalar,
    Status,
    Type,
)

_SECTIONS = {EntityKind.RESOURCE: "resources", EntityKind.DATA_SOURCE: "datasources"}
_STATUS = ("computed_optional_required", "optional_required")
_SCALARS = frozenset(("bool", "dynamic", "float32", "float64", "int32", "int64", "number", "string"))
_COLLECTIONS = frozenset(("list", "map", "set"))
_NESTED = {f"{mode}_nested": mode for mode in ("single", "list", "map", "set")}
_UNKNOWN = Reason("not-recorded", "a code specification does not say why")
_KNOWN = frozenset(
    ("default", "deprecation_message", "description", "sensitive", "write_only", "validators", "attributes",
     "blocks", "nested_object", "element_type", "attribute_types", *_STATUS)
)  # fmt: skip
_LITERAL = r'"(?:[^"\\]|\\.)*"'
_CALL = re.compile(r"\w+validator\.(\w+)\((.*)\)\s*\Z", re.DOTALL)
_STRING = re.compile(_LITERAL)
_ESCAPE = re.compile(r"\\(x[0-9a-fA-F]{2}|u[0-9a-fA-F]{4}|U[0-9a-fA-F]{8}|[0-7]{3}|.)", re.DOTALL)
_ESCAPES = {"a": "\a", "b": "\b", "f": "\f", "n": "\n", "r": "\r", "t": "\t", "v": "\v", "\\": "\\", '"': '"'}


def is_code_spec(root: object) -> bool:
    """Whether a parsed document looks like a code specification."""
    return (
        isinstance(root, dict)
        and isinstance(root.get("provider"), dict)
        and not {"openapi", "swagger", "format", "paths"} & root.keys()
        and all(isinstance(root.get(section, []), list) for section in _SECTIONS.values())
    )


def read_code_spec(document: Document) -> Mapping:
    """The mapping that a code specification may have been written for. Raises MappingError."""
    root = document.node
    provider = root.get("provider")
    if not is_code_spec(document.root) or provider is None:
        raise MappingError(Problem("this is not a Provider Code Specification", document.uri, 1))
    entities = [_entity(EntityKind.PROVIDER, provider)]
    for kind, section in _SECTIONS.items():
        listed = root.get(section)
        entities += [_entity(kind, node) for node in (listed.items() if listed else ())]
    return Mapping("terraform", entities[0].name, tuple(entities), (), Coverage(), (document,))


def _entity(kind: EntityKind, node: Node) -> Entity:
    name = _text(node, "name")
    if name is None:
        raise MappingError(problem_at(f"a {kind} has no name", node))
    schema = node.get("schema")
    body = Body(tuple(_attributes(schema))) if schema else Body()
    description = (_text(schema, "description") or _text(schema, "markdown_description")) if schema else None
    return Entity(
        kind,
        name,
        body,
        description,
        location=node,
        has_schema=schema is not None,
        deprecation=_text(schema, "deprecation_message") if schema else None,
    )


def _attributes(node: Node) -> Iterator[Attribute]:
    """Attributes and blocks of a schema or of an object."""
    for key in ("attributes", "blocks"):
        listed = node.get(key)
        for entry in listed.items() if listed else ():
            yield _attribute(entry, is_block=key == "blocks")


def _attribute(node: Node, *, is_block: bool) -> Attribute:
    name = _text(node, "name")
    kind = next(
        (key for key, _ in node.members() if key in _SCALARS | _COLLECTIONS | _NESTED.keys() | {"object"}), None
    )
    if name is None or kind is None:
        raise MappingError(problem_at("an attribute has no name, or no type that is known", node))
    body = node.child(kind)
    constraints, validators = _validators(body)
    fragments = tuple(_fragments(body, validators))
    default = _default(body)
    if default is None and body.get("default") is not None:
        fragments += (Fragment("default", body.child("default").value, body.child("default")),)
    return Attribute(
        name,
        name,
        _type(kind, body, is_block=is_block),
        _status(body, is_block=is_block),
        _UNKNOWN,
        (),
        _text(body, "description"),
        default,
        constraints,
        _is_true(body, "sensitive"),
        _text(body, "deprecation_message"),
        write_only=_is_true(body, "write_only"),
        fragments=fragments,
    )


def _type(kind: str, node: Node, *, is_block: bool) -> Type:
    if kind in _NESTED:
        inner = node.get("nested_object") or node
        mode = f"{_NESTED[kind]} block" if is_block else _NESTED[kind]
        return Nested(mode, Body(tuple(_attributes(inner))))
    return _element(kind, node)


def _element(kind: str, node: Node) -> Type:
    """An element type: its only key is the kind, and the value says what is inside of it."""
    if kind in _COLLECTIONS:
        inside = node.get("element_type")
        key = next((key for key, _ in inside.members()), None) if inside else None
        if inside is None or key is None:
            raise MappingError(problem_at(f"a {kind} has no element type", node))
        return Collection(kind, _element(key, inside.child(key)))
    if kind == "object":
        listed = node.get("attribute_types")
        return Object(Body(tuple(map(_member, listed.items() if listed else ()))))
    return Scalar(kind)


def _member(node: Node) -> Attribute:
    name = _text(node, "name")
    kind = next((key for key, _ in node.members() if key != "name"), None)
    if name is None or kind is None:
        raise MappingError(problem_at("a member of an object has no name, or no type", node))
    return Attribute(name, name, _element(kind, node.child(kind)), Status.COMPUTED_OPTIONAL, _UNKNOWN, ())


def _status(node: Node, *, is_block: bool) -> Status:
    for key in _STATUS:
        text = _text(node, key)
        if text is not None:
            try:
                return Status(text)
            except ValueError:
                raise MappingError(problem_at(f"{text!r} is not a status", node.child(key))) from None
    if not is_block:
        raise MappingError(problem_at(f"{_STATUS[0]} is missing", node))
    return Status.OPTIONAL


def _default(node: Node) -> Default | None:
    default = node.get("default")
    static = default.get("static") if default else None
    if static is None:
        return None
    is_true, number = bool_of(static.value), number_of(static.value)
    if is_true is not None:
        return Default(is_true)
    return Default(number if number is not None else text_of(static.value) or "")


def _fragments(node: Node, validators: list[Node]) -> Iterator[Fragment]:
    if validators:
        yield Fragment("validators", [entry.value for entry in validators], validators[0])
    for key, member in node.members():
        if key not in _KNOWN:
            yield Fragment(key, member.value, member)
    inner = node.get("nested_object")
    for key, member in inner.members() if inner else ():
        if key not in ("attributes", "blocks"):
            yield Fragment(f"nested_object.{key}", member.value, member)


def _validators(node: Node) -> tuple[tuple[Constraint, ...], list[Node]]:
    """Those that a constraint stands for, and the others."""
    listed = node.get("validators")
    constraints, others = [], []
    for entry in listed.items() if listed else ():
        custom = entry.get("custom")
        found = _constraint(_text(custom, "schema_definition") or "") if custom else None
        if found is None:
            others.append(entry)
        else:
            constraints.append(found)
    return tuple(constraints), others


def _constraint(expression: str) -> Constraint | None:
    """The constraint that the Go expression of a validator comes from; None unless it says exactly that."""
    call = _CALL.match(expression.strip())
    if call is None:
        return None
    name, inside = call.groups()
    value: Any = None
    if name == "UniqueValues" and not inside.strip():
        return Constraint("unique", True)
    if name == "RegexMatches":
        pattern = re.match(rf"regexp\.MustCompile\(({_LITERAL}|`[^`]*`)\)\s*,", inside)
        return Constraint("pattern", _go_string(pattern[1])) if pattern else None
    if name == "ExactlyOneOf":
        names = re.findall(rf"path\.MatchRelative\(\)\.AtParent\(\)\.AtName\(({_LITERAL})\)", inside)
        return Constraint("exactly_one_of", tuple(map(_go_string, names))) if names else None
    if name == "OneOf":
        value = _arguments(inside)
        return Constraint("enum", value) if value else None
    keyword = next((k for k, noun in (("length", "Length"), ("size", "Size")) if name.startswith(noun)), "range")
    value = _arguments(inside)
    if value is None or any(isinstance(bound, str) for bound in value):
        return None
    noun = {"length": "Length", "size": "Size", "range": ""}[keyword]
    match name.removeprefix(noun), value:
        case "AtLeast", (least,):
            return Constraint(keyword, (least, None))
        case "AtMost", (most,):
            return Constraint(keyword, (None, most))
        case "Between", (least, most):
            return Constraint(keyword, (least, most))
    return None


def _arguments(inside: str) -> tuple[object, ...] | None:
    """Literals between commas; None where there is anything else."""
    values = tuple(_go_string(literal) for literal in _STRING.findall(inside))
    words = [word for word in re.split(r"[\s,]+", _STRING.sub("", inside)) if word]
    if values:
        return None if words else values
    try:
        return tuple(int(word) if re.fullmatch(r"-?\d+", word) else float(word) for word in words) or None
    except ValueError:
        return None


def _go_string(literal: str) -> str:
    """The text of a Go string literal."""
    if literal.startswith("`"):
        return literal[1:-1]
    return _ESCAPE.sub(_unescaped, literal[1:-1])


def _unescaped(match: re.Match[str]) -> str:
    code = match[1]
    if code in _ESCAPES:
        return _ESCAPES[code]
    return chr(int(code, 8) if code[0].isdigit() else int(code[1:], 16))


def _text(node: Node | None, key: str) -> str | None:
    return text_of(node.value[key]) if node is not None and node.get(key) is not None else None


def _is_true(node: Node, key: str) -> bool:
    found = node.get(key)
    return found is not None and bool_of(found.value) is True
