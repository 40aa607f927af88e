"""What a page shows, as plain data for the templates, whatever system was mapped: no HTML, no MkDocs."""

from __future__ import annotations

from collections.abc import Iterable

from mapper.immutable import dataclass

_WORDS = {word: word for word in ("added", "removed", "renamed", "moved")} | {"lost": "removed", "recovered": "added"}

OPEN_UP_TO = 24
"""Nested attributes that are shown unfolded, if there are no more than this."""


@dataclass(frozen=True, slots=True)
class Place:
    """A place in the input: file, JSON pointer, line, and its address in a repository."""

    file: str
    pointer: str
    line: int | None
    href: str | None

    @property
    def text(self) -> str:
        """`file:line`."""
        return f"{self.file}:{self.line}" if self.line else self.file


@dataclass(frozen=True, slots=True)
class Excerpt:
    """Lines of the input, the first of them with its number."""

    line: int
    lines: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class SourceView:
    """One contributing place of an attribute, and what it gave; `also` are other parts that have the same place.

    `quoted` is the anchor of the row before on the page that shows the same excerpt, if there is one.
    """

    role: str
    contribution: str
    place: Place
    via: tuple[Place, ...]
    excerpt: Excerpt | None = None
    also: tuple[CellView, ...] = ()
    quoted: str = ""


@dataclass(frozen=True, slots=True)
class FragmentView:
    """A part of the artifact that the config gives as it is: its key there, the JSON text, and where it is."""

    keyword: str
    text: str
    place: Place


@dataclass(frozen=True, slots=True)
class LimitView:
    """A constraint in words, followed by the values it names, if any.

    `label` says what it is about, and `short` is the rest of the words where the label is shown. `said`: the
    description names all of the values, which `is_list` says are all that are allowed.
    """

    text: str
    values: tuple[str, ...] = ()
    label: str = ""
    short: str = ""
    said: bool = False
    is_list: bool = False


@dataclass(frozen=True, slots=True)
class EvidenceView:
    """A line that a change comes down to; `is_new` where it is one of the new side."""

    place: Place
    is_new: bool


