"""From a mapping to page views."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from functools import cached_property

from mapper.diagnostics import Diagnostic, Rule, Severity
from mapper.model import (
    Attribute,
    Body,
    Entity,
    EntityKind,
    Location,
    Mapping,
    Nested,
    Object,
    Operation,
    Origin,
    Scalar,
    Status,
    Type,
    nested_body,
    type_in_words,
)
from mapper.sidecar import body_counts

from .views import (
    AttributeView,
    DiagnosticView,
    EntityView,
    EntryView,
    GroupView,
    LeftOutView,
    ListView,
    OperationUse,
    OperationView,
    Place,
    ReportView,
    RuleView,
    SourceView,
)
from .words import limit_in_words, literal

SourceUrl = Callable[[str, int | None], str | None]
"""File name and line -> the address of the line in a repository; None where there is none."""

KIND_TITLES = {
    EntityKind.PROVIDER: ("Provider", "Provider"),
    EntityKind.RESOURCE: ("Resource", "Resources"),
    EntityKind.DATA_SOURCE: ("Data Source", "Data Sources"),
}
"""Title of one entity of a kind, and of several."""

_FOLDERS = {EntityKind.RESOURCE: "resources", EntityKind.DATA_SOURCE: "data-sources"}
_GROUPS = (
    ("required", "Required", frozenset((Status.REQUIRED,))),
    ("optional", "Optional", frozenset((Status.OPTIONAL, Status.COMPUTED_OPTIONAL))),
    ("read-only", "Read-Only", frozenset((Status.COMPUTED,))),
)
_STATUS_LABELS = {
    Status.REQUIRED: "required",
    Status.OPTIONAL: "optional",
    Status.COMPUTED: "read-only",
    Status.COMPUTED_OPTIONAL: "optional, computed",
}


class Pages:
    """The pages of one mapping. Views are made when they are asked for."""

    def __init__(self, mapping: Mapping, source_url: SourceUrl | None = None) -> None:
        self.mapping = mapping
        self._source_url = source_url or (lambda _file, _line: None)
        self._hides_defaults = False
        self._by_subject: dict[str, list[Diagnostic]] = {}
        for diagnostic in mapping.diagnostics:
            self._by_subject.setdefault(diagnostic.entity, []).append(diagnostic)

    @cached_property
    def entities(self) -> dict[str, Entity]:
        """The entities by page key (`provider`, `resources/pet`, `data-sources/pet`)."""
        found: dict[str, Entity] = {}
        for entity in self.mapping.entities:
            if entity.kind is EntityKind.PROVIDER:
                found["provider"] = entity
                continue
            key = base = f"{_FOLDERS[entity.kind]}/{_slug(entity.name)}"
            number = 2
            while key.lower() in {known.lower() for known in found}:
                key, number = f"{base}-{number}", number + 1
            found[key] = entity
        return found

    @cached_property
    def _keys(self) -> dict[str, str]:
        return {_subject(entity): key for key, entity in self.entities.items()}

    def title(self, entity: Entity) -> str:
        """The name that a configuration uses: that of the provider in front of a resource's."""
        if entity.kind is EntityKind.PROVIDER:
            return entity.name
        prefix = f"{self.mapping.provider}_"
        return entity.name if entity.name.startswith(prefix) else prefix + entity.name

    def entity(self, key: str) -> EntityView:
        """The page of one entity."""
        entity = self.entities[key]
        # what an API fills in by default tells nothing about a value that is only read
        self._hides_defaults = entity.kind is EntityKind.DATA_SOURCE
        left_out: list[LeftOutView] = []
        self._left_out(entity.body, "", left_out)
        return EntityView(
            key,
            KIND_TITLES[entity.kind][0],
            entity.name,
            self.title(entity),
            entity.description or "",
            tuple(self._operation(operation) for operation in entity.operations),
            self._groups(entity.body, "", ""),
            tuple(map(self._diagnostic, self._by_subject.get(_subject(entity), ()))),
            tuple(left_out),
            self._place(entity.location),
            _counts(entity),
        )

    def lists(self) -> tuple[ListView, ...]:
        """All entities, by kind."""
        return tuple(
            ListView(kind.value.replace(" ", "-"), KIND_TITLES[kind][1], entries)
            for kind in EntityKind
            if (entries := tuple(self._entry(k, e) for k, e in self.entities.items() if e.kind is kind))
        )

    def report(self) -> ReportView:
        """Diagnostics by code, worst first; and what of the API is mapped."""
        by_rule: dict[tuple[Severity, str], list[Diagnostic]] = {}
        for diagnostic in self.mapping.diagnostics:
            by_rule.setdefault((diagnostic.severity, diagnostic.code), []).append(diagnostic)
        order = list(Severity)
        rules = tuple(
            self._rule(severity, found)
            for (severity, _), found in sorted(by_rule.items(), key=lambda item: (order.index(item[0][0]), item[0][1]))
        )
        return ReportView(
            tuple((str(s), sum(d.severity is s for d in self.mapping.diagnostics)) for s in Severity),
            rules,
            tuple(self._entry(key, entity) for key, entity in self.entities.items()),
            tuple(
                OperationUse(method.upper(), path, tuple((user, self._keys.get(user, "")) for user in users))
                for (method, path), users in self.mapping.coverage.operations.items()
            ),
            tuple(document.uri for document in self.mapping.documents),
        )

    def _rule(self, severity: Severity, found: Sequence[Diagnostic]) -> RuleView:
        rule: Rule = found[0].rule
        views = tuple(map(self._diagnostic, found))
        return RuleView(rule.code, str(severity), rule.title, rule.consequence, rule.differs, views)

    def _entry(self, key: str, entity: Entity) -> EntryView:
        found = self._by_subject.get(_subject(entity), ())
        problems = sum(diagnostic.severity is not Severity.INFO for diagnostic in found)
        return EntryView(key, entity.name, self.title(entity), entity.description or "", _counts(entity), problems)

    def _operation(self, operation: Operation) -> OperationView:
        return OperationView(
            operation.part,
            operation.method.upper(),
            operation.path,
            operation.summary or operation.operation_id or "",
            self._place(operation.location),
        )

    def _diagnostic(self, diagnostic: Diagnostic) -> DiagnosticView:
        return DiagnosticView(
            diagnostic.code,
            str(diagnostic.severity),
            diagnostic.rule.title,
            diagnostic.entity,
            diagnostic.path,
            diagnostic.text,
            diagnostic.rule.consequence,
            diagnostic.fix,
            self._place(diagnostic.location),
            self._keys.get(diagnostic.entity),
            self._anchor(diagnostic),
        )

    def _anchor(self, diagnostic: Diagnostic) -> str:
        """The row of the attribute; of what it is nested in, where it was left out itself."""
        paths = self._paths.get(diagnostic.entity, frozenset())
        path = diagnostic.path
        while path and path not in paths:
            path = path.rpartition(".")[0]
        return path

    @cached_property
    def _paths(self) -> dict[str, frozenset[str]]:
        return {_subject(entity): frozenset(_attribute_paths(entity.body)) for entity in self.mapping.entities}

    def _place(self, location: Location | None) -> Place | None:
        return None if location is None else self._known_place(location)

    def _known_place(self, location: Location) -> Place:
        position = location.document.position(location.pointer)
        line = position[0] if position else None
        return Place(location.document.uri, location.pointer, line, self._source_url(location.document.uri, line))

    def _groups(self, body: Body, prefix: str, source_prefix: str, *, members: bool = False) -> tuple[GroupView, ...]:
        if members:
            views = tuple(self._attribute(a, prefix, source_prefix, members=True) for a in body.attributes)
            return (GroupView("members", "Members", views),) if views else ()
        groups = []
        for key, title, statuses in _GROUPS:
            found = sorted((a for a in body.attributes if a.status in statuses), key=lambda a: a.name)
            if found:
                views = tuple(self._attribute(attribute, prefix, source_prefix) for attribute in found)
                groups.append(GroupView(key, title, views))
        return tuple(groups)

    def _attribute(
        self, attribute: Attribute, prefix: str, source_prefix: str, *, members: bool = False
    ) -> AttributeView:
        path = prefix + attribute.name
        source_path = source_prefix + attribute.source_name
        inner = nested_body(attribute.type)
        silent = self._hides_defaults and attribute.status is Status.COMPUTED
        inner_members = members or (inner is not None and _is_element(attribute.type))
        return AttributeView(
            path,
            source_path,
            prefix,
            attribute.name,
            path,
            "nestedatt--" + path.replace(".", "--"),
            type_in_words(attribute.type),
            attribute.status.value,
            _STATUS_LABELS[attribute.status],
            attribute.reason.text,
            attribute.description or "",
            None if attribute.default is None or silent else literal(attribute.default.value),
            tuple(limit_in_words(constraint, attribute.type) for constraint in attribute.constraints),
            attribute.sensitive,
            attribute.deprecation,
            tuple(self._source(origin) for origin in attribute.origins),
            self._groups(inner, path + ".", source_path + ".", members=inner_members) if inner else (),
            inner.size if inner else 0,
            members,
        )

    def _source(self, origin: Origin) -> SourceView:
        return SourceView(
            origin.role,
            str(origin.contribution),
            self._known_place(origin.location),
            tuple(self._known_place(hop) for hop in origin.via),
        )

    def _left_out(self, body: Body, prefix: str, found: list[LeftOutView]) -> None:
        found += [
            LeftOutView(prefix + i.source_name, self._known_place(i.location), self._known_place(i.rule))
            for i in body.ignored
        ]
        for attribute in body.attributes:
            inner = nested_body(attribute.type)
            if inner is not None:
                self._left_out(inner, f"{prefix}{attribute.source_name}.", found)


def _is_element(type_: Type) -> bool:
    """Whether what is inside are members of an element type, which have no status."""
    return not isinstance(type_, Nested | Scalar) or isinstance(type_, Object)


def _counts(entity: Entity) -> dict[str, int]:
    counts = dict.fromkeys((key for key, _, _ in _GROUPS), 0)
    for key, _, statuses in _GROUPS:
        counts[key] = sum(attribute.status in statuses for attribute in entity.body.attributes)
    mapped, ignored, lost = body_counts(entity.body)
    return counts | {"mapped": mapped, "ignored": ignored, "lost": lost}


def _subject(entity: Entity) -> str:
    return f"{entity.kind} {entity.name}"


def _slug(name: str) -> str:
    return re.sub(r"[^A-Za-z0-9_-]+", "-", name).strip("-") or "unnamed"


def _attribute_paths(body: Body, prefix: str = "") -> Iterator[str]:
    for attribute in body.attributes:
        yield prefix + attribute.name
        inner = nested_body(attribute.type)
        if inner is not None:
            yield from _attribute_paths(inner, f"{prefix}{attribute.name}.")
