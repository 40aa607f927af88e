"""Views: the content of pages as plain data for the templates, without HTML and MkDocs, for all systems."""

from __future__ import annotations

from collections.abc import Iterable

from msgspec import Struct

from .source_views import CellView, EvidenceView, FragmentView, LimitView, SourcePlace, SourceView

OPEN_UP_TO = 20
"""The maximum number of nested attributes that are shown expanded."""


class ChangeView(Struct, frozen=True):
    """A change since the baseline. `page` and `anchor` link to its row.

    `words` are the parts of a changed text, each *same*, *old* or *new*. `also` are other places of the same edit,
    or all of them if `subject` says how many there are. `approve` is the line of a review file that approves all of it.
    `condition` is what a configuration must set to be concerned. `says`: *title* or *names* where that is all.
    `written` are lines of a configuration as a difference, `- before` and `+ after`.
    """

    severity: str
    rule: str
    title: str
    why: str
    text: str
    entity: str
    path: str
    before: str | None
    after: str | None
    words: tuple[CellView, ...]
    breaks: tuple[str, ...]
    cause: str | None
    evidence: tuple[EvidenceView, ...]
    fix: str | None
    fix_place: str
    code: str
    approved: str | None
    fingerprint: str
    page: str | None
    anchor: str
    also: tuple[ChangeLink, ...] = ()
    approve: str = ""
    subject: str = ""
    condition: str = ""
    says: str = ""
    word: str = "changed"
    unseen: str = ""
    written: tuple[str, ...] = ()


class BannerView(Struct, frozen=True):
    """The number of changes since the baseline; `worst` is a severity, `parts` count breaking changes and warnings."""

    count: str
    baseline: str
    parts: str
    worst: str


class ChangeLink(Struct, frozen=True):
    """A link to an entity or attribute."""

    text: str
    page: str | None
    anchor: str


class GroupView(Struct, frozen=True):
    """The attributes with one status. `removed` are those removed from its end since the baseline."""

    key: str
    title: str
    attributes: tuple[AttributeView, ...]
    removed: tuple[ChangeView, ...] = ()


class AttributeView(Struct, frozen=True):
    """A row: all facts about an attribute, in words.

    `status_label` says who sets it; `condition` is the object that has to be set for that. `part` is the page of its
    nested attributes, if they are on another one. `same_as` is an earlier attribute with the same object, where nested
    attributes are shown. `nested_names` are the first of their names. `unfolded`: it is the subject of the page.
    `code_type` is the type in generated code. `changes` are changes since the baseline. `changed_inside` has the worst
    severity and the number of changes of nested attributes. `gone_before` are removed attributes that came before it.
    `versions` are those that added and changed it. `marks` are facts besides the status: a key and a text.
    """

    path: str
    source_path: str
    name: str
    anchor: str
    nested_anchor: str
    type: str
    status: str
    status_label: str
    reason: str
    description: str
    default: str | None
    limits: tuple[LimitView, ...]
    sensitive: bool
    deprecation: str | None
    sources: tuple[SourceView, ...]
    groups: tuple[GroupView, ...]
    nested_count: int
    is_member: bool
    part: str | None = None
    replaces: bool = False
    write_only: bool = False
    fragments: tuple[FragmentView, ...] = ()
    changes: tuple[ChangeView, ...] = ()
    changed_inside: CellView | None = None
    gone_before: tuple[ChangeView, ...] = ()
    versions: tuple[str, ...] = ()
    code_type: str = ""
    marks: tuple[tuple[str, str], ...] = ()
    noun: str = "attribute"
    condition: str = ""
    same_as: str = ""
    same_part: str | None = None
    nested_names: tuple[str, ...] = ()
    unfolded: bool = False

    @property
    def shown_limits(self) -> tuple[LimitView, ...]:
        """The limits that the description does not contain."""
        return tuple([limit for limit in self.limits if not limit.said]) if self.limits else ()

    @property
    def is_open(self) -> bool:
        """Whether its nested attributes are shown expanded."""
        return self.unfolded or self.nested_count <= OPEN_UP_TO


