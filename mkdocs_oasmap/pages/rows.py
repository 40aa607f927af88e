"""Makes the rows of a page from attributes."""

import json
from collections.abc import Callable, Iterator
from functools import lru_cache
from operator import attrgetter

from msgspec import Struct
from msgspec.structs import replace

from mapper.inputs import unescape_token
from mapper.model import (
    Attribute,
    Body,
    Collection,
    Contribution,
    EntityRef,
    Fragment,
    Nested,
    NestingMode,
    Object,
    Origin,
    Reference,
    Status,
    Type,
    nested_body,
    walk,
)
from mapper.model.limits import simplest
from mapper.system.showing import Remark, Showing

from .audience import Shown
from .changes import Marks
from .describe import contribution_in_words, is_said, limit_in_words, literal, reference_in_words, shown_status
from .labels import Labels
from .layout import Layout
from .page_names import part_name
from .source_places import Places
from .source_views import CellView, FragmentView, LimitView, SourceView
from .usual_places import UsualPlaces, is_read
from .views import AttributeView, ChangeView, GroupView, LeftOutView, RowLink, SchemaUse

GROUPS = (
    ("required", frozenset((Status.REQUIRED,))),
    ("optional", frozenset((Status.OPTIONAL, Status.COMPUTED_OPTIONAL))),
    ("read-only", frozenset((Status.COMPUTED,))),
)
"""Key and statuses of each group, in the order of the page."""

_NAMED = 6
"""The number of nested attributes that a fold names."""


def group_titles(labels: Labels) -> dict[str, str]:
    """The title of each group by its key."""
    return {key: labels[f"group.{key.replace('-', '_')}"] for key, _ in GROUPS}


class RowContext(Struct, frozen=True):
    """What the rows of all pages of a mapping are made with."""

    places: Places
    marks: Marks
    showing: Showing
    shown: Shown


