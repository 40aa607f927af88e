"""From attributes to rows: what a page shows of each of them, and the matrix of their sources."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace

from mapper.model import (
    Attribute,
    Body,
    Collection,
    Contribution,
    Object,
    Origin,
    Status,
    Type,
    nested_body,
    type_in_words,
)

from .changes import Marks
from .places import Places
from .views import (
    AttributeView,
    CellView,
    ChangeView,
    GroupView,
    LeftOutView,
    MatrixRow,
    MatrixView,
    RowLink,
    SchemaUse,
    SourceView,
)
from .words import limit_in_words, literal

GROUPS = (
    ("required", "Required", frozenset((Status.REQUIRED,))),
    ("optional", "Optional", frozenset((Status.OPTIONAL, Status.COMPUTED_OPTIONAL))),
    ("read-only", "Read-Only", frozenset((Status.COMPUTED,))),
)
"""Key, title and statuses of the groups, in the order of the page."""

_STATUS_LABELS = {
    Status.REQUIRED: "required",
    Status.OPTIONAL: "optional",
    Status.COMPUTED: "read-only",
    Status.COMPUTED_OPTIONAL: "optional, computed",
}
_SYMBOLS = {
    Contribution.DECLARED: "●",
    Contribution.CONFIRMED: "○",
    Contribution.DESCRIPTION: "◐",
    Contribution.CHILDREN: "◑",
    Contribution.BOTH: "◕",
    Contribution.MISMATCH: "✕",
    Contribution.OVERRIDE: "✎",
}
MATRIX_ROWS = 150
"""Rows that the matrix has at most, before it leaves nested attributes out."""


class Rows:
    """Makes the rows of one entity, `subject`. `parts` are root attributes that have pages of their own, by name."""

    def __init__(
        self, places: Places, parts: dict[str, str], marks: Marks, subject: str, *, read_defaults: bool
    ) -> None:
        self._places = places
        self._parts = parts
        self._marks, self._subject = marks, subject
        self._read_defaults = read_defaults

    def groups(self, body: Body, prefix: str = "", source_prefix: str = "") -> tuple[GroupView, ...]:
        """The attributes in groups by status, each in the order of their names."""
        groups = []
        gone = self._marks.gone_from(self._subject, prefix[:-1])
        for key, title, statuses in GROUPS:
            found = sorted((a for a in body.attributes if a.status in statuses), key=lambda a: a.name)
            removed = [view for change, view in gone if change.status in statuses]
            if found or removed:
                views = [self.row(attribute, prefix, source_prefix) for attribute in found]
                groups.append(GroupView(key, title, *_interleaved(views, removed)))
        return tuple(groups)

    def row(
        self,
        attribute: Attribute,
        prefix: str = "",
        source_prefix: str = "",
        *,
        member: bool = False,
        whole: bool = False,
    ) -> AttributeView:
        """One attribute and all that is nested in it. `whole`: also where that has a page of its own."""
        path, source_path = prefix + attribute.name, source_prefix + attribute.source_name
        part = None if prefix or whole else self._parts.get(attribute.name)
        inner = nested_body(attribute.type)
        groups: tuple[GroupView, ...] = ()
        if inner is not None and part is None:
            as_members = member or is_element(attribute.type)
            inside = self._members if as_members else self.groups
            groups = inside(inner, path + ".", source_path + ".")
        shows_default = self._read_defaults or attribute.status is not Status.COMPUTED
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
            literal(attribute.default.value) if attribute.default is not None and shows_default else None,
            tuple(limit_in_words(constraint, attribute.type) for constraint in attribute.constraints),
            attribute.sensitive,
            attribute.deprecation,
            self._sources(attribute.origins),
            groups,
            inner.size if inner else 0,
            member,
            part,
            self._marks.at(self._subject, path),
            self._marks.inside(self._subject, path),
        )

    def _members(self, body: Body, prefix: str, source_prefix: str) -> tuple[GroupView, ...]:
        """The members of an element type, which have no status to group them by."""
        views = tuple(self.row(attribute, prefix, source_prefix, member=True) for attribute in body.attributes)
        removed = tuple(view for _, view in self._marks.gone_from(self._subject, prefix[:-1]))
        return (GroupView("members", "Members", views, removed),) if views or removed else ()

    def _sources(self, origins: tuple[Origin, ...]) -> tuple[SourceView, ...]:
        """The places in order of priority. Only the first is quoted: the others mostly say the same."""
        found: dict[tuple[object, ...], tuple[Origin, list[CellView]]] = {}
        for origin in origins:
            places = (origin.location, *origin.via)
            key = tuple((id(place.document), place.pointer) for place in places)
            if key in found:
                found[key][1].append(CellView(origin.role, str(origin.contribution)))
            else:
                found[key] = (origin, [])
        return tuple(
            SourceView(
                origin.role,
                str(origin.contribution),
                self._places.of(origin.location),
                tuple(map(self._places.of, origin.via)),
                self._places.excerpt(origin.location) if origin is origins[0] else None,
                tuple(also),
            )
            for origin, also in found.values()
        )

    def left_out(self, body: Body, prefix: str = "") -> Iterator[LeftOutView]:
        """What the config leaves out, at any depth."""
        for ignored in body.ignored:
            place, rule = self._places.of(ignored.location), self._places.of(ignored.rule)
            yield LeftOutView(prefix + ignored.source_name, place, rule)
        for attribute in body.attributes:
            inner = nested_body(attribute.type)
            if inner is not None:
                yield from self.left_out(inner, f"{prefix}{attribute.source_name}.")

    def schemas(self, body: Body) -> tuple[SchemaUse, ...]:
        """The schemas that attributes refer to, and the attributes that do, in order of their files and lines."""
        uses: dict[tuple[str, str], tuple[list[str], Origin]] = {}
        for path, attribute in walk(body):
            for origin in attribute.origins:
                if origin.via:
                    target = origin.via[-1]
                    paths, _ = uses.setdefault((target.document.uri, target.pointer), ([], origin))
                    if path not in paths:
                        paths.append(path)
        found = [
            SchemaUse(
                pointer.rsplit("/", 1)[-1],
                self._places.of(origin.via[-1]),
                tuple(RowLink(path, part_of(path, self._parts)) for path in paths),
            )
            for (_, pointer), (paths, origin) in uses.items()
        ]
        return tuple(sorted(found, key=lambda use: (use.place.file, use.place.line or 0)))


def _interleaved(
    views: list[AttributeView], removed: list[ChangeView]
) -> tuple[tuple[AttributeView, ...], tuple[ChangeView, ...]]:
    """The rows, each with what stood before it in the order of the names, and what stood at the end."""
    left = sorted(removed, key=lambda view: view.path)
    done = []
    for view in views:
        before = tuple(gone for gone in left if gone.path < view.path)
        left = left[len(before) :]
        done.append(replace(view, gone_before=before) if before else view)
    return tuple(done), tuple(left)


def matrix(body: Body, left_out: Iterable[LeftOutView], parts: dict[str, str]) -> MatrixView:
    """Attributes by sources: what each source gave to each attribute."""
    rows = list(walk(body))
    nested = len(rows) <= MATRIX_ROWS
    if not nested:
        rows = [(attribute.name, attribute) for attribute in body.attributes]
    roles = list(dict.fromkeys(origin.role for _, attribute in rows for origin in attribute.origins))
    views = []
    for path, attribute in rows:
        given: dict[str, Contribution] = {}
        for origin in attribute.origins:
            given.setdefault(origin.role, origin.contribution)
        cells = tuple(
            CellView(_SYMBOLS[given[role]], str(given[role])) if role in given else CellView("", "") for role in roles
        )
        views.append(
            MatrixRow(path, part_of(path, parts), attribute.status.value, _STATUS_LABELS[attribute.status], cells)
        )
    legend = tuple(CellView(symbol, str(contribution)) for contribution, symbol in _SYMBOLS.items())
    used = {cell.symbol for row in views for cell in row.cells}
    ignored = tuple(dict.fromkeys(item.source_path for item in left_out))
    return MatrixView(tuple(roles), tuple(views), tuple(c for c in legend if c.symbol in used), nested, ignored)


def part_of(path: str, parts: dict[str, str]) -> str | None:
    """The page that shows the attribute at `path`, if it is nested in one that has a page of its own."""
    root, _, nested = path.partition(".")
    return parts.get(root) if nested else None


def walk(body: Body, prefix: str = "") -> Iterator[tuple[str, Attribute]]:
    """Every attribute with its dotted path, nested ones after the one they are in."""
    for attribute in body.attributes:
        path = prefix + attribute.name
        yield path, attribute
        inner = nested_body(attribute.type)
        if inner is not None:
            yield from walk(inner, path + ".")


def is_element(type_: Type) -> bool:
    """Whether what is inside are members of an element type, which have no status."""
    return isinstance(type_, Collection | Object)
