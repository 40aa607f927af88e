"""What a search index gets of the pages of entities: the names of an entity, and a section for each row."""

import json
import math
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache

from msgspec import Struct
from msgspec.structs import replace

from mapper.model import Entity, EntityKind, Purpose
from mapper.text.operation_text import object_name

from .views import AttributeView, EntityView, rows_of

MOST_SECTIONS = 60
"""The maximum number of sections on a page; deeper rows become texts of their parent's section."""

_MOST_VALUES = 60
_MOST_PARAGRAPH = 400
"""The maximum number of characters of the description of an entity."""

_READ_ONLY = "read-only"
_MOST_LOOKED_UP = 5_000
"""The maximum number of attributes of data sources that are found by more than their names: an index has a budget."""

_HIGHEST, _PER_NAME, _PER_WORD, _PER_KIND = 4.0, 2.5, 1.8, 1.1
"""The boost of a name that no other begins, and what divides it: another that is a part of its last word, as `user` of
`users`, or some of its words, as `user` of `user_risk`, and each kind before its own."""

_JOINED = 2
"""The number of words of a name that people write as one."""

_MOST_OF_USERS = 5
"""The logarithm of the number of users from which on more do not count."""

_OF_A_PROVIDER, _BOOST_OF_A_PROVIDER = "provider configuration credentials token", 2.0
"""What somebody types who looks for the page of the provider."""

_WORDS = re.compile(r"(?<=[a-z0-9])(?=[A-Z])|[\W_]+")


class FoundBy(Struct, frozen=True):
    """How an entity is found: its name without the provider's, the words of it, and the boost of its page.

    `spelled` has other spellings of the words. `kind` is the number of kinds before its own. `called` are the API's own
    names for it, `group` has the words of the heading in the overview. `rows` is the share that its rows have of the
    boost of rows.
    """

    name: str
    words: str
    boost: float
    kind: int
    called: tuple[str, ...] = ()
    group: tuple[str, ...] = ()
    spelled: tuple[str, ...] = ()
    rows: float = 1.0

    @property
    def names(self) -> str:
        """The words of the name, after the name itself where an index takes it for a word of its own."""
        return self.words if self.name.lower() in self.words.split() else f"{self.name} {self.words}"


def found_by(entities: Mapping[str, tuple[str, str, int]], provider: str) -> dict[str, FoundBy]:
    """How each entity is found, by page key. `entities` are titles, names, and the number of kinds before theirs.

    Searches find names that begin with what is typed, and prefer rare ones: `site` would lead to `site_deploy`. So the
    boost falls with the number of names that begin a name.
    """
    bare = {key: without_provider(title, provider) for key, (title, _, _) in entities.items()}
    bare_names = {name.lower() for name in bare.values()}
    return {
        key: FoundBy(
            bare[key],
            " ".join(dict.fromkeys((spaced(bare[key]), spaced(name)))),
            round(_HIGHEST / math.prod(_begun_by(bare[key].lower(), bare_names)) / _PER_KIND**kinds, 3),
            kinds,
        )
        for key, (_, name, kinds) in entities.items()
    }


class Findable(Struct, frozen=True):
    """An entity in a search: its title and name, and the number of kinds before its own. Also its names in operations,
    the heading above it in the overview, and how many entities use it.
    """

    title: str
    name: str
    kinds: int
    called: tuple[str, ...]
    heading: str
    users: int


def find_entities(entities: Mapping[str, Findable], provider: str) -> dict[str, FoundBy]:
    """How each entity is found by all that it is called, by page key."""
    found_names = found_by({key: (e.title, e.name, e.kinds) for key, e in entities.items()}, provider)
    telling = called({key: entity.called for key, entity in entities.items()}, found_names)
    return {
        key: replace(
            names,
            called=telling[key],
            group=group_words(entities[key].heading, names),
            spelled=spellings(entities[key].heading, names),
            rows=share_of_rows(names.kind, entities[key].users),
        )
        for key, names in found_names.items()
    }


