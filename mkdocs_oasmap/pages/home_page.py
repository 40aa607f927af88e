"""The front page of a mapping: the API, how to begin, the entities in groups, and the coverage."""

import re
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence, Set
from itertools import islice

from msgspec import Struct

from mapper.model import Entity, EntityRef
from mapper.model import Mapping as ApiMapping
from mapper.text.plural import listed, plural
from mapper.text.title import in_words

from .page_names import slug, unique
from .views import EntryGroup, EntryView, ExampleView, ListView

GROUPED_FROM = 6
"""The minimum number of entities of a kind that are grouped by the first words of their names."""

SIDECAR_WORDS = "sources and diagnostics of all attributes, for reviews and other tools"


class MapCell(Struct, frozen=True):
    """An operation in the coverage map. `use` is a key for the style sheet, `page` is the target of the link.

    `lost`: the entity that uses it has lost something.
    """

    operation: str
    use: str
    words: str
    page: str | None
    anchor: str
    lost: bool


class MapRow(Struct, frozen=True):
    """The operations of one tag; an empty title is for those without a tag."""

    title: str
    cells: tuple[MapCell, ...]

    @property
    def used(self) -> int:
        """The number of operations that entities use."""
        return sum(bool(cell.use) for cell in self.cells)


class CoverageMap(Struct, frozen=True):
    """All operations of an API by tag. The entries of `legend` are a key for the style sheet, words and a count."""

    rows: tuple[MapRow, ...]
    legend: tuple[tuple[str, str, int], ...]

    @property
    def total(self) -> int:
        """The number of operations."""
        return sum(len(row.cells) for row in self.rows)

    @property
    def used(self) -> int:
        """The number of operations that entities use."""
        return sum(row.used for row in self.rows)


class ArtifactGroup(Struct, frozen=True):
    """Files with the same purpose, as names and addresses; `words` is empty if the purpose is not known."""

    words: str
    files: tuple[tuple[str, str], ...]


class CatalogueLine(Struct, frozen=True):
    """A line of the overview: the entity that is shown, and those with the same title in the order of kinds."""

    entry: EntryView
    entries: tuple[EntryView, ...]


class CatalogueGroup(Struct, frozen=True):
    """Lines of the overview with a heading, which is empty if there is one group only. `words` are more words that a
    filter finds all its lines by.
    """

    title: str
    anchor: str
    lines: tuple[CatalogueLine, ...]
    words: str = ""

    def counts(self, kinds: Sequence[str]) -> str:
        """How many entities of each kind it has, in the order of `kinds`: *12 resources, 1 data source*."""
        counts = Counter(entry.kind for line in self.lines for entry in line.entries)
        return ", ".join(plural(counts[kind], kind.lower()) for kind in kinds if counts[kind])


class RelatedView(Struct, frozen=True):
    """An entity in the overview of relations, and the numbers of those in the same list that it uses."""

    key: str
    title: str
    uses: tuple[int, ...] = ()


class FrontView(Struct, frozen=True):
    """The front page without its lists of entities."""

    title: str
    version: str
    description: str
    use: ExampleView | None
    map: CoverageMap | None
    relations: tuple[RelatedView, ...] = ()


def grouped(entries: Sequence[EntryView], known: Mapping[str, str], other: str) -> tuple[EntryGroup, ...]:
    """Entities in groups: by their known titles, or by the first words of their names.

    Groups are sorted by title; entities without a group, and those that are alone in theirs, come last.
    """
    titles = [known.get(entry.key, "") for entry in entries]
    if not any(titles) and len(entries) >= GROUPED_FROM:
        titles = list(map(in_words, _prefixes([entry.name for entry in entries])))
    counts = Counter(titles)
    titles = [title if counts[title] > 1 else "" for title in titles]
    if len(set(titles)) < 2:  # noqa: PLR2004 - a single group needs no title
        return (EntryGroup("", tuple(entries)),)
    by_group: dict[str, list[EntryView]] = {}
    for title, entry in zip(titles, entries, strict=True):
        by_group.setdefault(title, []).append(entry)
    order = sorted((title for title in by_group if title), key=str.lower)
    groups = [EntryGroup(title, tuple(by_group[title])) for title in order]
    return (*groups, EntryGroup(other, tuple(by_group[""]))) if "" in by_group else tuple(groups)


def catalogue(
    kinds: Sequence[ListView], entities: Mapping[str, Entity], mapping: ApiMapping, other: str
) -> tuple[CatalogueGroup, ...]:
    """All entities with a name in groups. Entities of different kinds with the same title share a line.

    Custom resources of different API groups have lines of their own.
    """
    texts = mapping.coverage.texts
    by_title: dict[tuple[str, str], list[EntryView]] = {}
    for kind in kinds:
        for entry in kind.entries if not kind.is_single else ():
            by_title.setdefault((entry.title, entry.address), []).append(entry)
    firsts = sorted((entries[0] for entries in by_title.values()), key=lambda entry: entry.title.lower())
    groups = grouped(firsts, titles_of(entities, mapping), other)
    taken: set[str] = set()
    made = []
    for group in groups:
        anchor = unique(slug(group.title.lower()) if group.title else "all", taken)
        lines = tuple([CatalogueLine(entry, tuple(by_title[entry.title, entry.address])) for entry in group.entries])
        words = more_words(texts.get(group.title, ""), group.title, _MOST_OF_GROUP)
        made.append(CatalogueGroup(group.title, anchor, lines, words))
    return tuple(made)