@dataclass(frozen=True, slots=True)
class ChangeView:
    """A change since the baseline. `page` and `anchor` lead to the row that shows it.

    `words` are the parts of a text that changed, each with *same*, *old* or *new*; `also` are other places that the
    same edit of the input shows at. `approve` is the line of a review file that approves it, `approve_all` that for
    the other places, too. `is_titled`: the site has a title of its own for it, which is shown in place of `text`.
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
    more: int = 0
    approve: str = ""
    approve_all: str = ""
    is_titled: bool = False

    @property
    def word(self) -> str:
        """What a mark on a row says: *added*, *removed*, *renamed*, *moved* or *changed*."""
        end = self.rule.rpartition("-")[2]
        is_whole = self.rule.startswith(("attribute-", "required-attribute-", "member-", "entity-"))
        return _WORDS.get(end, "changed") if is_whole else "changed"


@dataclass(frozen=True, slots=True)
class BannerView:
    """How much has changed since the baseline; `worst` is a severity, and `parts` how many are breaking or warnings."""

    count: str
    baseline: str
    parts: str
    worst: str


@dataclass(frozen=True, slots=True)
class ChangeLink:
    """An entity, or an attribute of it, and where it is shown."""

    text: str
    page: str | None
    anchor: str


@dataclass(frozen=True, slots=True)
class GroupView:
    """Attributes of one status group. `removed` stood at its end at the baseline of the review."""

    key: str
    title: str
    attributes: tuple[AttributeView, ...]
    removed: tuple[ChangeView, ...] = ()


@dataclass(frozen=True, slots=True)
class AttributeView:
    """One row: everything about an attribute, in words.

    `part` is the page with what is nested in it, where that is not on the same page, and `moved` are the anchors of
    all that is there. `code_type` is what code calls the type, `note` who fills in what is absent. `changes` are
    those since the baseline of the review, `changed_inside` the number of those of what is nested, `gone_before` are
    attributes that stood right before it. `versions` says which versions added and changed it.
    """

    path: str
    source_path: str
    trail: str
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
    changed_inside: int = 0
    gone_before: tuple[ChangeView, ...] = ()
    versions: tuple[str, ...] = ()
    replaces_label: str = "forces replacement"
    moved: tuple[str, ...] = ()
    code_type: str = ""
    note: str = ""
    remarks: tuple[str, ...] = ()
    noun: str = "attribute"

    @property
    def badges(self) -> tuple[tuple[str, str], ...]:
        """What is said of it in a word or two: a key for the style sheet, and the words. First the status."""
        return self.marks if self.is_member else ((self.status, self.status_label), *self.marks)

    @property
    def short_trail(self) -> str:
        """What it is nested in, as far as a reader needs it: the whole of a short path, the end of a longer one."""
        outer, _, inner = self.trail[:-1].rpartition(".")
        return f"….{inner}." if outer else self.trail

    @property
    def shown_limits(self) -> tuple[LimitView, ...]:
        """The limits that the description does not say already."""
        return tuple([limit for limit in self.limits if not limit.said]) if self.limits else ()

    @property
    def marks(self) -> tuple[tuple[str, str], ...]:
        """The same without the status, which the title of a group says."""
        if not (self.remarks or self.sensitive or self.write_only or self.replaces or self.deprecation):
            return ()
        found = [("remark", remark) for remark in self.remarks]
        if self.sensitive:
            found.append(("sensitive", "sensitive"))
        if self.write_only:
            found.append(("write-only", "write-only"))
        if self.replaces:
            found.append(("replaces", self.replaces_label))
        if self.deprecation:
            found.append(("deprecated", "deprecated"))
        return tuple(found)

    @property
    def is_open(self) -> bool:
        """Whether its nested attributes are shown unfolded."""
        return self.nested_count <= OPEN_UP_TO


@dataclass(frozen=True, slots=True)
class OperationView:
    """A row of the operations table."""

    part: str
    method: str
    path: str
    summary: str
    place: Place | None


@dataclass(frozen=True, slots=True)
class DiagnosticView:
    """A diagnostic; `page` is the entity it is about, `anchor` the row nearest to the attribute at `path`."""

    code: str
    severity: str
    title: str
    entity: str
    path: str
    text: str
    consequence: str
    fix: str | None
    place: Place | None
    page: str | None
    anchor: str


@dataclass(frozen=True, slots=True)
class LeftOutView:
    """A property of the API that the config leaves out."""

    source_path: str
    place: Place
    rule: Place


@dataclass(frozen=True, slots=True)
class CellView:
    """A symbol (in the matrix) or a name, and what it says in words."""

    symbol: str
    text: str


@dataclass(frozen=True, slots=True)
class MatrixRow:
    """An attribute in the matrix, with a cell for each source; `part` is the page it is on, if not on this one.

    `same` is the number of attributes nested in it that have the same sources, and no rows of their own.
    """

    path: str
    part: str | None
    status: str
    status_label: str
    cells: tuple[CellView, ...]
    same: int


@dataclass(frozen=True, slots=True)
class MatrixView:
    """Attributes by sources. `nested`: whether nested attributes have rows; `ignored` are left out by the config."""

    roles: tuple[str, ...]
    rows: tuple[MatrixRow, ...]
    legend: tuple[CellView, ...]
    nested: bool
    ignored: tuple[LeftOutView, ...]


@dataclass(frozen=True, slots=True)
class RowLink:
    """An attribute, and the page it is on, if not on this one."""

    path: str
    part: str | None


@dataclass(frozen=True, slots=True)
class SchemaUse:
    """A schema that attributes refer to."""

    name: str
    place: Place
    uses: tuple[RowLink, ...]


@dataclass(frozen=True, slots=True)
class LinkView:
    """A page, by its key, and the text of a link to it."""

    key: str
    text: str


@dataclass(frozen=True, slots=True)
class ExampleView:
    """An example configuration, and the language it is written in."""

    title: str
    text: str
    language: str = "text"
    words: str = ""


@dataclass(frozen=True, slots=True)
class AddressView:
    """Where a custom resource is found in a cluster; a column has a name, a path and a type."""

    api_version: str
    kind: str
    scope: str
    plural: str
    short_names: tuple[str, ...]
    columns: tuple[tuple[str, str, str], ...]


@dataclass(frozen=True, slots=True)
class EntityView:
    """A page of the reference. `part_of` is the page of the whole entity, where this shows a part of it."""

    key: str
    kind: str
    name: str
    title: str
    summary: str
    operations: tuple[OperationView, ...]
    groups: tuple[GroupView, ...]
    diagnostics: tuple[DiagnosticView, ...]
    left_out: tuple[LeftOutView, ...]
    config: Place | None
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

    @property
    def anchors(self) -> set[str]:
        """Every id that the page has."""
        rows = rows_of(self.groups)
        return {row.anchor for row in rows} | {row.nested_anchor for row in rows if row.groups or row.part}

    @property
    def stubs(self) -> set[str]:
        """The ids of what has moved to pages of parts, so that old links lead to where those are linked."""
        return {anchor for row in rows_of(self.groups) for anchor in row.moved}


@dataclass(frozen=True, slots=True)
class EntryGroup:
    """Entities under one title, which is empty where all of a kind are in one list."""

    title: str
    entries: tuple[EntryView, ...]


@dataclass(frozen=True, slots=True)
class EntryView:
    """An entity in a list."""

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


@dataclass(frozen=True, slots=True)
class ListView:
    """All entities of one kind, also in groups. `is_single`: there is one at most."""

    key: str
    title: str
    entries: tuple[EntryView, ...]
    is_single: bool = False
    groups: tuple[EntryGroup, ...] = ()


def rows_of(groups: Iterable[GroupView]) -> list[AttributeView]:
    """All rows, each in front of what is nested in it."""
    found: list[AttributeView] = []
    _add_rows(found, groups)
    return found


def _add_rows(found: list[AttributeView], groups: Iterable[GroupView]) -> None:
    for group in groups:
        for row in group.attributes:
            found.append(row)
            if row.groups:
                _add_rows(found, row.groups)