def names_in_operations(entity: Entity) -> tuple[str, ...]:
    """What the summaries of the operations that make and read an entity call it."""
    read = (o for o in entity.operations if o.part in (Purpose.CREATE, Purpose.READ))
    return tuple(filter(None, (object_name(operation.summary or "") for operation in read)))


def called(names: Mapping[str, tuple[str, ...]], found: Mapping[str, FoundBy]) -> dict[str, tuple[str, ...]]:
    """The names in operations that lead to one entity of its kind, and say more than its own name, by page key."""
    own = {one.name.lower() for one in found.values()}
    lowered = {key: tuple(dict.fromkeys(name.lower() for name in names[key])) for key in found}
    uses = Counter((found[key].kind, name) for key, several in lowered.items() for name in several)

    def is_telling(key: str, name: str) -> bool:
        words = _WORDS.split(name)
        begins = {"_".join(words[:end]) for end in range(1, len(words) + 1)}
        is_new = not {*words} <= {*found[key].words.split()} and begins.isdisjoint(own - {found[key].name.lower()})
        return is_new and uses[found[key].kind, name] == 1

    return {key: tuple(name for name in several if is_telling(key, name)) for key, several in lowered.items()}


def share_of_rows(kind: int, users: int) -> float:
    """The share of an entity's rows in the boost of rows: what others use comes first, and a resource before what looks
    it up.
    """
    return round((1 + min(math.log2(1 + users), _MOST_OF_USERS) / _MOST_OF_USERS) / 2 / _PER_KIND**kind, 3)


def are_names_enough(entities: Iterable[Entity], kind: EntityKind | None) -> bool:
    """Whether a site has so many attributes of entities of a kind, which look up objects, that names have to do."""
    return kind is not None and sum(e.shown.size for e in entities if e.kind is kind) > _MOST_LOOKED_UP


def group_words(title: str, found: FoundBy) -> tuple[str, ...]:
    """The words of a heading that the name does not have, if there are several: single ones are names of entities.

    An API group is an address, and has no words.
    """
    if "." in title and " " not in title:
        return ()
    words, known = spaced(title).split(), found.words.split()
    more = [word for word in words if word not in known and word.removesuffix("s") not in known]
    return (" ".join(more),) if more and len(words) > 1 else ()


def spellings(title: str, found: FoundBy) -> tuple[str, ...]:
    """A name of two words in one (`loadbalancer`), and words of a heading with an ending (`codespaces`)."""
    words = found.words.split()
    joined = ["".join(words)] if len(words) == _JOINED else []
    return (*joined, *(word for word in spaced(title).split() if word not in words and word.removesuffix("s") in words))


def single(kind: str) -> FoundBy:
    """How the only entity of a kind is found: the provider, which nobody looks for by its name."""
    return FoundBy(kind, _OF_A_PROVIDER, _BOOST_OF_A_PROVIDER, 0)


def without_provider(title: str, provider: str) -> str:
    """The name of an entity without the provider's name in front."""
    rest = title[len(provider) :]
    return rest.lstrip("_.:") if title.startswith(provider) and rest[:1] in ("_", ".", ":") else title


@lru_cache(maxsize=16384)
def spaced(name: str) -> str:
    """The words of a name: `dns record` of `dns_record` and of `DnsRecord`. Many attributes have the same name."""
    return " ".join(_WORDS.split(name)).strip().lower()


def _begun_by(name: str, known: set[str]) -> Iterator[float]:
    """What divides the boost of a name, for each known name that begins it."""
    for end in range(1, len(name)):
        if name[:end] in known:
            yield _PER_NAME if name[end].isalnum() else _PER_WORD


class SearchRow(Struct, frozen=True):
    """The words of a row: name, path, path in the API if it differs, and values."""

    words: str
    description: str


