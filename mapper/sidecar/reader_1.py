"""Reads sidecars of version 1, whose attributes are one list with dotted paths."""

from __future__ import annotations

from collections.abc import Mapping as Dict
from collections.abc import Set

from msgspec import UnsetType

from .. import model
from ..entity_kind import entity_named
from ..model import (
    Body,
    Collection,
    CollectionKind,
    Coverage,
    Default,
    Ignored,
    Mapping,
    Nested,
    NestingMode,
    Object,
    Omission,
    Reason,
    Scalar,
    ScalarKind,
    Type,
)
from ..model.nesting import MAX_NESTING, Nesting, TooNested
from ..origin import part_named
from ..report import diagnostic
from ..report.diagnostic import Note, Rule, Severity
from . import shape_1 as shape
from .checking import NotTheShape, limit_at, too_nested
from .recorded import Recorded, RecordedDocument, given
from .vocabulary import VocabularyOf

_MAX_DOTS = 200
"""How many dots of a path are tried as the end of a parent's path, from the last one on."""


def mapping_of(root: shape.Sidecar, vocabulary_of: VocabularyOf) -> Mapping:
    """The mapping. Raises NotTheShape, and KeyError for an unknown system or kind."""
    vocabulary = vocabulary_of(root.system)
    kinds = {kind.name: kind for kind in vocabulary.kinds}
    return Mapping(
        root.system,
        root.provider,
        tuple(_entity(data, f"/entities/{index}", kinds, vocabulary.rules) for index, data in enumerate(root.entities)),
        tuple(
            _diagnostic(data, vocabulary.rules[data.code], kinds)
            for data in root.diagnostics
            if data.code in vocabulary.rules
        ),
        Coverage({(used.method.lower(), used.path): _users(used.used_by, kinds) for used in root.coverage.operations}),
        tuple(RecordedDocument(file.file, given(file.sha256)) for file in root.documents),
        configs=tuple(file.file for file in root.documents if file.generator_config),
    )


def _users(users: list[str], kinds: Dict[str, model.Kind]) -> tuple[model.EntityRef, ...]:
    return tuple(entity_named(user, kinds.values()) for user in users)


def _diagnostic(data: shape.Diagnostic, rule: Rule, kinds: Dict[str, model.Kind]) -> diagnostic.Diagnostic:
    location, severity = _location(data.location), Severity(data.severity)
    entity = entity_named(data.entity, kinds.values()) if data.entity else None
    return diagnostic.Diagnostic(rule, entity, data.path, data.message, location, given(data.fix), severity)


def _entity(data: shape.Entity, pointer: str, kinds: Dict[str, model.Kind], rules: Dict[str, Rule]) -> model.Entity:
    body = _Bodies(data, pointer, rules).body()
    try:
        Nesting().of(body)
    except TooNested:
        raise too_nested(f"{pointer}/attributes") from None
    return model.Entity(
        kinds[data.kind],
        data.name,
        body,
        given(data.summary),
        tuple(map(_operation, data.operations)),
        (),
        _location(data.location),
        deprecation=given(data.deprecation),
    )


def _operation(data: shape.Operation) -> model.Operation:
    place, known_as, summary = _location(data.location), given(data.operation_id), given(data.summary)
    return model.Operation(data.part, data.method.lower(), data.path, place, known_as, summary)


class _Bodies:
    """Rebuilds the nested bodies of an entity from its list of attributes."""

    def __init__(self, entity: shape.Entity, pointer: str, rules: Dict[str, Rule]) -> None:
        """`pointer` is that of the entity. Raises NotTheShape if the paths do not form a tree."""
        self._pointer, self._rules = pointer, rules
        self._children: dict[str, list[tuple[int, shape.Attribute]]] = {}
        paths = {""}
        for index, data in enumerate(entity.attributes):
            path = data.path
            outer = path.rpartition(".")[0]
            if not path or path in paths or outer not in paths:
                problem = "no path" if not path else "a path twice" if path in paths else f"nothing at {outer}"
                raise NotTheShape(f"there is {problem}", f"{pointer}/attributes/{index}/path")
            if path.count(".") > MAX_NESTING:
                raise too_nested(f"{pointer}/attributes/{index}/path")
            paths.add(path)
            self._children.setdefault(outer, []).append((index, data))
        sources = {"", *(data.source_path for data in entity.attributes)}
        self._left_out: dict[str, list[shape.LeftOut]] = {}
        for item in entity.left_out:
            self._left_out.setdefault(_innermost(item.source_path, sources), []).append(item)

    def body(self, path: str = "", source_path: str = "") -> Body:
        """The body at a path."""
        prefix = f"{source_path}." if source_path else ""
        omitted, ignored = [], []
        for item in self._left_out.get(source_path, ()):
            name = item.source_path.removeprefix(prefix)
            rule = _location(item.ignored_by)
            if rule is not None:
                ignored.append(Ignored(name, rule, rule))
            elif item.code in self._rules:
                lost = self._rules[item.code]
                omitted.append(Omission(name, Note(lost, lost.title)))
        attributes = tuple(
            self._attribute(data, data.source_path.removeprefix(prefix), f"{self._pointer}/attributes/{index}")
            for index, data in self._children.get(path, ())
        )
        return Body(attributes, tuple(omitted), tuple(ignored))

    def _attribute(self, data: shape.Attribute, source_name: str, pointer: str) -> model.Attribute:
        return model.Attribute(
            data.path.rpartition(".")[2],
            source_name,
            self._type(data, pointer),
            data.status,
            Reason(data.reason.code, data.reason.text),
            tuple(_origin(origin) for origin in data.origins),
            given(data.description),
            None if isinstance(data.default, UnsetType) else Default(data.default.value),
            tuple(
                limit_at(one.keyword, one.value, f"{pointer}/constraints/{n}/value")
                for n, one in enumerate(data.constraints)
            ),
            data.sensitive,
            given(data.deprecation),
            replaces=data.replaces,
            write_only=data.write_only,
            fragments=tuple(
                model.Fragment(keyword, value, Recorded("", "", None)) for keyword, value in data.fragments.items()
            ),
        )

    def _type(self, data: shape.Attribute, pointer: str) -> Type:
        words = data.type.split(" of ")
        if len(words) > MAX_NESTING:
            raise too_nested(f"{pointer}/type")
        try:
            if words[-1] == "object":
                body = self.body(data.path, data.source_path)
                if not data.element_type:
                    return Nested(NestingMode(words[0]) if len(words) > 1 else NestingMode.SINGLE, body)
                type_: Type = Object(body)
            else:
                type_ = Scalar(ScalarKind(words[-1]))
            for kind in reversed(words[:-1]):
                type_ = Collection(CollectionKind(kind), type_)
        except ValueError:
            raise NotTheShape("this is not a type", f"{pointer}/type") from None
        return type_


def _innermost(source_path: str, paths: Set[str]) -> str:
    """The longest known path that a path is nested in; names may contain dots."""
    end = len(source_path)
    for _ in range(_MAX_DOTS):
        end = source_path.rfind(".", 0, end)
        if end < 0:
            return ""
        if source_path[:end] in paths:
            return source_path[:end]
    return ""


def _origin(data: shape.Origin) -> model.Origin:
    return model.Origin(part_named(data.role), _place(data.location), tuple(map(_place, data.via)), data.contribution)


def _place(data: shape.Location) -> Recorded:
    place = None if isinstance(data.line, UnsetType) else (data.line, given(data.column) or 1)
    return Recorded(data.file, data.pointer, place)


def _location(data: shape.Location | UnsetType) -> Recorded | None:
    return None if isinstance(data, UnsetType) else _place(data)
