"""The content of a block in a handwritten page: an entity, one of its attributes, or a selection of them.

A target is written as in a configuration: `resource.telescope`, `data_source.night`, `provider`, followed by the dotted
path of an attribute. If there are several mappings, the folder of the pages comes first:
`reference/resource.telescope`. This module depends neither on Markdown nor on MkDocs.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping

from msgspec import Struct
from msgspec.structs import replace

from mapper.model import Entity
from mapper.registry import REGISTRY, catalogue, rules_by_systems
from mapper.report.diagnostic import Rule
from mapper.review.rules import ChangeRule
from mapper.text.plural import listed
from mapper.text.suggest import nearest_or_some

from .pages import Pages
from .report import ReportView
from .source_views import CellView
from .views import AttributeView, GroupView, rows_of

Sites = Mapping[str, Pages]
"""The folder of pages in the site -> the pages of the mapping."""
Claim = Callable[[str], str]
"""Wanted id -> unique id on the page."""

ReviewRules = tuple[tuple[str, tuple[tuple[ChangeRule, str], ...]], ...]

SELECTIONS = ("all", "required", "optional", "read-only")


class NotFound(Exception):
    """A target that does not exist; the message suggests a similar one."""


class EmbeddedGroup(Struct, frozen=True):
    """A group of rows, and the id of its heading."""

    title: str
    anchor: str
    attributes: tuple[AttributeView, ...]
    key: str = ""


class EmbeddedAttributes(Struct, frozen=True):
    """An entity with attributes in groups, or its attribute `row` with everything nested in it.

    `places` says where most attributes stand as well.
    """

    title: str
    kind: str
    row: AttributeView | None
    groups: tuple[EmbeddedGroup, ...]
    selection: str
    places: tuple[CellView, ...] = ()


class Embedded(Struct, frozen=True):
    """The content of a block: `part` is *attributes*, *diagnostics*, *review-rules*, *report* or *nothing*.

    *nothing* is the content of a report for users. Rules have the ids of their rows. Rules of the review are in lists
    with the names of the systems that have them. `anchor` is the id of the block.
    """

    part: str
    view: EmbeddedAttributes | tuple[tuple[Rule, str], ...] | ReviewRules | ReportView
    anchor: str


class _Found(Struct, frozen=True):
    """An entity, its name in the target, and the rest of the target."""

    pages: Pages
    key: str
    folder: str
    name: str
    path: str


def embed(target: str, selection: str, sites: Callable[[], Sites], claim: Claim) -> Embedded:
    """The content for `target`. `selection` is one of SELECTIONS or the path of an attribute. Raises NotFound."""
    word = target.rpartition("/")[2]
    if target == "diagnostics":
        rules = tuple((rule, claim(f"{target}.{code}")) for code, rule in catalogue().items())
        return Embedded(target, rules, claim(_block_anchor(target)))
    if target == "review-rules":
        lists = tuple(
            (_systems(names), tuple((rule, claim(rule.id)) for rule in rules))
            for names, rules in rules_by_systems().items()
        )
        return Embedded(target, lists, claim(_block_anchor(target)))
    if word == "report":
        pages = _pages_of_report(target, sites())
        if not pages.shown.authors:
            return Embedded("nothing", (), "")
        return Embedded(word, pages.report, claim(_block_anchor(target)))
    return _attributes(target, selection, sites(), claim)


def page_keys(pages: Pages) -> list[str]:
    """The keys of all pages of a site: the overview, entities and parts of them, and those that show no entity."""
    changes = ["changes"] if pages.changes else []
    report = ["report", *pages.report_parts] if pages.shown.authors else []
    return ["index", *pages.entities, *pages.parts, *changes, *report]


def page_key(target: str, sites: Sites) -> tuple[str, str]:
    """Folder and key of a whole page: of an entity, or of a page such as `changes`. Raises NotFound."""
    keys = {folder: page_keys(entities) for folder, entities in sites.items()}
    pages = [(folder, key) for folder, page_names in keys.items() for key in page_names]
    named = [(folder, key) for folder, key in pages if target in (key, f"{folder}/{key}")]
    if len(named) > 1:
        raise NotFound(_ambiguous(f"{folder}/{key}" for folder, key in named))
    if named:
        return named[0]
    entity = _entity(target, sites)
    if entity.path:
        raise NotFound(f"{target!r} is an attribute; with parts: all, a block shows {entity.name}")
    return next(folder for folder, pages in sites.items() if pages is entity.pages), entity.key


def _attributes(target: str, selection: str, sites: Sites, claim: Claim) -> Embedded:
    entity = _entity(target, sites)
    view = entity.pages.whole(entity.key)
    groups = view.groups
    path = entity.path
    if selection not in SELECTIONS:
        path, selection = f"{path}.{selection}".lstrip("."), "all"
    row = _attribute(path, groups, entity.name) if path else None
    subject = f"{entity.name}.{path}" if path else entity.name
    shown = [group for group in (row.groups if row else groups) if selection in ("all", group.key)]
    anchor = "" if row else claim(_block_anchor(subject))  # an attribute has its anchor on the row
    attributes = EmbeddedAttributes(
        path or view.title,
        "" if row else view.kind,
        _own(replace(row, groups=()), entity.name, claim) if row else None,
        tuple(_embed_group(group, subject, entity.name, claim) for group in shown),
        selection,
        view.places,
    )
    return Embedded("attributes", attributes, anchor)


def _systems(names: tuple[str, ...]) -> str:
    """*All systems*, *System ack*, *Systems terraform and ack*."""
    if len(names) == len(REGISTRY):
        return "All systems"
    return f"System{'s' if len(names) > 1 else ''} {listed(names)}"


def _pages_of_report(target: str, sites: Sites) -> Pages:
    folder, slash, _ = target.rpartition("/")
    if slash and folder not in sites:
        raise NotFound(f"there is no {target!r}{nearest_or_some(target, [f'{known}/report' for known in sites])}")
    if not slash and len(sites) > 1:
        raise NotFound(_ambiguous(f"{known}/report" for known in sites))
    return sites[folder] if slash else next(iter(sites.values()))


def _block_anchor(target: str) -> str:
    """The id of a block; prefixed if it is a single word, which could be the id of a heading."""
    return target if "." in target else f"oasmap-{target.replace('/', '-')}"


def _entity(target: str, sites: Sites) -> _Found:
    if not target:
        raise NotFound(f"it names nothing to show, such as {' or '.join(_targets(sites)[-2:])}")
    candidates = list(_candidates(target, sites))
    if not candidates:
        begin = ".".join(target.split(".")[:2])
        raise NotFound(f"there is no {target!r}{nearest_or_some(begin, _targets(sites))}")
    longest = max(len(candidate.name) for candidate in candidates)
    best = [candidate for candidate in candidates if len(candidate.name) == longest]
    if len(best) > 1:
        raise NotFound(_ambiguous(f"{candidate.folder}/{target}" for candidate in best))
    return best[0]


def _candidates(target: str, sites: Sites) -> Iterator[_Found]:
    for folder, pages in sites.items():
        for key, entity in pages.entities.items():
            for name in (target_name(entity), f"{folder}/{target_name(entity)}"):
                if target == name or target.startswith(f"{name}."):
                    yield _Found(pages, key, folder, name, target[len(name) + 1 :])


def _targets(sites: Sites) -> list[str]:
    """All possible targets; with their folders if there are several."""
    names = [(folder, target_name(entity)) for folder, pages in sites.items() for entity in pages.entities.values()]
    return [*dict.fromkeys(name for _, name in names), *(f"{folder}/{name}" for folder, name in names if folder)]


def target_name(entity: Entity) -> str:
    """The name of an entity in blocks and cross-references: `resource.pet`, `provider`."""
    kind = entity.kind.name.replace(" ", "_")
    return kind if entity.kind.is_single else f"{kind}.{entity.name}"


def _ambiguous(targets: Iterable[str]) -> str:
    return f"there are several; write {' or '.join(targets)}"


def _attribute(path: str, groups: Iterable[GroupView], name: str) -> AttributeView:
    rows = {row.path: row for row in rows_of(groups)}
    if path not in rows:
        raise NotFound(f"{name} has no attribute {path!r}{nearest_or_some(path, [*rows, *SELECTIONS])}")
    return rows[path]


def _embed_group(group: GroupView, subject: str, name: str, claim: Claim) -> EmbeddedGroup:
    anchor = claim(f"{subject}.attributes-{group.key}")
    return EmbeddedGroup(group.title, anchor, tuple(_own(row, name, claim) for row in group.attributes), group.key)


def _own(row: AttributeView, name: str, claim: Claim) -> AttributeView:
    """The row and all nested ones with unique ids."""
    return replace(
        row,
        anchor=claim(f"{name}.{row.anchor}"),
        nested_anchor=claim(f"{name}.{row.nested_anchor}") if row.groups else "",
        sources=tuple(
            [replace(source, quoted="") for source in row.sources]
        ),  # the row with the same excerpt may not be on this page
        groups=tuple(
            replace(group, attributes=tuple(_own(inner, name, claim) for inner in group.attributes))
            for group in row.groups
        ),
    )