class OperationView(Struct, frozen=True):
    """A row of the operations table."""

    part: str
    method: str
    path: str
    summary: str
    place: SourcePlace | None


class ArgumentView(Struct, frozen=True):
    """A row of the table of what calls need: an argument of an operation, and what fills it."""

    part: str
    place: str
    name: str
    attribute: str
    supply: str
    reason: str


class DiagnosticView(Struct, frozen=True):
    """A diagnostic; `page` is the page of its entity, `anchor` the row closest to the attribute at `path`."""

    code: str
    severity: str
    title: str
    entity: str
    path: str
    text: str
    consequence: str
    fix: str | None
    place: SourcePlace | None
    page: str | None
    anchor: str


class LeftOutView(Struct, frozen=True):
    """A property of the API that the config ignores."""

    source_path: str
    place: SourcePlace
    rule: SourcePlace


class MatrixRow(Struct, frozen=True):
    """An attribute in the matrix, with a cell for each source; `part` is its page, if it is another one.

    `same` is the number of nested attributes with the same sources, which have no rows.
    """

    path: str
    part: str | None
    status: str
    status_label: str
    cells: tuple[CellView, ...]
    same: int


class MatrixView(Struct, frozen=True):
    """Attributes by sources; without `nested` ones, equal ones are in one line. The config ignores `ignored`."""

    roles: tuple[str, ...]
    lines: tuple[tuple[MatrixRow, ...], ...]
    legend: tuple[CellView, ...]
    nested: bool
    ignored: tuple[LeftOutView, ...]


class RowLink(Struct, frozen=True):
    """An attribute, and its page if it is another one."""

    path: str
    part: str | None


class SchemaUse(Struct, frozen=True):
    """A schema that attributes refer to."""

    name: str
    place: SourcePlace
    uses: tuple[RowLink, ...]


class LinkView(Struct, frozen=True):
    """A link to a page, by key."""

    key: str
    text: str


class UseView(Struct, frozen=True):
    """A relation to another entity: the key and title of its page, the attribute that refers to it, its status in
    words, and the page of its row. `evidence` is for authors. `group` is the group of its address in a cluster, if
    others have the same title.
    """

    key: str
    title: str
    kind: str
    path: str
    words: str
    page: str
    evidence: str = ""
    group: str = ""


_MOST_NEAR = 3
"""The most titles of relations next to the example."""


def _one_of_each_title(uses: Iterable[UseView]) -> tuple[UseView, ...]:
    """A resource and a data source of one title look like a line that is there twice."""
    first: dict[tuple[str, str], UseView] = {}
    for use in uses:
        first.setdefault((use.title, use.group), use)
    return tuple(first.values())


class ExampleView(Struct, frozen=True):
    """An example, and its language as in a code fence. Examples with one title are variants of each other. `inside`
    are the names around the attributes of the entity, joined by dots; None if it has none. `needs` declares what the
    text refers to.
    """

    title: str
    text: str
    language: str = "text"
    words: str = ""
    variant: str = ""
    inside: str | None = None
    needs: str = ""


class AddressView(Struct, frozen=True):
    """The address of a custom resource in a cluster; a column has a name, a path and a type."""

    api_version: str
    kind: str
    scope: str
    plural: str
    short_names: tuple[str, ...]
    columns: tuple[tuple[str, str, str], ...]


class LegendView(Struct, frozen=True):
    """The number of attributes with one status, its mark, and the group that they are in."""

    count: int
    mark: str
    words: str
    group: str


