"""The pages of a mapping as views, made on demand."""

from collections import Counter
from collections.abc import Callable, Iterator
from functools import cached_property, partial
from weakref import proxy

from msgspec.structs import replace

from mapper.model import Candidates, Entity, EntityKind, EntityRef, Mapping, Reference
from mapper.registry import system_named
from mapper.report.diagnostic import Diagnostic, Severity
from mapper.review.changes import Change

from ..repository import Repository
from .audience import EVERYTHING, Shown
from .changes import ChangesView, Comparisons, Marks
from .describe import address_view, example_view, shown_status
from .head import (
    argument_views,
    counts_of,
    handwritten_examples,
    head_view,
    main_operation,
    operation_view,
    part_view,
)
from .home_page import CatalogueGroup, FrontView, RelatedView, catalogue, coverage_map, grouped, titles_of
from .labels import LABELS, Labels
from .layout import MOST_ROWS, MOST_WITH_SOURCES, Layout, Layouts, Part, lay_out
from .matrix import matrix
from .page_budget import Kept, check_extent
from .page_names import page_keys, short_name
from .relations import Relations, Use
from .report import ReportPart, ReportView, candidate_anchors, diagnostic_view, report_parts, report_view
from .rows import GROUPS, RowContext, Rows, group_titles
from .search import Findable, FoundBy, find_entities, names_in_operations, without_provider
from .source_places import Places, SourceUrl
from .source_views import CellView
from .usual_places import in_words, usual_places
from .views import (
    BannerView,
    DiagnosticView,
    EntityView,
    EntryView,
    ExampleView,
    GroupView,
    LinkView,
    ListView,
    UseView,
)

__all__ = ["Pages", "SourceUrl"]

_NOT_COMPARED = Comparisons()


