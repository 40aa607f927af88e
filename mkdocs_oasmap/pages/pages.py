"""From a mapping to page views."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterator, Sequence
from functools import cached_property

from mapper.diagnostics import Diagnostic, Severity
from mapper.model import (
    Address,
    Attribute,
    Body,
    Candidate,
    Entity,
    EntityRef,
    Kind,
    Mapping,
    Operation,
    attribute_size,
)
from mapper.outcomes import OUTCOMES
from mapper.review import Change, Review
from mapper.sidecar.coverage import body_counts
from mapper.systems import system_named

from ..handwritten import Repository
from .changes import ChangesView, Marks
from .extent import check_extent
from .history import History
from .matrix import matrix
from .places import Places, SourceUrl
from .relations import Relations
from .report_views import CandidateView, OperationUse, OutcomeView, ReportView, RuleView
from .rows import GROUPS, Rows, part_of, walk
from .views import (
    AddressView,
    BannerView,
    CellView,
    DiagnosticView,
    EntityView,
    EntryView,
    ExampleView,
    GroupView,
    LinkView,
    ListView,
    OperationView,
)

__all__ = ["Pages", "SourceUrl"]

MAX_SLUG = 200
"""Characters of the name of a page's file; a file system takes 255, with an ending."""
_DIGEST = 12
_SMALL_PART = 12
"""Attributes with no more nested ones than this stay on the page of their entity."""