class HeadView(Struct, frozen=True):
    """The head of a page. `lead` begins the name. `group` has anchor and title of the group in the overview,
    `can` what can be done with an object, and whether. `replaces` says which changes replace an object, `all_replace`
    that each does, `unsaid` that nothing says so. `explained` are the words of a status that are not plain, if the page
    has it. `missing` is the operation that has no description.
    """

    lead: str = ""
    group: CellView | None = None
    can: tuple[tuple[str, bool], ...] = ()
    replaces: str = ""
    all_replace: bool = False
    legend: tuple[LegendView, ...] = ()
    missing: str = ""
    unsaid: str = ""
    explained: str = ""

    @property
    def total(self) -> int:
        """The number of root attributes."""
        return sum(entry.count for entry in self.legend)


class EntityView(Struct, frozen=True):
    """A page of the reference. `part_of` is the page of the entity, if this page shows a part of it.

    `moved` are the ids of rows that are on other pages, or are shown with an earlier use of an object. `places` says
    where most attributes stand as well.
    """

    key: str
    kind: str
    name: str
    title: str
    summary: str
    operations: tuple[OperationView, ...]
    groups: tuple[GroupView, ...]
    diagnostics: tuple[DiagnosticView, ...]
    left_out: tuple[LeftOutView, ...]
    config: SourcePlace | None
    counts: dict[str, int]
    examples: tuple[ExampleView, ...] = ()
    matrix: MatrixView | None = None
    schemas: tuple[SchemaUse, ...] = ()
    related: tuple[LinkView, ...] = ()
    part_of: LinkView | None = None
    import_hint: ExampleView | None = None
    changes: tuple[ChangeView, ...] = ()
    versions: tuple[str, ...] = ()
    deprecation: str | None = None
    address: AddressView | None = None
    other_addresses: tuple[str, ...] = ()
    identity: tuple[str, str] | None = None
    noun: str = "attribute"
    banner: BannerView | None = None
    removed: tuple[CellView, ...] = ()
    uses: tuple[UseView, ...] = ()
    used_by: tuple[UseView, ...] = ()
    head: HeadView = HeadView()
    calls: tuple[ArgumentView, ...] = ()
    life: str = ""
    moved: frozenset[str] = frozenset()
    places: tuple[CellView, ...] = ()

    @property
    def near(self) -> tuple[tuple[str, tuple[UseView, ...], int], ...]:
        """The relations next to the example, by *uses* and *used_by*: the first of each title, required ones first, and
        how many there are.
        """
        relations = (("uses", self.uses), ("used_by", self.used_by))
        return tuple((key, _one_of_each_title(uses)[:_MOST_NEAR], len(uses)) for key, uses in relations if uses)

    @property
    def anchors(self) -> set[str]:
        """All ids of rows on the page."""
        rows = rows_of(self.groups)
        return {row.anchor for row in rows} | {row.nested_anchor for row in rows if row.groups or row.part}


class EntryGroup(Struct, frozen=True):
    """A group of entities; the title is empty if a kind has only one group."""

    title: str
    entries: tuple[EntryView, ...]


class EntryView(Struct, frozen=True):
    """An entity in a list. `address` has group, version and Kind in a cluster."""

    key: str
    kind: str
    name: str
    title: str
    summary: str
    counts: dict[str, int]
    problems: int
    deprecated: bool = False
    versions: tuple[str, ...] = ()
    banner: BannerView | None = None
    lead: str = ""
    missing: str = ""
    address: str = ""


class ListView(Struct, frozen=True):
    """The entities of one kind, also in groups. `is_single`: there is at most one."""

    key: str
    title: str
    entries: tuple[EntryView, ...]
    is_single: bool = False
    groups: tuple[EntryGroup, ...] = ()


def rows_of(groups: Iterable[GroupView], found: list[AttributeView] | None = None) -> list[AttributeView]:
    """All rows, added to `found` if given; nested ones follow their parent."""
    rows = [] if found is None else found
    for group in groups:
        for row in group.attributes:
            rows.append(row)
            if row.groups:
                rows_of(row.groups, rows)
    return rows
