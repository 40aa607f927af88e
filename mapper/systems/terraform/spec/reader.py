"""Reads a Provider Code Specification as a mapping, without sources and reasons.

It accepts code specs of other tools and of people, with blocks, plan modifiers, custom types, and validators that are
not limits. Parts that the model does not have become fragments.
"""

from collections.abc import Iterator

from mapper.inputs import Document, Node, bool_of, number_of, problem_at, text_of, text_or_empty
from mapper.model import (
    Attribute,
    Body,
    Collection,
    CollectionKind,
    Coverage,
    Default,
    Entity,
    EntityKind,
    Fragment,
    Mapping,
    Nested,
    NestingMode,
    Object,
    Reason,
    Scalar,
    ScalarKind,
    Status,
    Type,
)
from mapper.model.limits import Limit, Limits
from mapper.report.diagnostic import MappingError, Problem

from .. import kinds
from ..config.additions import STATUSES
from ..config.types import COLLECTIONS
from .validators import is_required, read_validator

_AGAIN = "write it again with `oasmap generate`"
_SECTIONS = {kinds.RESOURCE: "resources", kinds.DATA_SOURCE: "datasources"}
_SCALARS = frozenset(ScalarKind) - {ScalarKind.BYTES, ScalarKind.TIMESTAMP}
_NESTED = {f"{mode}_nested": mode for mode in NestingMode}
_UNKNOWN = Reason("not-recorded", "a code specification does not say why")
_KNOWN = frozenset(
    ("default", "deprecation_message", "description", "sensitive", "write_only", "validators", "attributes",
     "blocks", "nested_object", "element_type", "attribute_types", *STATUSES)
)  # fmt: skip


def is_code_spec(root: object) -> bool:
    """Whether a parsed document looks like a code spec."""
    return (
        isinstance(root, dict)
        and isinstance(root.get("provider"), dict)
        and not {"openapi", "swagger", "format", "paths"} & root.keys()
        and all(isinstance(root.get(section, []), list) for section in _SECTIONS.values())
    )


def read_code_spec(document: Document) -> Mapping:
    """The mapping that a code spec describes. Raises MappingError."""
    root = document.node
    provider = root.get("provider")
    if not is_code_spec(document.root) or provider is None:
        raise MappingError(
            Problem("this is not a Provider Code Specification", document.uri, 1, remedy="`oasmap generate` writes one")
        )
    entities = [_entity(kinds.PROVIDER, provider)]
    for kind, section in _SECTIONS.items():
        listed = root.get(section)
        entities += [_entity(kind, node) for node in (listed.items() if listed else ())]
    return Mapping("terraform", entities[0].name, tuple(entities), (), Coverage(), (document,))


def _entity(kind: EntityKind, node: Node) -> Entity:
    name = _text(node, "name")
    if name is None:
        raise MappingError(problem_at(f"a {kind} has no name", node, remedy=_AGAIN))
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
    """The attributes and blocks of a schema or an object."""
    for key in ("attributes", "blocks"):
        listed = node.get(key)
        for entry in listed.items() if listed else ():
            yield _attribute(entry, is_block=key == "blocks")


def _attribute(node: Node, *, is_block: bool) -> Attribute:
    name = _text(node, "name")
    kind = next((key for key, _ in node.members() if key in _SCALARS | _NESTED.keys() | {*COLLECTIONS, "object"}), None)
    if name is None or kind is None:
        raise MappingError(problem_at("an attribute has no name, or no type that is known", node, remedy=_AGAIN))
    body = node.child(kind)
    limits, validators = _validators(body)
    required = [entry for entry in validators if is_block and is_required(_expression(entry))]
    validators = [entry for entry in validators if entry not in required]
    fragments = tuple(_fragments(body, validators))
    default = _default(body)
    if default is None and body.get("default") is not None:
        fragments += (Fragment("default", body.child("default").value, body.child("default")),)
    return Attribute(
        name,
        name,
        _type(kind, body, is_block=is_block),
        Status.REQUIRED if required else _status(body, is_block=is_block),
        _UNKNOWN,
        (),
        _text(body, "description"),
        default=default,
        limits=limits,
        sensitive=_is_true(body, "sensitive"),
        deprecation=_text(body, "deprecation_message"),
        write_only=_is_true(body, "write_only"),
        fragments=fragments,
    )