class Pages:
    """The pages of one mapping. Views are made when they are asked for.

    `split`: entities with more attributes than this get a page for each root attribute with many nested ones.
    `review`: what changed since a baseline; `missing` is the page of the changes where there is none. `history`
    knows which versions added and changed what, `drift` where the built provider is not what is documented. Examples
    in the `repository` come instead of those that are made.
    """

    def __init__(
        self,
        mapping: Mapping,
        source_url: SourceUrl | None = None,
        *,
        excerpts: bool = False,
        split: int | None = None,
        review: Review | None = None,
        missing: ChangesView | None = None,
        history: History | None = None,
        drift: Review | None = None,
        repository: Repository | None = None,
    ) -> None:
        """Raises OverBudget for pages that would be too large, MappingError for examples that cannot be read."""
        check_extent(mapping)
        self.mapping = mapping
        self._system = system_named(mapping.system)
        self._places = Places(source_url, excerpts=excerpts)
        self._review, self._missing, self._drift = review, missing, drift
        self._marks = Marks(review, self._places, self._address, history, drift)
        self._split = split
        self._handwritten = self._read_examples(repository) if repository else {}
        self._by_subject: dict[EntityRef | None, list[Diagnostic]] = {}
        for diagnostic in mapping.diagnostics:
            self._by_subject.setdefault(diagnostic.entity, []).append(diagnostic)

    @cached_property
    def entities(self) -> dict[str, Entity]:
        """The entities by page key (`provider`, `resources/pet`, `data-sources/pet`)."""
        found: dict[str, Entity] = {}
        taken: set[str] = set()
        for entity in self.mapping.entities:
            if entity.kind.is_single:
                found[entity.kind.name] = entity
                continue
            key = base = f"{entity.kind.folder}/{_slug(entity.name)}"
            number = 2
            while key.lower() in taken:
                key, number = f"{base}-{number}", number + 1
            taken.add(key.lower())
            found[key] = entity
        return found

    @cached_property
    def parts(self) -> dict[str, tuple[str, Attribute]]:
        """The root attributes that have pages of their own, by page key: key of the entity, attribute."""
        return {
            f"{key}/{_shortened(attribute.name, attribute.name)}": (key, attribute)
            for key, entity in self.entities.items()
            if self._split is not None and entity.size > self._split
            for attribute in entity.shown.attributes
            if attribute_size(attribute) - 1 > _SMALL_PART
        }

    @cached_property
    def _keys(self) -> dict[EntityRef, str]:
        return {entity.ref: key for key, entity in self.entities.items()}

    def title(self, entity: Entity) -> str:
        """The name that a configuration uses: that of the provider in front of a resource's."""
        return self._system.title(entity, self.mapping)

    def entity(self, key: str) -> EntityView:
        """The page of one entity, or of a part of one."""
        if key in self.parts:
            return self._part(key)
        entity = self.entities[key]
        parts = self.parts_of(key)
        rows = self._rows(entity, parts)
        left_out = tuple(rows.left_out(entity.layout))
        body = entity.shown
        return EntityView(
            key,
            entity.kind.title,
            entity.name,
            self.title(entity),
            self._system.summary(entity),
            tuple(self._operation(operation) for operation in entity.operations),
            rows.groups(body),
            tuple(map(self._diagnostic, self._by_subject.get(entity.ref, ()))),
            left_out,
            self._places.of(entity.location) if entity.location else None,
            self._counts(entity),
            examples=tuple(self._examples(entity)),
            import_hint=self._import(entity),
            matrix=matrix(body, left_out, parts, self._system, entity.kind) if body.attributes else None,
            schemas=rows.schemas(body),
            related=tuple(self._related(key)),
            deprecation=self._system.prose(entity.deprecation) if entity.deprecation else entity.deprecation,
            changes=self._marks.at(entity.ref, ""),
            versions=self._marks.versions(entity.ref, ""),
            address=_address(entity, entity.address) if entity.address else None,
            other_addresses=tuple(address.words(entity.name) for address in entity.addresses[1:]),
            identity=(entity.identity.template, entity.identity.reason.text) if entity.identity else None,
            noun=self._system.noun,
            banner=self._marks.banner(entity.ref),
            removed=self._marks.removed(entity.ref),
        )

    def _part(self, key: str) -> EntityView:
        whole, attribute = self.parts[key]
        entity = self.entities[whole]
        row = self._rows(entity, {}).row(attribute, whole=True)
        key_of = next(k for k, statuses in GROUPS if attribute.status in statuses)
        group = key_of, self._system.group_titles(entity.kind)[key_of]
        title = f"{self.title(entity)}: {attribute.name}"
        counts = dict.fromkeys((k for k, _ in GROUPS), 0) | {group[0]: 1, "mapped": attribute_size(attribute)}
        return EntityView(
            key,
            entity.kind.title,
            attribute.name,
            title,
            "",
            (),
            (GroupView(*group, (row,)),),
            (),
            (),
            None,
            counts,
            part_of=LinkView(whole, self.title(entity)),
        )

    def lists(self) -> tuple[ListView, ...]:
        """All entities, by kind."""
        return tuple(
            ListView(kind.name.replace(" ", "-"), kind.plural, entries, kind.is_single)
            for kind in self._system.kinds
            if (entries := tuple(self._entries[k] for k, e in self.entities.items() if e.kind is kind))
        )

    @cached_property
    def _entries(self) -> dict[str, EntryView]:
        return {key: self._entry(key, entity) for key, entity in self.entities.items()}

    @cached_property
    def report(self) -> ReportView:
        """Diagnostics by what became of the output, worst first; and what of the API is mapped."""
        candidates = self.mapping.coverage.find_candidates()
        views = [_candidate(candidate, number) for number, candidate in enumerate(candidates.entities, 1)]
        uses: dict[tuple[str, str], list[CandidateView]] = {}
        for candidate, view in zip(candidates.entities, views, strict=True):
            for operation in candidate.parts.values():
                uses.setdefault(operation, []).append(view)
        return ReportView(
            tuple((str(s), sum(d.severity is s for d in self.mapping.diagnostics)) for s in Severity),
            tuple(self._outcomes()),
            tuple(self._entries.values()),
            tuple(
                OperationUse(
                    operation[0].upper(),
                    operation[1],
                    tuple((str(user), self._keys.get(user, "")) for user in users),
                    () if users else tuple(uses.get(operation, ())),
                    "" if users else candidates.reasons.get(operation, ""),
                )
                for operation, users in self.mapping.coverage.operations.items()
            ),
            tuple(document.uri for document in self.mapping.documents),
            tuple(views),
            self._system.settlement(self.mapping.diagnostics),
        )

    def _outcomes(self) -> Iterator[OutcomeView]:
        by_rule: dict[tuple[Severity, str], list[Diagnostic]] = {}
        for diagnostic in self.mapping.diagnostics:
            by_rule.setdefault((diagnostic.severity, diagnostic.code), []).append(diagnostic)
        order = list(Severity)
        found = sorted(by_rule.items(), key=lambda item: (order.index(item[0][0]), item[0][1]))
        for outcome in OUTCOMES:
            rules = tuple(self._rule(key[0], same) for key, same in found if same[0].rule.outcome is outcome)
            if rules:
                yield OutcomeView(f"outcome-{outcome.key}", outcome.title, outcome.sentence, rules)

    @property
    def banner(self) -> BannerView | None:
        """How much has changed since the baseline."""
        return self._marks.banner()

    @property
    def removed(self) -> tuple[CellView, ...]:
        """The entities that a version removed."""
        return self._marks.removed_entities()

    def changed(self, key: str) -> bool:
        """Whether the entity of a page has changed since the baseline."""
        return self._marks.banner(self.entities[key].ref) is not None

    @cached_property
    def changes(self) -> ChangesView | None:
        """What changed since the baseline, if there is to be such a page."""
        if self._review is None:
            return self._missing
        return self._marks.page(self._review, self._title_of)

    @cached_property
    def drift(self) -> ChangesView | None:
        """Where the built provider is not what is documented, if it was compared with one."""
        return self._marks.page(self._drift, self._title_of) if self._drift else None

    def _title_of(self, kind: Kind, name: str) -> str:
        key = self._keys.get(EntityRef(kind, name))
        return self.title(self.entities[key]) if key else name

    def _address(self, change: Change) -> tuple[str | None, str]:
        """The page with the row that shows a change, and its anchor."""
        page = self._keys.get(change.subject)
        if page is None:
            return None, ""
        path = self._nearest_row(change.subject, change.path)
        if change.path and not path:
            return page, next((f"attributes-{key}" for key, statuses in GROUPS if change.status in statuses), "")
        return part_of(path, self.parts_of(page)) or page, path

    def parts_of(self, key: str) -> dict[str, str]:
        """The root attributes of an entity that have pages of their own, and the keys of these."""
        return self._parts_by_whole.get(key, {})

    @cached_property
    def _parts_by_whole(self) -> dict[str, dict[str, str]]:
        found: dict[str, dict[str, str]] = {}
        for part, (whole, attribute) in self.parts.items():
            found.setdefault(whole, {})[attribute.name] = part
        return found

    def _rows(self, entity: Entity, parts: dict[str, str]) -> Rows:
        return Rows(self._places, parts, self._marks, entity.ref, self._system, entity.kind)

    def _read_examples(self, repository: Repository) -> dict[EntityRef, tuple[ExampleView, ...]]:
        """Hand-written texts by subject. Raises MappingError."""
        found = {
            entity.ref: repository.examples(entity.kind.folder, self.title(entity)) for entity in self.mapping.entities
        }
        return {
            subject: tuple(ExampleView(file.title, f"{file.text}\n", "terraform") for file in files)
            for subject, files in found.items()
        }

    def _examples(self, entity: Entity) -> Iterator[ExampleView]:
        if handwritten := self._handwritten.get(entity.ref):
            yield from handwritten
            return
        for example in self._system.examples(entity, self.mapping):
            yield ExampleView(example.title, example.text, example.language, example.words)

    def _import(self, entity: Entity) -> ExampleView | None:
        example = self._system.import_example(entity, self.mapping)
        return ExampleView(example.title, example.text, example.language) if example else None

    def _related(self, key: str) -> Iterator[LinkView]:
        for other_key in self._relations.of(key):
            other = self.entities[other_key]
            yield LinkView(other_key, f"{self.title(other)} ({other.kind.title})")

    @cached_property
    def _relations(self) -> Relations:
        return Relations(self.entities, self.mapping.provider)

    def _rule(self, severity: Severity, found: Sequence[Diagnostic]) -> RuleView:
        rule = found[0].rule
        views = tuple(map(self._diagnostic, found))
        return RuleView(rule.code, str(severity), rule.title, rule.consequence, rule.differs, views, rule.remedy)

    def _entry(self, key: str, entity: Entity) -> EntryView:
        found = self._by_subject.get(entity.ref, ())
        problems = sum(diagnostic.severity is not Severity.INFO for diagnostic in found)
        kind, title = entity.kind.title, self.title(entity)
        return EntryView(key, kind, entity.name, title, self._system.summary(entity), self._counts(entity), problems)

    def _operation(self, operation: Operation) -> OperationView:
        return OperationView(
            operation.part,
            operation.method.upper(),
            operation.path,
            operation.summary or operation.operation_id or "",
            self._places.of(operation.location) if operation.location else None,
        )

    def _diagnostic(self, diagnostic: Diagnostic) -> DiagnosticView:
        page = self._keys.get(diagnostic.entity) if diagnostic.entity else None
        anchor = self._nearest_row(diagnostic.entity, diagnostic.path) if diagnostic.entity else ""
        part = part_of(anchor, self.parts_of(page)) if page else None
        return DiagnosticView(
            diagnostic.code,
            str(diagnostic.severity),
            diagnostic.rule.title,
            str(diagnostic.entity or ""),
            diagnostic.path,
            diagnostic.text,
            " ".join(filter(None, (diagnostic.rule.consequence, "" if diagnostic.fix else diagnostic.rule.remedy))),
            diagnostic.fix,
            self._places.of(diagnostic.location) if diagnostic.location else None,
            part or page,
            anchor,
        )

    def _nearest_row(self, subject: EntityRef, path: str) -> str:
        """The row of an attribute; of what it is nested in, where it has none itself."""
        paths = self._paths.get(subject, frozenset())
        while path and path not in paths:
            path = path.rpartition(".")[0]
        return path

    def _counts(self, entity: Entity) -> dict[str, int]:
        counts = zip(body_counts(entity.body), body_counts(entity.frame), strict=True)
        mapped, ignored, lost = (sum(pair) for pair in counts)
        shown = entity.shown.attributes
        by_status = {key: sum(a.status in statuses for a in shown) for key, statuses in GROUPS}
        return by_status | {"mapped": mapped, "ignored": ignored, "lost": lost}

    @cached_property
    def _paths(self) -> dict[EntityRef, frozenset[str]]:
        return {entity.ref: _paths(entity.shown) for entity in self.entities.values()}


def _candidate(candidate: Candidate, number: int) -> CandidateView:
    parts = tuple((part, f"{method.upper()} {path}") for part, (method, path) in candidate.parts.items())
    return CandidateView(f"candidate-{number}", str(candidate.kind), candidate.name, parts, candidate.config)


def _paths(body: Body) -> frozenset[str]:
    return frozenset(path for path, _ in walk(body))


def _address(entity: Entity, address: Address) -> AddressView:
    columns = tuple((column.name, column.path, column.type) for column in address.columns)
    version, kind = f"{address.group}/{address.version}", address.kind or entity.name
    return AddressView(version, kind, address.scope, address.plural, address.short_names, columns)


def _slug(name: str) -> str:
    """What a page is called: a name that any file may have. The digest in a long one keeps it apart from others."""
    return _shortened(re.sub(r"[^A-Za-z0-9_-]+", "-", name).strip("-") or "unnamed", name)


def _shortened(slug: str, name: str) -> str:
    if len(slug) <= MAX_SLUG:
        return slug
    digest = hashlib.sha256(name.encode("utf-8", "surrogatepass")).hexdigest()[:_DIGEST]
    return f"{slug[: MAX_SLUG - _DIGEST - 1]}-{digest}"