class Pages:
    """The pages of one mapping, as views made on demand.

    `split`: entities with more attributes than this get a page for each root attribute with many nested ones, whatever
    the budget of a page is. `compared` is shown in rows, and on pages of its own. Examples in the `repository` replace
    generated ones. `shown` depends on the audience, `labels` are those that the site replaces, and `extent` rejects
    pages that would be too large.
    """

    def __init__(
        self,
        mapping: Mapping,
        source_url: SourceUrl | None = None,
        *,
        excerpts: bool = False,
        split: int | None = None,
        compared: Comparisons = _NOT_COMPARED,
        repository: Repository | None = None,
        shown: Shown = EVERYTHING,
        extent: Callable[[Mapping, Kept], None] = check_extent,
        labels: Labels | None = None,
    ) -> None:
        """Raises OverBudget for pages that would be too large, MappingError for examples that cannot be read."""
        self.mapping = mapping
        self._system = system_named(mapping.system)
        self._showing = self._system.showing
        self.noun = self._showing.noun
        self.shown, self._own_labels = shown, labels or {}
        self.labels: Labels = {**LABELS, **self._own_labels}
        self._labels_by_kind: dict[EntityKind, Labels] = {}
        self._places = Places(source_url, excerpts=excerpts)
        self._compared, self._split = compared, split
        address = partial(Pages._address, proxy(self))  # no cycle: what is replaced is freed at once
        self._marks = Marks(compared, self._places, address, shown, self.labels)
        self._row_context = RowContext(self._places, self._marks, self._showing, shown)
        extent(mapping, self._marks.changed_inside)
        self._handwritten = handwritten_examples(repository, mapping, self.title) if repository else {}
        self._by_subject: dict[EntityRef | None, list[Diagnostic]] = {}
        for diagnostic in mapping.diagnostics:
            self._by_subject.setdefault(diagnostic.entity, []).append(diagnostic)

    @cached_property
    def entities(self) -> dict[str, Entity]:
        """The entities by page key (`provider`, `resources/pet`, `data-sources/pet`)."""
        return page_keys(self.mapping.entities)

    @cached_property
    def layouts(self) -> Layouts:
        """Which rows are on which page."""
        most, marks = MOST_WITH_SOURCES if self.shown.sources else MOST_ROWS, self._marks
        entities = self.entities.items()
        made = {k: lay_out(k, e.shown, most, marks.changed_inside(e.ref), self._split) for k, e in entities}
        return Layouts(made, {key: entity.shown for key, entity in entities})

    @property
    def parts(self) -> dict[str, tuple[str, Part]]:
        """Page key -> the key of the entity and the object, for objects with pages of their own."""
        return self.layouts.parts

    @cached_property
    def _keys(self) -> dict[EntityRef, str]:
        return {entity.ref: key for key, entity in self.entities.items()}

    def title(self, entity: Entity) -> str:
        """The name in a configuration, such as the type of a resource."""
        return self._showing.title(entity, self.mapping)

    @cached_property
    def found_by(self) -> dict[str, FoundBy]:
        """How entities are found by their names, by page key."""
        kinds, users = self.kinds, self._relations.used_by
        named = {key: entity for key, entity in self.entities.items() if entity.kind in kinds}
        findable = {
            key: Findable(
                title=self.title(entity),
                name=entity.name,
                kinds=kinds.index(entity.kind),
                called=names_in_operations(entity),
                heading=self._groups[key].title,
                users=len(users[key]),
            )
            for key, entity in named.items()
        }
        return find_entities(findable, self.mapping.provider)

    def entity(self, key: str) -> EntityView:
        """The page of an entity, or of an object in one."""
        if key in self.parts:
            whole, part = self.parts[key]
            return self._with_rows(self._part(key), self.layouts.of(whole), part)
        return self._with_rows(self.outline(key), self.layouts.of(key))

    def whole(self, key: str, *, once: bool = False) -> EntityView:
        """An entity with all its rows; `once`: without rows of repeated objects."""
        return self._with_rows(self.outline(key), Layout(same=self.layouts.of(key).same if once else {}))

    def _with_rows(self, view: EntityView, layout: Layout, part: Part | None = None) -> EntityView:
        key = view.part_of.key if view.part_of else view.key
        entity = self.entities[key]
        labels = self._labels_of(entity.kind)
        path = f"{part.prefix}{part.attribute.name}" if part else ""
        usual = usual_places(entity.shown.attributes) if self._row_context.showing.shows_parts else None
        rows = Rows(
            self._row_context,
            layout,
            entity.ref,
            key,
            labels=labels,
            named=self._referenced_page,
            part=path,
            all_replace=view.head.all_replace,
            usual=usual,
        )
        if part is not None:
            group = next(k for k, statuses in GROUPS if part.attribute.status in statuses)
            row = replace(rows.row(part.attribute, part.prefix, part.source_prefix), unfolded=True)
            return replace(view, groups=(GroupView(group, group_titles(labels)[group], (row,)),))
        body, sources = entity.shown, self.shown.sources
        left_out = tuple(rows.left_out(entity.layout)) if self.shown.authors else ()
        return replace(
            view,
            groups=rows.groups(body),
            places=tuple(in_words(usual, self.noun)) if usual is not None else (),
            left_out=left_out,
            matrix=matrix(body, left_out, layout, self.noun, labels) if body.attributes and sources else None,
            schemas=rows.schemas(body) if sources else (),
            moved=layout.moved(body),
        )

    def outline(self, key: str) -> EntityView:
        """The page of an entity, or of an object in one, without what is made from its attributes."""
        if key in self.parts:
            return self._part(key)
        entity, authors = self.entities[key], self.shown.authors
        showing, places = self._showing, self._places if self.shown.sources else None
        summary = showing.summary(entity) or (showing.about(self.mapping).access if entity.kind.is_single else "")
        example = showing.import_example(entity, self.mapping)
        return EntityView(
            key,
            entity.kind.title,
            entity.name,
            self.title(entity),
            summary,
            tuple(operation_view(operation, places) for operation in entity.operations),
            (),
            diagnostics=tuple(map(self._diagnostic, self._by_subject.get(entity.ref, ()))) if authors else (),
            left_out=(),
            config=self._places.of(entity.location) if entity.location and authors else None,
            counts=counts_of(entity),
            examples=tuple(self._examples(entity)),
            import_hint=example_view(example) if example else None,
            related=tuple(self._related_entities(key)),
            deprecation=self._showing.prose(entity.deprecation) if entity.deprecation else entity.deprecation,
            changes=self._marks.at(entity.ref, ""),
            versions=self._marks.versions(entity.ref, ""),
            address=address_view(entity, entity.address) if entity.address else None,
            other_addresses=tuple(address.words(entity.name) for address in entity.addresses[1:]),
            identity=(named.template, named.reason.text) if (named := entity.external_name) else None,
            noun=self._showing.noun,
            banner=self._marks.banner(entity.ref),
            calls=argument_views(entity) if authors else (),
            life=entity.life if authors else "",
            removed=self._marks.removed(entity.ref),
            uses=tuple(self._use(use, key) for use in self._relations.uses[key]),
            used_by=tuple(self._use(use, use.key) for use in self._relations.used_by[key]),
            head=head_view(
                entity,
                self._labels_of(entity.kind),
                self.noun,
                lead=self._lead(entity),
                group=self._group_of(key),
                imported=example is not None,
                described=bool(summary),
                says_replacement=showing.says_replacement(entity.kind),
            ),
        )

    def _use(self, use: Use, holder: str) -> UseView:
        """A relation. `holder` is the key of the entity with the attribute."""
        other = self.entities[use.key]
        words = self._labels_of(other.kind)[f"status.{shown_status(use.attribute)}"]
        page, _ = self.layouts.locate(holder, use.path)
        target = use.attribute.refers_to
        evidence = target.evidence.text if self.shown.sources and target and target.evidence else ""
        more = f", and {use.more} more" if use.more else ""
        title, kind = self.title(other), other.kind.title
        group = other.address.group.partition(".")[0] if other.address and self._titles[title] > 1 else ""
        return UseView(use.key, title, kind, use.path, f"{words}{more}", page, evidence=evidence, group=group)

    @cached_property
    def _titles(self) -> Counter[str]:
        return Counter(map(self.title, self.entities.values()))

    def _lead(self, entity: Entity) -> str:
        """The beginning of a title that other titles share."""
        title = self.title(entity)
        return title[: len(title) - len(without_provider(title, self.mapping.provider))]

    def _group_of(self, key: str) -> CellView | None:
        """The heading of an entity in the overview: anchor and title; None without one, or among the others."""
        group = self._groups.get(key)
        if group is None or group.title in ("", self.labels["group.other"]):
            return None
        return CellView(group.anchor, group.title)

    def _part(self, key: str) -> EntityView:
        """An object in an entity, without its row."""
        whole, part = self.parts[key]
        entity = self.entities[whole]
        link, labels = LinkView(whole, self.title(entity)), self._labels_of(entity.kind)
        return part_view(key, entity.kind, part, link, labels, group=self._group_of(whole), noun=self.noun)

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

    @cached_property
    def catalogue(self) -> tuple[CatalogueGroup, ...]:
        """The entities as the overview lists them."""
        return catalogue(self.lists(), self.entities, self.mapping, self.labels["group.other"])

    @cached_property
    def _groups(self) -> dict[str, CatalogueGroup]:
        """The group of the overview by the page of an entity."""
        return {entry.key: group for group in self.catalogue for line in group.lines for entry in line.entries}

    @property
    def kinds(self) -> list[EntityKind]:
        """The kinds with several entities, the most important first."""
        return [kind for kind in self._system.kinds if not kind.is_single]

    def front(self, address: str = "") -> FrontView:
        """The front page. `address` is where the provider is published."""
        about = self._showing.about(self.mapping)
        anchors = candidate_anchors(self._candidates) if self.shown.authors else {}
        lossy = {entity.ref for key, entity in self.entities.items() if self._entries[key].counts["lost"]}
        use = self._showing.use_example(self.mapping, address)
        return FrontView(
            about.title,
            about.version,
            about.description,
            example_view(use) if use else None,
            coverage_map(self.mapping, self._keys, anchors, self._user_title, lossy),
            tuple(RelatedView(key, self.title(self.entities[key]), uses) for key, uses in self._relations.overview()),
        )

    def _user_title(self, user: EntityRef) -> str:
        key = self._keys.get(user)
        return f"{self.title(self.entities[key])} ({user.kind.title})" if key else self._in_messages(user)

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
            self._system.config_tools.fixes_as_text(self.mapping.diagnostics),
            self._diagnostic,
            self._in_messages,
        )

    @cached_property
    def report_parts(self) -> dict[str, ReportPart]:
        """The pages with parts of the report, by key; none for users."""
        return {part.key: part for part in report_parts(self.report)} if self.shown.authors else {}

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
        if self._compared.review is None:
            return self._compared.missing if self.shown.authors else None
        return self._marks.page(self._compared.review, self._title_of)

    @cached_property
    def drift(self) -> ChangesView | None:
        """The differences from the built provider; None if it was not compared, or for users."""
        drift = self._compared.drift
        return self._marks.page(drift, self._title_of) if drift and self.shown.authors else None

    def _title_of(self, kind: EntityKind, name: str) -> str:
        key = self._keys.get(EntityRef(kind, name))
        return self.title(self.entities[key]) if key else name

    def _address(self, change: Change) -> tuple[str | None, str]:
        """The page and anchor of the row that shows a change."""
        page = self._keys.get(change.subject)
        if page is None:
            return None, ""
        path = self.layouts.nearest(page, change.path)
        if change.path and not path:
            return page, next((f"attributes-{key}" for key, statuses in GROUPS if change.status in statuses), "")
        return self.layouts.locate(page, path)

    def _referenced_page(self, reference: Reference) -> tuple[str, str | None]:
        """The title of what a value refers to, and the key of its page; None if it is of another package or service."""
        if reference.provider != self.mapping.provider:
            return f"{reference.entity.name} ({reference.provider})", None
        key = self._keys.get(reference.entity)
        return (reference.entity.name, None) if key is None else (self.title(self.entities[key]), key)

    def _labels_of(self, kind: EntityKind) -> Labels:
        """The labels of pages of a kind: the site's before the system's."""
        if kind not in self._labels_by_kind:
            self._labels_by_kind[kind] = {**LABELS, **self._showing.labels(kind), **self._own_labels}
        return self._labels_by_kind[kind]

    def _examples(self, entity: Entity) -> Iterator[ExampleView]:
        if handwritten := self._handwritten.get(entity.ref):
            yield from handwritten
            return
        yield from (example_view(example) for example in self._showing.examples(entity, self.mapping))
        kind = self._showing.lookup_kind
        if kind is None or kind is entity.kind or (key := self._keys.get(EntityRef(kind, entity.name))) is None:
            return
        for example in self._showing.examples(self.entities[key], self.mapping)[:1]:
            yield replace(example_view(example), title=kind.title.capitalize(), inside=None)

    def _related_entities(self, key: str) -> Iterator[LinkView]:
        for other_key in self._relations.of(key):
            other = self.entities[other_key]
            yield LinkView(other_key, f"{self.title(other)} ({other.kind.title})")

    @cached_property
    def _relations(self) -> Relations:
        return Relations(self.entities, self.mapping.provider)

    def _entry(self, key: str, entity: Entity) -> EntryView:
        told = self._by_subject.get(entity.ref, ()) if self.shown.authors else ()
        problems = sum(diagnostic.severity is not Severity.INFO for diagnostic in told)
        return EntryView(
            key,
            entity.kind.title,
            short_name(entity),
            self.title(entity),
            self._showing.summary(entity),
            counts_of(entity),
            problems,
            deprecated=bool(entity.deprecation),
            versions=self._marks.versions(entity.ref, ""),
            banner=self._marks.banner(entity.ref),
            lead=self._lead(entity),
            missing=main_operation(entity),
            address=entity.address.words(entity.name) if entity.address else "",
        )

    def _diagnostic(self, diagnostic: Diagnostic) -> DiagnosticView:
        page = self._keys.get(diagnostic.entity) if diagnostic.entity else None
        row = self.layouts.locate(page, self.layouts.nearest(page, diagnostic.path)) if page else (None, "")
        entity = self._in_messages(diagnostic.entity) if diagnostic.entity else ""
        return diagnostic_view(diagnostic, entity, row, self._places)

    def _in_messages(self, subject: EntityRef) -> str:
        """An entity as in messages: *resource pet*."""
        return f"{subject.kind.name} {subject.name}"
