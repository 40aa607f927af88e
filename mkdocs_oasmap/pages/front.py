"""The front page of a mapping: what the API is, how one begins, the entities in groups, and how much is covered."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence, Set

from mapper.immutable import dataclass
from mapper.model import Entity, EntityRef
from mapper.model import Mapping as ApiMapping

from .views import EntryGroup, EntryView, ExampleView

_GROUPED_FROM = 6
"""Entities of a kind that are grouped by the first words of their names, at least."""

OTHER = "Other"
SIDECAR_WORDS = "the sidecar: attributes, sources and diagnostics as JSON, for reviews and other tools"


@dataclass(frozen=True, slots=True)
class MapCell:
    """An operation in the coverage map. `use` is a key for the style sheet, `page` what it leads to.

    `lost`: something of it is lost on the way to the entity that uses it.
    """

    operation: str
    use: str
    words: str
    page: str | None
    anchor: str
    lost: bool


@dataclass(frozen=True, slots=True)
class MapRow:
    """The operations of one tag; of none, where the title is empty."""

    title: str
    cells: tuple[MapCell, ...]

    @property
    def used(self) -> int:
        """The number of operations that something uses."""
        return sum(bool(cell.use) for cell in self.cells)


@dataclass(frozen=True, slots=True)
class CoverageMap:
    """All operations of an API by tag; `legend` has a key for the style sheet, words, and how many there are."""

    rows: tuple[MapRow, ...]
    legend: tuple[tuple[str, str, int], ...]

    @property
    def total(self) -> int:
        """The number of operations."""
        return sum(len(row.cells) for row in self.rows)

    @property
    def used(self) -> int:
        """The number of those that something uses."""
        return sum(row.used for row in self.rows)


@dataclass(frozen=True, slots=True)
class ArtifactGroup:
    """Files with one purpose, each with its name and address. The words are empty where nothing says what it is for."""

    words: str
    files: tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True)
class FrontView:
    """What the front page says of the API as a whole."""

    title: str
    version: str
    description: str
    use: ExampleView | None
    map: CoverageMap | None


def grouped(entries: Sequence[EntryView], known: Mapping[str, str], other: str = OTHER) -> tuple[EntryGroup, ...]:
    """Entities in groups: by the titles that are known by page, or by the first words of their names.

    Groups are in the order of their titles, and what belongs to none is last.
    """
    titles = [known.get(entry.key, "") for entry in entries]
    if not any(titles) and len(entries) >= _GROUPED_FROM:
        titles = _prefixes([entry.name for entry in entries])
    if len(set(titles)) < 2:  # noqa: PLR2004 - one group is no group
        return (EntryGroup("", tuple(entries)),)
    found: dict[str, list[EntryView]] = {}
    for title, entry in zip(titles, entries, strict=True):
        found.setdefault(title, []).append(entry)
    order = sorted((title for title in found if title), key=str.lower)
    groups = [EntryGroup(title, tuple(found[title])) for title in order]
    return (*groups, EntryGroup(other, tuple(found[""]))) if "" in found else tuple(groups)


def _prefixes(names: Iterable[str]) -> list[str]:
    """The first word of each name, where others begin with it, too."""
    firsts = [name.split("_", 1)[0].split(".", 1)[0] for name in names]
    known = Counter(firsts)
    return [first if known[first] > 1 else "" for first in firsts]


def titles_of(entities: Mapping[str, Entity], mapping: ApiMapping) -> dict[str, str]:
    """The title of the group of each entity by its page: that of the config, or the first tag of its operations."""
    found = {}
    for key, entity in entities.items():
        used = ((operation.method.lower(), operation.path) for operation in entity.operations)
        tags = (mapping.coverage.tags.get(operation, "") for operation in used)
        found[key] = mapping.groups.get(entity.ref) or next(filter(None, tags), "")
    return found


def artifact_groups(files: Mapping[str, str], words: Callable[[str], str]) -> tuple[ArtifactGroup, ...]:
    """Files by what they are for, in the order of the first of each; one of which nothing is said is alone."""
    found: dict[str, list[tuple[str, str]]] = {}
    for name, address in files.items():
        found.setdefault(words(name) or name, []).append((name, address))
    return tuple(ArtifactGroup("" if key in files else key, tuple(group)) for key, group in found.items())


def coverage_map(
    mapping: ApiMapping,
    keys: Mapping[EntityRef, str],
    anchors: Mapping[tuple[str, str], str],
    title: Callable[[EntityRef], str],
    lossy: Set[EntityRef],
) -> CoverageMap | None:
    """The operations by tag, each with what uses it; None where the API has none.

    `anchors` are the places in the report that say what unused operations could be; of `lossy` entities something is
    lost.
    """
    coverage = mapping.coverage
    if not coverage.operations:
        return None
    rows: dict[str, list[MapCell]] = {}
    uses: Counter[str] = Counter()
    kinds: dict[str, str] = {}
    for operation, users in coverage.operations.items():
        used_by = list(dict.fromkeys(user.kind for user in users))
        use = used_by[0].name.replace(" ", "-") if len(used_by) == 1 else "several" if used_by else ""
        kinds[use] = used_by[0].name if len(used_by) == 1 else "used by several kinds"
        uses[use] += 1
        method, path = operation
        words = ", ".join(map(title, users)) or "not used"
        page = next((keys[user] for user in users if user in keys), None)
        anchor = "" if page else anchors.get(operation, "")
        cell = MapCell(
            f"{method.upper()} {path}".strip(), use, words, page or ("report" if anchor else None), anchor,
            not lossy.isdisjoint(users),
        )  # fmt: skip
        rows.setdefault(coverage.tags.get(operation) or _segment(path), []).append(cell)
    order = [use for use in uses if use not in ("", "several")] + [use for use in ("several", "") if use in uses]
    legend = [(use, kinds[use] if use else "not used", uses[use]) for use in order]
    return CoverageMap(tuple(MapRow(name, tuple(cells)) for name, cells in rows.items()), tuple(legend))


def _segment(path: str) -> str:
    """The first word of a path that is no parameter and no version; empty for a name."""
    words = [word for word in path.split("/") if word and not word.startswith("{")]
    named = [word for word in words if not (word[0] == "v" and word[1:2].isdigit()) and word != "api"]
    return (named or words or ["/"])[0] if path.startswith("/") else ""
