"""Reads `api-2.json`, with its `docs-2.json`, and botocore's `service-2.json`: AWS API models of SDKs before Smithy."""

from typing import Any

from mapper.inputs import Document, Node, number_of, problem_at, text_of, text_or_empty
from mapper.report.diagnostic import MappingError

from .names import UNCHANGED
from .shapes import LIST, MAP, STRUCTURE, Api, ModelOperation, Ref, Shape, check_name, refuse_endless


def read_service_model(document: Document, texts: Document | None) -> Api:
    """The model in a document, in its own spelling. `texts` is the `docs-2.json` next to it. Raises MappingError."""
    reader = _Reader(document, texts)
    shapes = reader.shapes()
    operations = reader.operations(shapes)
    metadata = document.node.child("metadata")
    named = reader.named(metadata)
    return Api(
        str(named.value),
        named,
        text_or_empty(metadata.value.get("serviceFullName")),
        text_or_empty(metadata.value.get("apiVersion")),
        operations,
        shapes,
        (document, *([texts] if texts else [])),
    )


class _Reader:
    """Reads a model's document. Anything invalid is a MappingError with its place."""

    def __init__(self, document: Document, texts: Document | None) -> None:
        self._root = document.node
        self._texts: dict[str, Any] = texts.root if texts and isinstance(texts.root, dict) else {}

    def named(self, metadata: Node) -> Node:
        """The key with the name of the service."""
        for key in ("serviceId", "endpointPrefix"):
            node = metadata.get(key)
            if node is not None and text_of(node.value):
                return node
        raise MappingError(problem_at("metadata: serviceId is missing", metadata, remedy=UNCHANGED))

    def shapes(self) -> dict[str, Shape]:
        """All shapes, with references resolved."""
        texts = self._texts.get("shapes", {})
        shapes_: dict[str, Shape] = {}
        for name, node in self._root.child("shapes").members():
            check_name(f"shape {name!r}", name, node)
            value = node.value
            kind = text_of(value.get("type")) if isinstance(value, dict) else None
            if kind is None:
                raise MappingError(problem_at(f"shape {name!r}: a type is needed", node, remedy=UNCHANGED))
            text = value.get("documentation") or (texts.get(name) or {}).get("base")
            shapes_[name] = Shape(
                name,
                kind,
                node,
                required=frozenset(_strings(node, "required")),
                enum=tuple(_strings(node, "enum")),
                pattern=text_of(value.get("pattern")),
                limits=(number_of(value.get("min")), number_of(value.get("max"))),
                documentation=text_or_empty(text),
                exception=bool(value.get("exception") or value.get("fault")),
                sensitive=bool(value.get("sensitive")),
                deprecated=_deprecation(value),
            )
        for name, shape in shapes_.items():
            self._connect(name, shape, shapes_)
        for shape in shapes_.values():
            refuse_endless(shape)
        return shapes_

    def _connect(self, name: str, shape: Shape, shapes: dict[str, Shape]) -> None:
        if shape.kind == STRUCTURE:
            members = shape.node.get("members")
            for member, node in members.members() if members else ():
                check_name(f"shape {name!r}, member {member!r}", member, node)
                shape.members[member] = self._ref(node, shapes, name)
                shape.members[member].source_name = member
                shape.members[member].documentation = self._text(node, name, member)
        elif shape.kind in (LIST, MAP):
            key = "member" if shape.kind == LIST else "value"
            element = shape.node.get(key)
            if element is None:
                raise MappingError(problem_at(f"shape {name!r}: {key} is missing", shape.node, remedy=UNCHANGED))
            shape.element = self._ref(element, shapes, name)

    def _ref(self, node: Node, shapes: dict[str, Shape], where: str) -> Ref:
        target = text_of(node.value.get("shape")) if isinstance(node.value, dict) else None
        if target is None or target not in shapes:
            raise MappingError(
                problem_at(f"{where!r} refers to {target!r}, which does not exist", node, remedy=UNCHANGED)
            )
        return Ref(
            shapes[target],
            node,
            documentation=text_or_empty(node.value.get("documentation")),
            idempotency_token=bool(node.value.get("idempotencyToken")),
            deprecated=_deprecation(node.value),
        )

    def _text(self, node: Node, parent: str, member: str) -> str:
        inline = text_of(node.value.get("documentation"))
        if inline or not self._texts:
            return inline or ""
        target = text_or_empty(node.value.get("shape"))
        refs = ((self._texts.get("shapes") or {}).get(target) or {}).get("refs") or {}
        return text_or_empty(refs.get(f"{parent}${member}"))

    def operations(self, shapes: dict[str, Shape]) -> dict[str, ModelOperation]:
        """All operations, with their shapes."""
        texts = self._texts.get("operations", {})
        operations_ = {}
        for name, node in self._root.child("operations").members():
            check_name(f"operation {name!r}", name, node)
            if not isinstance(node.value, dict):
                raise MappingError(problem_at(f"operation {name!r} must be an object", node, remedy=UNCHANGED))
            payloads: list[Shape] = []
            for part in ("input", "output"):
                reference = node.get(part)
                if reference is None:
                    payloads.append(Shape(f"{name}{part.capitalize()}", STRUCTURE, node))
                else:
                    payloads.append(self._ref(reference, shapes, name).shape)
            operations_[name] = ModelOperation(
                name,
                node,
                payloads[0],
                payloads[1],
                text_or_empty(node.value.get("documentation") or texts.get(name)),
            )
        return operations_


def _strings(node: Node, key: str) -> list[str]:
    """The list of strings under `key`; empty if there is no such key."""
    list_ = node.get(key)
    if list_ is None or list_.value is None:
        return []
    if not isinstance(list_.value, list):
        raise MappingError(problem_at(f"{key} must be a list of strings", list_, remedy=UNCHANGED))
    return [str(item) for item in list_.value]


def _deprecation(value: dict[str, Any]) -> str | None:
    if not value.get("deprecated"):
        return None
    return text_of(value.get("deprecatedMessage")) or "deprecated"