class Rows:
    """Makes the rows of one entity, `subject`, for its own page, `key`. With `part`, they are the rows of an object's
    page.

    `named` has the title of what an attribute refers to, and the key of its page. `all_replace`: the page says already
    that every change replaces an object. `labels` are the labels of its kind, `usual` are the places that the page
    names once.
    """

    def __init__(
        self,
        context: RowContext,
        layout: Layout,
        subject: EntityRef,
        key: str,
        *,
        labels: Labels,
        named: Callable[[Reference], tuple[str, str | None]],
        part: str = "",
        all_replace: bool = False,
        usual: UsualPlaces | None = None,
    ) -> None:
        showing = context.showing
        self._places, self._shown, self._labels = context.places, context.shown, labels
        self._layout, self._key, self._part, self._all_replace = layout, key, part, all_replace
        self._usual = usual
        self._quoted: dict[tuple[str, str], str] = {}
        self._types: dict[Type, tuple[str, str]] = {}
        self._marks, self._subject = context.marks, subject
        self._read_defaults = showing.shows_default_of_computed(subject.kind)
        self._showing = showing
        self._titles = group_titles(labels)
        self._statuses = {status: (status.value, labels[f"status.{status}"]) for status in Status}
        self._required_inside = labels["status.required_inside"]
        self._noun = showing.noun
        self._has_marks = context.marks.any
        self._named = named

    def groups(self, body: Body, prefix: str = "", source_prefix: str = "", inside: str = "") -> tuple[GroupView, ...]:
        """The attributes grouped by status and sorted by name. `inside` is the innermost optional object."""
        groups = []
        gone = self._marks.gone_from(self._subject, prefix[:-1])
        for key, statuses in GROUPS:
            attributes = sorted([a for a in body.attributes if a.status in statuses], key=attrgetter("name"))
            removed = [view for change, view in gone if change.status in statuses]
            if attributes or removed:
                views = [self.row(attribute, prefix, source_prefix, inside=inside) for attribute in attributes]
                groups.append(GroupView(key, self._titles[key], *_with_removed(views, removed)))
        return tuple(groups)

    def row(
        self, attribute: Attribute, prefix: str = "", source_prefix: str = "", *, member: bool = False, inside: str = ""
    ) -> AttributeView:
        """One attribute with everything nested in it that is on this page."""
        path, source_path = prefix + attribute.name, source_prefix + attribute.source_name
        layout, inner = self._layout, nested_body(attribute.type)
        part = layout.parts.get(path) if layout.parts and path != self._part else None
        same_as = layout.same.get(path, "") if layout.same else ""
        groups: tuple[GroupView, ...] = ()
        if inner is not None and part is None and not same_as:
            if member or is_element(attribute.type):
                groups = self._members(inner, path + ".", source_path + ".")
            else:
                groups = self.groups(inner, path + ".", source_path + ".", _condition(attribute, inside))
        status = shown_status(attribute)
        status_value, label = self._statuses[status]
        if inside and status is Status.REQUIRED:
            label = self._required_inside
        shows_default = self._read_defaults or status is not Status.COMPUTED
        type_, code_type = self._type_words(attribute.type)
        remarks = self._showing.remarks(attribute)
        default = attribute.default if shows_default else None
        view = AttributeView(
            path,
            source_path,
            attribute.name,
            path,
            nested_anchor(path),
            type_,
            status_value,
            status_label=label,
            reason=self._reason(attribute),
            description=self._showing.prose(attribute.description or ""),
            default=literal(default.value) if default is not None else None,
            limits=self._limits(attribute, remarks) if remarks or _is_limited(attribute) else (),
            sensitive=attribute.sensitive,
            deprecation=self._showing.prose(attribute.deprecation) if attribute.deprecation else attribute.deprecation,
            sources=self._sources(attribute.origins, path) if self._shown.sources else (),
            groups=groups,
            nested_count=inner.size if inner is not None else 0,
            is_member=member,
            replaces=attribute.replaces,
            write_only=attribute.write_only,
            fragments=self._fragments(attribute) if attribute.fragments and self._shown.authors else (),
            code_type=code_type,
            marks=self._badges(attribute, remarks),
            noun=self._noun,
            condition=inside if status is Status.REQUIRED else "",
        )
        if inner is not None:
            view = replace(
                view,
                part=part.key if part else None,
                same_as=same_as,
                same_part=self._page_of(f"{same_as}.") if same_as else None,
                nested_names=_first_names(inner),
            )
        return self._with_changes(view) if self._has_marks else view

    def _page_of(self, path: str) -> str | None:
        """The key of the page with the row of a path; None if it is this one."""
        page = self._layout.page_of(path)
        own = self._layout.parts[self._part].key if self._part else None
        return None if page == own else page or self._key

    def _badges(self, attribute: Attribute, remarks: tuple[str | Remark, ...]) -> tuple[tuple[str, str], ...]:
        """The badges without the status: a key for the style sheet, and a text."""
        badges = [("remark", remark) for remark in remarks if isinstance(remark, str)]
        if attribute.sensitive:
            badges.append(("sensitive", self._labels["badge.sensitive"]))
        if attribute.write_only:
            badges.append(("write-only", self._labels["badge.write_only"]))
        if attribute.replaces and not self._all_replace:
            badges.append(("replaces", self._labels["badge.replaces"]))
        if attribute.deprecation:
            badges.append(("deprecated", self._labels["badge.deprecated"]))
        return tuple(badges)

    def _with_changes(self, view: AttributeView) -> AttributeView:
        """The row with its changes, the worst of those inside of it, and its versions."""
        marks, subject, path = self._marks, self._subject, view.path
        inside, versions = marks.inside(subject, path), marks.versions(subject, path)
        return replace(view, changes=marks.at(subject, path), changed_inside=inside, versions=versions)

    def _limits(self, attribute: Attribute, remarks: tuple[str | Remark, ...]) -> tuple[LimitView, ...]:
        """What the system remarks, and all that limits a value."""
        remarked = [LimitView(remark.text, remark.names) for remark in remarks if isinstance(remark, Remark)]
        return (*remarked, *self._limits_of(attribute))

    def _limits_of(self, attribute: Attribute) -> Iterator[LimitView]:
        """Limits, and what it refers to; its other places, with its status and its own type there; and its secret."""
        for limit in simplest(attribute.limits):
            words = limit_in_words(limit, attribute.type)
            said = attribute.description and is_said(words, attribute.description)
            yield replace(words, said=True) if said else words
        if attribute.refers_to is not None:
            yield reference_in_words(attribute, attribute.refers_to, *self._named(attribute.refers_to))
        yield from self._other_places(attribute) if self._showing.shows_parts and attribute.placements else ()
        if attribute.secret is not None:
            yield LimitView("given by a secret, in", (attribute.secret,))

    def _other_places(self, attribute: Attribute) -> Iterator[LimitView]:
        """The other places of an attribute, as far as they are not those that the page says of all."""
        first, *others = attribute.placements
        usual = self._usual.others if self._usual is not None and first.name == self._usual.first else {}
        for placement in others:
            if placement.type is None and usual.get(placement.name) is is_read(placement):
                continue
            type_ = f", {self._showing.type_words(placement.type)}," if placement.type is not None else ""
            same = placement.status is attribute.status and not type_
            status = "" if same else f"{self._statuses[placement.status][1]}{type_} "
            yield LimitView(f"also {status}in", (placement.name,))
        if missing := tuple(name for name in usual if name not in {placement.name for placement in others}):
            yield LimitView("not in", missing)

    def _reason(self, attribute: Attribute) -> str:
        """Why it has its status; for authors, also how it is known what the value refers to."""
        evidence = attribute.refers_to.evidence if attribute.refers_to is not None and self._shown.sources else None
        return attribute.reason.text if evidence is None else f"{attribute.reason.text}; {evidence.text}"

    def _type_words(self, type_: Type) -> tuple[str, str]:
        """What pages and code call a type. Many attributes have the same one, which the mapping keeps."""
        if type_ not in self._types:
            self._types[type_] = self._showing.type_words(type_), self._showing.code_type(type_)
        return self._types[type_]

    def _fragments(self, attribute: Attribute) -> tuple[FragmentView, ...]:
        return tuple(map(self._fragment, attribute.fragments if self._showing.shows_parts else ()))

    def _fragment(self, fragment: Fragment) -> FragmentView:
        text = json.dumps({fragment.keyword: fragment.value}, indent=2, ensure_ascii=False)
        return FragmentView(fragment.keyword, text, self._places.of(fragment.location))

    def _members(self, body: Body, prefix: str, source_prefix: str) -> tuple[GroupView, ...]:
        """The members of an element type, which have no status."""
        views = tuple(self.row(attribute, prefix, source_prefix, member=True) for attribute in body.attributes)
        removed = tuple(view for _, view in self._marks.gone_from(self._subject, prefix[:-1]))
        return (GroupView("members", self._labels["group.members"], views, removed),) if views or removed else ()

    def _sources(self, origins: tuple[Origin, ...], anchor: str) -> tuple[SourceView, ...]:
        """The sources in order of priority. Only the first has an excerpt, as others mostly have the same content.

        An excerpt that several rows share is shown in the first of them, at its `anchor`.
        """
        by_place: dict[tuple[tuple[str, str], ...], tuple[Origin, list[CellView]]] = {}
        place = self._places.of
        for origin in origins:
            key = tuple([(location.document.uri, location.pointer) for location in (origin.location, *origin.via)])
            if key in by_place:
                by_place[key][1].append(_other(part_name(origin.part), origin.contribution, self._showing.noun))
            else:
                by_place[key] = (origin, [])
        return tuple([
            SourceView(
                part_name(origin.part),
                contribution_in_words(origin.contribution, self._showing.noun),
                place(origin.location),
                tuple([place(location) for location in origin.via]),
                self._places.excerpt(origin.location) if origin is origins[0] else None,
                tuple(also),
                self._quoted_at(origin, anchor) if origin is origins[0] else "",
            )
            for origin, also in by_place.values()
        ])  # fmt: skip

    def _quoted_at(self, origin: Origin, anchor: str) -> str:
        """The anchor of an earlier row with the same excerpt; empty if there is none."""
        place = origin.location.document.uri, origin.location.pointer
        first = self._quoted.setdefault(place, anchor)
        return first if first != anchor else ""

    def left_out(self, body: Body, prefix: str = "") -> Iterator[LeftOutView]:
        """The properties that the config ignores, recursively."""
        for ignored in body.ignored:
            place, rule = self._places.of(ignored.location), self._places.of(ignored.rule)
            yield LeftOutView(prefix + ignored.source_name, place, rule)
        for attribute in body.attributes:
            inner = nested_body(attribute.type)
            if inner is not None:
                yield from self.left_out(inner, f"{prefix}{attribute.source_name}.")

    def schemas(self, body: Body) -> tuple[SchemaUse, ...]:
        """The schemas that attributes refer to, with these attributes, in the order of files and lines."""
        uses: dict[tuple[str, str], tuple[list[str], Origin]] = {}
        for path, attribute in walk(body):
            for origin in attribute.origins:
                if origin.via:
                    target = origin.via[-1]
                    paths, _ = uses.setdefault((target.document.uri, target.pointer), ([], origin))
                    shown = self._layout.shown_at(path)
                    if shown not in paths:
                        paths.append(shown)
        found = [
            SchemaUse(
                unescape_token(pointer.rsplit("/", 1)[-1]),
                self._places.of(origin.via[-1]),
                tuple(RowLink(path, self._layout.page_of(path)) for path in paths),
            )
            for (_, pointer), (paths, origin) in uses.items()
        ]
        return tuple(sorted(found, key=lambda use: (use.place.file, use.place.line or 0)))


