"""The entities of a kind in the sidebar of a site: short names, in sections that are not too long."""

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import pairwise, takewhile

from msgspec.structs import replace

from mapper.text.plural import capital
from mapper.text.title import in_words

from .home_page import GROUPED_FROM
from .views import EntryGroup, EntryView, ListView

MOST = 40
"""The most entities in one list, which is on each of their pages. A longer one is cut in lists of half as many."""

_FEW = 4
"""The minimum average size of groups; smaller groups are replaced by sections of names."""

_SHARED_BY = 3
"""The minimum number of names in a section that has their first word as its title."""

_NEAR = MOST // 4 - 1
"""How far a section may end before or after its even share, so that two of them never share a letter; and none is too
long.
"""

_LONGEST = 4
"""The most letters of a name in the title of a section that is a range of names."""

_WORD = re.compile(r"[_.:/-]")
_DIGITS = re.compile(r"(\d+)")


def sections(kind: ListView, other: str) -> tuple[EntryGroup, ...]:
    """The entities of a kind in sections of at most `MOST`; one section without a title if there are no more.

    Sections are the groups of the front page; if these are too small, names that begin with the same word, and the
    `other` ones. What all names begin with is left out, and what all titles, such as API groups, begin or end with.
    Sections that are too long are ranges of names: *Other: A–C*.
    """
    names = _short([entry.name for entry in kind.entries], [entry.lead for entry in kind.entries])
    shown = {entry.key: replace(entry, name=name) for entry, name in zip(kind.entries, names, strict=True)}
    if len(shown) <= MOST:
        return (EntryGroup("", tuple(shown.values())),)
    groups = _by_word(list(shown.values()), other)
    if 1 < len(kind.groups) <= len(shown) // _FEW:
        titles = without_shared([group.title for group in kind.groups])
        alone = {entry.key for group in kind.groups if group.title == other for entry in group.entries if entry.address}
        shown |= {key: _with_api_group(shown[key]) for key in alone}
        entries = (tuple([shown[entry.key] for entry in group.entries]) for group in kind.groups)
        groups = list(map(EntryGroup, titles, entries))
    return tuple(part for group in groups for part in _parts(group))


def _with_api_group(entry: EntryView) -> EntryView:
    """An entity that is in no section of its API group, with the first label of it: *Prefix (byoip)*."""
    return replace(entry, name=f"{entry.name} ({entry.address.partition('.')[0]})")


def _short(names: Sequence[str], leads: Sequence[str]) -> list[str]:
    """Names without the provider's name, and without what all of several names begin with."""
    short = [name.removeprefix(lead) or name for name, lead in zip(names, leads, strict=True)]
    shared = _whole_words(_common_prefix(short)) if len(short) >= GROUPED_FROM else ""
    return [name[len(shared) :] or name for name in short]


def without_shared(titles: Sequence[str]) -> list[str]:
    """Titles without the labels that all dotted ones end with: *droplet* of `droplet.zoo.example.org`."""
    dotted = [title for title in titles if "." in title]
    if len(dotted) < 2:  # noqa: PLR2004 - of one, it is not known what is its own
        return list(titles)
    shared = _whole_words(_common_prefix([title[::-1] for title in dotted]))[::-1]
    return [title.removesuffix(shared) or title if title in dotted else title for title in titles]


def short_paths(paths: Sequence[str]) -> list[str]:
    """Dotted paths without the objects that all of them are in: *image* of `spec.forProvider.image`."""
    inside = _common_prefix(paths).rpartition(".")[0] if len(paths) > 1 else ""
    return [path.removeprefix(f"{inside}.") for path in paths]


def _whole_words(prefix: str) -> str:
    """A prefix up to its last mark between words."""
    ends = [mark.end() for mark in _WORD.finditer(prefix)]
    return prefix[: ends[-1]] if ends else ""


def _common_prefix(names: Sequence[str]) -> str:
    """What all names begin with."""
    first, last = min(names), max(names)
    return first[: sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], zip(first, last, strict=False)))]


def _by_word(entries: Sequence[EntryView], other: str) -> list[EntryGroup]:
    """Entities whose names begin with the same word, by title, and all others."""
    words = [_WORD.split(entry.name, maxsplit=1)[0] for entry in entries]
    counts = Counter(words)
    by_title: dict[str, list[EntryView]] = {}
    for entry, word in zip(entries, words, strict=True):
        by_title.setdefault(in_words(word) if counts[word] >= _SHARED_BY else "", []).append(entry)
    rest = tuple(by_title.pop("", ()))
    groups = [EntryGroup(title, tuple(by_title[title])) for title in sorted(by_title, key=str.lower)]
    return [*groups, EntryGroup(other if groups else "", rest)] if rest else groups


def _parts(group: EntryGroup) -> Iterator[EntryGroup]:
    """A group, or ranges of its names."""
    if len(group.entries) <= MOST:
        yield group
        return
    count = -(-len(group.entries) // (MOST // 2))
    entries = sorted(group.entries, key=_in_order)
    ends = sorted({_nearest_break(entries, len(entries) * number // count) for number in range(count + 1)})
    parts = [entries[start:end] for start, end in pairwise(ends)]
    for number, part in enumerate(parts):
        first, last = part[0].name, part[-1].name
        before = parts[number - 1][-1].name if number else ""
        after = parts[number + 1][0].name if number + 1 < len(parts) else ""
        length = max(_shared_letters(before, first), _shared_letters(last, after)) + 1
        ends_of = dict.fromkeys(capital(name[:length]) for name in (first, last))
        names = "\N{EN DASH}".join(ends_of) if length <= _LONGEST else f"{number + 1} of {len(parts)}"
        yield EntryGroup(f"{group.title}: {names}" if group.title else names, tuple(part))


def _nearest_break(entries: Sequence[EntryView], place: int) -> int:
    """The place of another first letter that is nearest to a place in sorted names, if one is near."""
    starts = [n for n in range(max(1, place - _NEAR), min(len(entries), place + _NEAR + 1)) if _differs(entries, n)]
    return min(starts, key=lambda start: abs(start - place)) if starts and 0 < place < len(entries) else place


def _differs(entries: Sequence[EntryView], place: int) -> bool:
    return entries[place - 1].name[:1].lower() != entries[place].name[:1].lower()


def _shared_letters(name: str, other: str) -> int:
    """The number of letters that two names both begin with."""
    return len(_common_prefix([name.lower(), other.lower()]))


def _in_order(entry: EntryView) -> list[tuple[int, str]]:
    """A sort key that compares numbers in a name by value."""
    words, numbers = _DIGITS.split(entry.name.lower())[::2], _DIGITS.findall(entry.name)
    values = [number.lstrip("0") for number in numbers] + [""]
    return [part for word, value in zip(words, values, strict=True) for part in ((0, word), (len(value), value))]