class SearchSection(Struct, frozen=True):
    """A section of the index; the first of `rows` is the one it links to, the others are nested in it. `is_set`: users
    set it, or what is in it.
    """

    title: str
    anchor: str
    rows: tuple[SearchRow, ...]
    is_set: bool = True


def search_sections(view: EntityView, *, names_only: bool = False) -> tuple[SearchSection, ...]:
    """The sections of a page, in order. `names_only`: read-only attributes are names in one section."""
    title = f"{view.title} ({view.kind})"
    groups = [group for group in view.groups if not (names_only and group.key == _READ_ONLY)]
    rows = rows_of(groups)
    looked_up = {row.anchor for group in groups if group.key == _READ_ONLY for row in rows_of((group,))}
    deepest = _deepest(rows)
    sections: list[tuple[AttributeView, list[SearchRow]]] = []
    for row in rows:
        is_titled = row.path.count(".") <= deepest  # the title has the name
        if is_titled:
            sections.append((row, []))
        sections[-1][1].append(SearchRow(" ".join(_words(row)[is_titled:]), row.description))
    found = [
        SearchSection(_title(row, title), row.anchor, tuple(rows), row.anchor not in looked_up)
        for row, rows in sections
    ]
    for group in view.groups if names_only else ():
        if group.key == _READ_ONLY:
            names = dict.fromkeys(row.name.rpartition(".")[2] for row in rows_of((group,)))
            words = SearchRow(" ".join(names), "")
            found.append(SearchSection(f"{group.title} · {title}", f"attributes-{group.key}", (words,)))
    if view.import_hint:
        found.append(SearchSection(f"Import · {title}", "import-block", (SearchRow(view.import_hint.text, ""),)))
    return tuple(found)


def lead_words(paragraph: str) -> str:
    """The beginning of a description, so that a long one does not make a page harder to find."""
    return paragraph if len(paragraph) <= _MOST_PARAGRAPH else f"{paragraph[:_MOST_PARAGRAPH].rpartition(' ')[0]}…"


def operation_words(view: EntityView) -> tuple[str, ...]:
    """The operations that an entity uses, and its API version and Kind in a cluster, as search terms."""
    words = [f"{operation.method} {operation.path} {operation.summary}".strip() for operation in view.operations]
    address = [f"{view.address.api_version} {view.address.kind}"] if view.address else []
    return (*address, *words)


def _title(row: AttributeView, title: str) -> str:
    inside = row.path.rpartition(".")[0]
    return " · ".join(filter(None, (row.name, inside and f"in {inside}", title)))


def _deepest(rows: Iterable[AttributeView]) -> int:
    """The greatest depth of rows with a section, so that there are not too many."""
    by_depth = Counter(row.path.count(".") for row in rows)
    count, deepest = 0, min(by_depth, default=0)
    for depth in sorted(by_depth):
        count += by_depth[depth]
        if count > MOST_SECTIONS:
            break
        deepest = depth
    return deepest


def _words(row: AttributeView) -> list[str]:
    words = [row.name]
    name = row.name.rpartition(".")[2]  # an index treats a path as one word
    if name != row.name:
        words.append(name)
    if (typed := spaced(name)) != name.lower():  # an index does not cut names into words
        words.append(typed)
    if row.path != row.name:
        words.append(row.path)
    api = row.source_path.rpartition(".")[2]
    if api != name:
        words.append(api)
    if "_" in name and (joined := name.replace("_", "")) != api.lower():  # `buildsettings`
        words.append(joined)
    for limit in row.limits:
        if limit.page is not None:  # the other entity is found by its own name
            continue
        words += _plain(limit.values[:_MOST_VALUES])
    return words


def _plain(values: Iterable[str]) -> Iterator[str]:
    """Values as people type them: strings without quotes."""
    for value in values:
        if value.startswith('"'):
            try:
                yield str(json.loads(value))
            except ValueError:  # a pattern that begins with a quote
                yield value
        else:
            yield value