@lru_cache(maxsize=1024)
def _other(role: str, contribution: Contribution, noun: str) -> CellView:
    return CellView(role, contribution_in_words(contribution, noun))


def _with_removed(
    views: list[AttributeView], removed: list[ChangeView]
) -> tuple[tuple[AttributeView, ...], tuple[ChangeView, ...]]:
    """The rows with the removed attributes that came before them by name, and those removed from the end."""
    if not removed:
        return tuple(views), ()
    left = sorted(removed, key=lambda view: view.path)
    done = []
    for view in views:
        before = tuple(gone for gone in left if gone.path < view.path)
        left = left[len(before) :]
        done.append(replace(view, gone_before=before) if before else view)
    return tuple(done), tuple(left)


def nested_anchor(path: str) -> str:
    """The id of the nested attributes of an attribute, as in Terraform's registry."""
    return "nestedatt--" + path.replace(".", "--")


def _condition(attribute: Attribute, inside: str) -> str:
    """The object that a configuration must set for what is required in an attribute; empty if there is none."""
    if not isinstance(attribute.type, Nested) or attribute.type.mode is not NestingMode.SINGLE:
        return ""  # required in each item
    return inside if attribute.status is Status.REQUIRED else attribute.name


def _first_names(body: Body) -> tuple[str, ...]:
    """The names of the first attributes of an object, required ones first."""
    order = sorted(body.attributes, key=lambda attribute: (attribute.status is not Status.REQUIRED, attribute.name))
    return tuple([attribute.name for attribute in order[:_NAMED]])


def is_element(type_: Type) -> bool:
    """Whether the nested attributes are members of an element type, without a status."""
    return isinstance(type_, Collection | Object)


def _is_limited(attribute: Attribute) -> bool:
    """Whether there is more to say of it than its type and its description, as there mostly is not."""
    return bool(
        attribute.limits or attribute.placements or attribute.refers_to is not None or attribute.secret is not None
    )
