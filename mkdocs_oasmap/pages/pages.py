"""The pages of a mapping as views, made on demand."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cached_property

from msgspec.structs import replace

from mapper.model import (
    Attribute,
    Body,
    Candidates,
    Entity,
    EntityKind,
    EntityRef,
    Mapping,
    Operation,
    Reference,
    attribute_size,
)
from mapper.registry import system_named
from mapper.report.diagnostic import Diagnostic, Severity
from mapper.review import Change, Review
from mapper.sidecar.coverage import body_counts

from ..handwritten import Repository
from .audience import EVERYTHING, Shown
from .changes import ChangesView, Marks
from .describe import address_view, example_view
from .history import History
from .home_page import FrontView, coverage_map, grouped, titles_of
from .labels import LABELS, Labels
from .matrix import matrix
from .page_budget import check_extent
from .page_names import page_keys, shortened
from .relations import Relations, Use, use_view
from .report import candidate_anchors, report_view
from .report_views import ReportView
from .rows import GROUPS, Rows, group_titles, part_of, walk
from .search import FoundBy, found_by
from .source_places import Places, SourceUrl
from .views import (
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
    RelatedView,
    UseView,
)

__all__ = ["Pages", "SourceUrl"]

_SMALL_PART = 12
"""Root attributes with at most this number of nested ones stay on the page of the entity."""


class Pages:
    """The pages of one mapping, as views made on demand.

    `split`: entities with more attributes than this get a page for each root attribute with many nested ones. `review`
    are the changes since a baseline, `missing` is the page of changes without a baseline. `history` and `drift` are
    shown in rows. Examples in the `repository` replace generated ones. `shown` depends on the audience, `labels` are
    those that the site replaces, and `extent` rejects pages that would be too large.
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
        shown: Shown = EVERYTHING,
        extent: Callable[[Mapping], None] = check_extent,
        labels: Labels | None = None,
    ) -> None:
        """Raises OverBudget for pages that would be too large, MappingError for examples that cannot be read."""
        extent(mapping)
        self.mapping = mapping
        self._system = system_named(mapping.system)
        self.shown, self._own_labels = shown, labels or {}
        self.labels: Labels = {**LABELS, **self._own_labels}
        self._places = Places(source_url, excerpts=excerpts)
        self._review, self._missing, self._drift = review, missing, drift
        self._marks = Marks(review, self._places, self._address, history, drift, shown, self.labels)
        self._split = split
        self._handwritten = self._read_examples(repository) if repository else {}
        self._by_subject: dict[EntityRef | None, list[Diagnostic]] = {}
        for diagnostic in mapping.diagnostics:
            self._by_subject.setdefault(diagnostic.entity, []).append(diagnostic)

    @cached_property
    def entities(self) -> dict[str, Entity]:
        """The entities by page key (`provider`, `resources/pet`, `data-sources/pet`)."""
        return page_keys(self.mapping.entities)

    @cached_property
    def parts(self) -> dict[str, tuple[str, Attribute]]:
        """Page key -> entity key and root attribute, for root attributes with pages of their own."""
        return {
            f"{key}/{shortened(attribute.name, attribute.name)}": (key, attribute)
            for key, entity in self.entities.items()
            if self._split is not None and entity.size > self._split
            for attribute in entity.shown.attributes
            if attribute_size(attribute) - 1 > _SMALL_PART
        }

    @cached_property
    def _keys(self) -> dict[EntityRef, str]:
        return {entity.ref: key for key, entity in self.entities.items()}

    def title(self, entity: Entity) -> str:
        """The name in a configuration, such as the type of a resource."""
        return self._system.title(entity, self.mapping)

    @cached_property
    def found_by(self) -> dict[str, FoundBy]:
        """How entities are found by their names, by page key."""
        kinds = [kind for kind in self._system.kinds if not kind.is_single]
        places = {kind: number for number, kind in enumerate(kinds)}
        named = {
            key: (self.title(entity), places[entity.kind])
            for key, entity in self.entities.items()
            if not entity.kind.is_single
        }
        return found_by(named, self.mapping.provider)

    def entity(self, key: str) -> EntityView:
        """The page of an entity, or of a part of one."""
        view = self.outline(key)
        if key in self.parts:
            whole, attribute = self.parts[key]
            row = self._rows(self.entities[whole], {}).row(attribute, whole=True)
            group = next(k for k, statuses in GROUPS if attribute.status in statuses)
            title = group_titles(self._labels_of(self.entities[whole].kind))[group]
            return replace(view, groups=(GroupView(group, title, (row,)),))
        entity, parts = self.entities[key], self.parts_of(key)
        rows, body, sources = self._rows(entity, parts), entity.shown, self.shown.sources
        labels = self._labels_of(entity.kind)
        left_out = tuple(rows.left_out(entity.layout)) if self.shown.authors else ()
        return replace(
            view,
            groups=rows.groups(body),
            left_out=left_out,
            matrix=matrix(body, left_out, parts, self.noun, labels) if body.attributes and sources else None,
            schemas=rows.schemas(body) if sources else (),
        )

    def outline(self, key: str) -> EntityView:
        """The page of an entity, or of a part of one, without what is made from its attributes."""
        if key in self.parts:
            return self._part(key)
        entity, authors = self.entities[key], self.shown.authors
        return EntityView(
            key,
            entity.kind.title,
            entity.name,
            self.title(entity),
            self._system.summary(entity),
            tuple(self._operation(operation) for operation in entity.operations),
            (),
            tuple(map(self._diagnostic, self._by_subject.get(entity.ref, ()))) if authors else (),
            (),
            self._places.of(entity.location) if entity.location and authors else None,
            self._counts(entity),
            examples=tuple(self._examples(entity)),
            import_hint=self._import(entity),
            related=tuple(self._related(key)),
            deprecation=self._system.prose(entity.deprecation) if entity.deprecation else entity.deprecation,
            changes=self._marks.at(entity.ref, ""),
            versions=self._marks.versions(entity.ref, ""),
            address=address_view(entity, entity.address) if entity.address else None,
            other_addresses=tuple(address.words(entity.name) for address in entity.addresses[1:]),
            identity=(entity.identity.template, entity.identity.reason.text) if entity.identity else None,
            noun=self._system.noun,
            banner=self._marks.banner(entity.ref),
            removed=self._marks.removed(entity.ref),
            uses=tuple(self._use(use, key) for use in self._relations.uses(key)),
            used_by=tuple(self._use(use, use.key) for use in self._relations.used_by(key)),
        )

    def _use(self, use: Use, holder: str) -> UseView:
        """A relation. `holder` is the key of the entity with the attribute."""
        other = self.entities[use.key]
        words = self._labels_of(other.kind)[f"status.{use.attribute.status}"]
        page = part_of(use.path, self.parts_of(holder)) or holder
        return use_view(use, self.title(other), other.kind.title, words, page, with_evidence=self.shown.sources)

    def _part(self, key: str) -> EntityView:
        """A part of an entity, without its row."""
        whole, attribute = self.parts[key]
        entity = self.entities[whole]
        group = next(k for k, statuses in GROUPS if attribute.status in statuses)
        title = f"{self.title(entity)}: {attribute.name}"
        counts = dict.fromkeys((k for k, _ in GROUPS), 0) | {group: 1, "mapped": attribute_size(attribute)}
        link = LinkView(whole, self.title(entity))
        return EntityView(key, entity.kind.title, attribute.name, title, "", (), (), (), (), None, counts, part_of=link)

    def lists(self) -> tuple[ListView, ...]:
        """All entities, by kind."""
        titles = titles_of(self.entities, self.mapping)
        return tuple(
            ListView(
                kind.name.replace(" ", "-"),
                kind.plural,
                entries,
                kind.is_single,
                grouped(entries, titles, self.labels["group.other"]),
            )
            for kind in self._system.kinds
            if (entries := tuple(self._entries[k] for k, e in self.entities.items() if e.kind is kind))
        )

    @property
    def noun(self) -> str:
        """The system's word for an attribute."""
        return self._system.noun

    def front(self, address: str = "") -> FrontView:
        """The front page. `address` is where the provider is published."""
        about = self._system.about(self.mapping)
        anchors = candidate_anchors(self._candidates) if self.shown.authors else {}
        lossy = {entity.ref for key, entity in self.entities.items() if self._entries[key].counts["lost"]}
        use = self._system.use_example(self.mapping, address)
        return FrontView(
            about.title,
            about.version,
            about.description,
            example_view(use) if use else None,
            coverage_map(self.mapping, self._keys, anchors, self._user_title, lossy),
            tuple(RelatedView(key, self.title(self.entities[key]), uses) for key, uses in self._relations.overview()),
        )

    def artifact_words(self, name: str) -> str:
        """The purpose of an artifact, in words."""
        return self._system.artifact_words(name)

    def _user_title(self, user: EntityRef) -> str:
        key = self._keys.get(user)
        return f"{self.title(self.entities[key])} ({user.kind.title})" if key else self._named(user)

    @cached_property
    def _entries(self) -> dict[str, EntryView]:
        return {key: self._entry(key, entity) for key, entity in self.entities.items()}

    @cached_property
    def _candidates(self) -> Candidates:
        return self.mapping.coverage.find_candidates()

    @cached_property
    def report(self) -> ReportView:
        """The diagnostics by outcome, worst first, and the coverage of the API."""
        return report_view(
            self.mapping,
            self._candidates,
            self._entries.values(),
            self._keys,
            self._system.settlement(self.mapping.diagnostics),
            self._diagnostic,
            self._named,
        )

    @property
    def banner(self) -> BannerView | None:
        """The number of changes since the baseline; None if there are none."""
        return self._marks.banner()

    @property
    def removed(self) -> tuple[CellView, ...]:
        """The entities that versions removed."""
        return self._marks.removed_entities()

    def changed(self, key: str) -> bool:
        """Whether the entity of a page has changed since the baseline."""
        return self._marks.banner(self.entities[key].ref) is not None

    @cached_property
    def changes(self) -> ChangesView | None:
        """The page of changes; None if the site has none."""
        if self._review is None:
            return self._missing if self.shown.authors else None
        return self._marks.page(self._review, self._title_of)

    @cached_property
    def drift(self) -> ChangesView | None:
        """The differences from the built provider; None if it was not compared, or for users."""
        return self._marks.page(self._drift, self._title_of) if self._drift and self.shown.authors else None

    def _title_of(self, kind: EntityKind, name: str) -> str:
        key = self._keys.get(EntityRef(kind, name))
        return self.title(self.entities[key]) if key else name

    def _address(self, change: Change) -> tuple[str | None, str]:
        """The page and anchor of the row that shows a change."""
        page = self._keys.get(change.subject)
        if page is None:
            return None, ""
        path = self._nearest_row(change.subject, change.path)
        if change.path and not path:
            return page, next((f"attributes-{key}" for key, statuses in GROUPS if change.status in statuses), "")
        return part_of(path, self.parts_of(page)) or page, path

    def parts_of(self, key: str) -> dict[str, str]:
        """The root attributes of an entity with pages of their own, by name, and the keys of these pages."""
        return self._parts_by_whole.get(key, {})

    @cached_property
    def _parts_by_whole(self) -> dict[str, dict[str, str]]:
        by_whole: dict[str, dict[str, str]] = {}
        for part, (whole, attribute) in self.parts.items():
            by_whole.setdefault(whole, {})[attribute.name] = part
        return by_whole

    def _rows(self, entity: Entity, parts: dict[str, str]) -> Rows:
        labels = self._labels_of(entity.kind)
        marks, shown = self._marks, self.shown
        return Rows(self._places, parts, marks, entity.ref, self._system, entity.kind, shown, labels, self._referred)

    def _referred(self, reference: Reference) -> tuple[str, str | None]:
        """The title of what a value refers to, and the key of its page; None if it is of another package or service."""
        if reference.provider != self.mapping.provider:
            return f"{reference.entity.name} ({reference.provider})", None
        key = self._keys.get(reference.entity)
        return (reference.entity.name, None) if key is None else (self.title(self.entities[key]), key)

    def _labels_of(self, kind: EntityKind) -> Labels:
        """The labels of pages of a kind: those of the site before those of the system."""
        return {**LABELS, **self._system.labels(kind), **self._own_labels}

    def _read_examples(self, repository: Repository) -> dict[EntityRef, tuple[ExampleView, ...]]:
        """Handwritten examples by entity. Raises MappingError."""
        found = {
            entity.ref: repository.examples(entity.kind.folder, self.title(entity)) for entity in self.mapping.entities
        }
        return {
            subject: tuple(ExampleView(file.title, f"{file.text}\n", file.language) for file in files)
            for subject, files in found.items()
        }

    def _examples(self, entity: Entity) -> Iterator[ExampleView]:
        if handwritten := self._handwritten.get(entity.ref):
            yield from handwritten
            return
        yield from (example_view(example) for example in self._system.examples(entity, self.mapping))
        kind = self._system.looked_up
        if kind is None or kind is entity.kind or (key := self._keys.get(EntityRef(kind, entity.name))) is None:
            return
        for example in self._system.examples(self.entities[key], self.mapping)[:1]:
            yield replace(example_view(example), title=kind.title.capitalize(), inside=None)

    def _import(self, entity: Entity) -> ExampleView | None:
        example = self._system.import_example(entity, self.mapping)
        return None if example is None else example_view(example)

    def _related(self, key: str) -> Iterator[LinkView]:
        for other_key in self._relations.of(key):
            other = self.entities[other_key]
            yield LinkView(other_key, f"{self.title(other)} ({other.kind.title})")

    @cached_property
    def _relations(self) -> Relations:
        return Relations(self.entities, self.mapping.provider)

    def _entry(self, key: str, entity: Entity) -> EntryView:
        found = self._by_subject.get(entity.ref, ())
        problems = sum(diagnostic.severity is not Severity.INFO for diagnostic in found) if self.shown.authors else 0
        kind, title = entity.kind.title, self.title(entity)
        return EntryView(
            key,
            kind,
            entity.name,
            title,
            self._system.summary(entity),
            self._counts(entity),
            problems,
            deprecated=bool(entity.deprecation),
            versions=self._marks.versions(entity.ref, ""),
            banner=self._marks.banner(entity.ref),
        )

    def _operation(self, operation: Operation) -> OperationView:
        return OperationView(
            operation.part,
            operation.method.upper(),
            operation.path,
            operation.summary or operation.operation_id or "",
            self._places.of(operation.location) if operation.location and self.shown.sources else None,
        )

    def _diagnostic(self, diagnostic: Diagnostic) -> DiagnosticView:
        page = self._keys.get(diagnostic.entity) if diagnostic.entity else None
        anchor = self._nearest_row(diagnostic.entity, diagnostic.path) if diagnostic.entity else ""
        part = part_of(anchor, self.parts_of(page)) if page else None
        return DiagnosticView(
            diagnostic.code,
            str(diagnostic.severity),
            diagnostic.rule.title,
            self._named(diagnostic.entity) if diagnostic.entity else "",
            diagnostic.path,
            diagnostic.text,
            " ".join(filter(None, (diagnostic.rule.consequence, "" if diagnostic.fix else diagnostic.rule.remedy))),
            diagnostic.fix,
            self._places.of(diagnostic.location) if diagnostic.location else None,
            part or page,
            anchor,
        )

    def _named(self, subject: EntityRef) -> str:
        """An entity as in messages: *resource pet*."""
        return f"{subject.kind.name} {subject.name}"

    def _nearest_row(self, subject: EntityRef, path: str) -> str:
        """The path of the row that shows an attribute: its own, or that of the closest parent with a row."""
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


def _paths(body: Body) -> frozenset[str]:
    return frozenset(path for path, _ in walk(body))