_MOST_OF_GROUP, _MOST_OF_LINE = 60, 24
"""The most words of the description of a group, and of an entity, that a filter finds it by."""

_MOST_READ = 2_000
"""The characters of a description in which words are looked for."""

_WORD = re.compile(r"[^\W\d_]{3,}")


def words_of_line(line: CatalogueLine, shown: str) -> str:
    """What a filter finds a line by, besides what is `shown`: the address in a cluster, words of the description."""
    entry = line.entry
    return " ".join(filter(None, (entry.address, more_words(entry.summary, f"{entry.title} {shown}", _MOST_OF_LINE))))


def more_words(text: str, shown: str, most: int) -> str:
    """The first words of a text that are not in what is shown, each once, in small letters."""
    there = shown.lower()
    words = dict.fromkeys(word[0].lower() for word in _WORD.finditer(text[:_MOST_READ]))
    return " ".join(islice((word for word in words if word not in there), most))


def letters(groups: Sequence[CatalogueGroup]) -> tuple[tuple[str, str], ...]:
    """The first letters of the headings with their anchors; none without headings."""
    by_letter: dict[str, str] = {}
    for group in groups:
        if group.title:
            by_letter.setdefault(group.title[0].upper(), group.anchor)
    return tuple(by_letter.items())


def _prefixes(names: Iterable[str]) -> list[str]:
    """The first word of each name, if other names begin with it as well; else empty."""
    firsts = [name.split("_", 1)[0].split(".", 1)[0] for name in names]
    counts = Counter(firsts)
    return [first if counts[first] > 1 else "" for first in firsts]


def titles_of(entities: Mapping[str, Entity], mapping: ApiMapping) -> dict[str, str]:
    """The group title of each entity by page: from the config, or the first tag of its operations."""
    titles = {}
    for key, entity in entities.items():
        used = ((operation.method.lower(), operation.path) for operation in entity.operations)
        tags = (mapping.coverage.tags.get(operation, "") for operation in used)
        tag = next(filter(None, tags), "")
        titles[key] = mapping.groups.get(entity.ref) or (mapping.coverage.title_of(tag) if tag else "")
    return titles


def artifact_groups(files: Mapping[str, str], words: Callable[[str], str]) -> tuple[ArtifactGroup, ...]:
    """Files grouped by purpose, in the order of their first file; files without a known purpose are alone."""
    by_purpose: dict[str, list[tuple[str, str]]] = {}
    for name, address in files.items():
        by_purpose.setdefault(words(name) or name, []).append((name, address))
    return tuple(ArtifactGroup("" if key in files else key, tuple(group)) for key, group in by_purpose.items())


def coverage_map(
    mapping: ApiMapping,
    keys: Mapping[EntityRef, str],
    anchors: Mapping[tuple[str, str], str],
    title: Callable[[EntityRef], str],
    lossy: Set[EntityRef],
) -> CoverageMap | None:
    """The operations by tag, with the entities that use them; None if the API has no operations.

    `anchors` are places of the report on possible uses of unused operations. `lossy` are entities that have lost
    something.
    """
    coverage = mapping.coverage
    if not coverage.operations:
        return None
    rows: dict[str, list[MapCell]] = {}
    uses: Counter[str] = Counter()
    kinds: dict[str, dict[str, None]] = {}
    for operation, users in coverage.operations.items():
        used_by = list(dict.fromkeys(user.kind for user in users))
        use = used_by[0].name.replace(" ", "-") if len(used_by) == 1 else "several" if used_by else ""
        kinds.setdefault(use, {}).update(dict.fromkeys(kind.name for kind in used_by))
        uses[use] += 1
        method, path = operation
        words = ", ".join(map(title, users)) or "not used"
        page = next((keys[user] for user in users if user in keys), None)
        anchor = "" if page else anchors.get(operation, "")
        cell = MapCell(
            f"{method.upper()} {path}".strip(), use, words, page or ("report" if anchor else None), anchor,
            not lossy.isdisjoint(users),
        )  # fmt: skip
        tag = coverage.tags.get(operation)
        rows.setdefault(coverage.title_of(tag) if tag else _segment(path), []).append(cell)
    order = [use for use in uses if use not in ("", "several")] + [use for use in ("several", "") if use in uses]
    legend = [(use, listed([*kinds[use]]) if use else "not used", uses[use]) for use in order]
    return CoverageMap(tuple(MapRow(name, tuple(cells)) for name, cells in rows.items()), tuple(legend))


def _segment(path: str) -> str:
    """The first segment of a path that is neither a parameter nor a version; empty if it is not a path."""
    words = [word for word in path.split("/") if word and not word.startswith("{")]
    named = [word for word in words if not (word[0] == "v" and word[1:2].isdigit()) and word != "api"]
    return (named or words or ["/"])[0] if path.startswith("/") else ""