def _type(kind: str, node: Node, *, is_block: bool) -> Type:
    if kind in _NESTED:
        inner = node.get("nested_object") or node
        return Nested(_NESTED[kind], Body(tuple(_attributes(inner))), is_block)
    return _element(kind, node)


def _element(kind: str, node: Node) -> Type:
    """An element type: its only key is the kind, with the inner type as value."""
    if kind in COLLECTIONS:
        inside = node.get("element_type")
        key = next((key for key, _ in inside.members()), None) if inside else None
        if inside is None or key is None:
            raise MappingError(problem_at(f"a {kind} has no element type", node, remedy=_AGAIN))
        return Collection(CollectionKind(kind), _element(key, inside.child(key)))
    if kind == "object":
        listed = node.get("attribute_types")
        return Object(Body(tuple(map(_member, listed.items() if listed else ()))))
    if kind not in _SCALARS:
        raise MappingError(problem_at(f"{kind!r} is no type of an element", node, remedy=_AGAIN))
    return Scalar(ScalarKind(kind))


def _member(node: Node) -> Attribute:
    name = _text(node, "name")
    kind = next((key for key, _ in node.members() if key != "name"), None)
    if name is None or kind is None:
        raise MappingError(problem_at("a member of an object has no name, or no type", node, remedy=_AGAIN))
    body = node.child(kind)
    fragments = [Fragment(key, member.value, member) for key, member in body.members() if key not in _KNOWN]
    fragments += _element_fragments(body, "")
    return Attribute(
        name, name, _element(kind, body), Status.COMPUTED_OPTIONAL, _UNKNOWN, (), fragments=tuple(fragments)
    )


def _status(node: Node, *, is_block: bool) -> Status:
    for key in STATUSES:
        text = _text(node, key)
        if text is not None:
            try:
                return Status(text)
            except ValueError:
                raise MappingError(problem_at(f"{text!r} is not a status", node.child(key), remedy=_AGAIN)) from None
    if not is_block:
        raise MappingError(problem_at("computed_optional_required is missing", node, remedy=_AGAIN))
    return Status.OPTIONAL


def _default(node: Node) -> Default | None:
    default = node.get("default")
    static = default.get("static") if default else None
    if static is None:
        return None
    is_true, number = bool_of(static.value), number_of(static.value)
    if is_true is not None:
        return Default(is_true)
    return Default(number if number is not None else text_or_empty(static.value))


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
    yield from _element_fragments(node, "")


def _element_fragments(node: Node, path: str) -> Iterator[Fragment]:
    """The parts of element types besides their elements, such as a custom type."""
    inside = node.get("element_type")
    for kind, element in inside.members() if inside else ():
        prefix = f"{path}element_type."
        for key, member in element.members():
            if key not in ("element_type", "attribute_types"):
                yield Fragment(f"{prefix}{key}", member.value, member)
        if kind in COLLECTIONS:
            yield from _element_fragments(element, prefix)


def _validators(node: Node) -> tuple[Limits, list[Node]]:
    """The limits that validators express, and the other validators."""
    listed = node.get("validators")
    limits: list[Limit] = []
    others = []
    for entry in listed.items() if listed else ():
        limit = read_validator(_expression(entry))
        if limit is None:
            others.append(entry)
        else:
            limits.append(limit)
    return tuple(limits), others


def _expression(validator: Node) -> str:
    """The Go expression of a validator; empty if there is none."""
    return _text(validator.get("custom"), "schema_definition") or ""


def _text(node: Node | None, key: str) -> str | None:
    return text_of(node.value[key]) if node is not None and node.get(key) is not None else None


def _is_true(node: Node, key: str) -> bool:
    member = node.get(key)
    return member is not None and bool_of(member.value) is True
