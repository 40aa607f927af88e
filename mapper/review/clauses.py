"""The clauses of a verdict about attributes: one for each edit of many, else one for what breaks alike in entities.

A clause names who is concerned: *configurations of `oven` that leave out `heat`, or set `tray`*.

Those come first that concern what is managed, not only read; then those that lose an attribute.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from enum import StrEnum

from msgspec import Struct

from ..text.plural import plural, several, uncapital
from .changes import Cause, Change
from .entries import grouped
from .rules import Affected, ChangeKind

_PAST = ("became ", "got ")
"""How verbs in the past begin; the others follow *is*."""

_OR = " or "

_MANY = 2
"""A last segment is enough for paths with more segments than this, where words are few."""


class Word(Struct, frozen=True):
    """A piece of a sentence; `is_code`: it is shown as code."""

    text: str
    is_code: bool = False


Words = tuple[Word, ...]


class Detail(Struct, frozen=True):
    """How much of a verdict is said: the groups of entities, the names of each group, and those after *needs*.

    `is_short`: only the last segments of long paths. `paths`: attributes are named. `needs`: so are those
    that need something to be written. `counts`: what became of named attributes is counted.
    """

    groups: int
    names: int
    is_short: bool = False
    paths: bool = True
    needs: bool = True
    counts: bool = True


class Users(Struct, frozen=True):
    """Who is concerned: what they write, see `EntityKind.users`, and the words about entities and attributes."""

    written: tuple[str, str]
    words: Words
    is_all: bool = False


class Clause(Struct, frozen=True):
    """Changes that are said in one clause. `is_folded`: one edit made them, and their number is said."""

    changes: tuple[Change, ...]
    entities: tuple[tuple[str, str], ...]
    is_folded: bool = False

    @property
    def weight(self) -> tuple[bool, int, int]:
        """The order of clauses."""
        only_reads = all(change.kind.only_reads for change in self.changes)
        return only_reads, min(map(_rank, self.changes)), -len(self.changes) * max(1, len(self.entities))


def clauses_of(changes: Iterable[Change]) -> list[Clause]:
    """The clauses for changes of attributes, in their order."""
    by_edit: dict[object, list[Change]] = {}
    single: list[Change] = []
    for entry in grouped(changes):
        if not entry.is_counted or not entry.first.path:
            single += entry.changes
            continue
        subjects = frozenset((change.kind, change.entity) for change in entry.changes)
        key = (entry.first.shared_id, subjects, _key_of_config(entry.first))  # edits of the same entities are told once
        by_edit.setdefault(key, []).extend(entry.changes)
    clauses = [Clause(tuple(group), _entities(group), is_folded=True) for group in by_edit.values()]
    return sorted([*clauses, *_alike(single)], key=lambda clause: clause.weight)


def _alike(changes: Iterable[Change]) -> Iterator[Clause]:
    """Clauses for entities with the same changes."""
    by_entity: dict[tuple[str, str], list[Change]] = {}
    for change in changes:
        by_entity.setdefault((change.kind.name, change.name), []).append(change)
    alike: dict[object, list[tuple[str, str]]] = {}
    concerned: dict[object, list[Change]] = {}
    for entity, entity_changes in by_entity.items():
        key: object = tuple(sorted((c.shared_id, c.path, c.condition, c.rule.id) for c in entity_changes))
        alike.setdefault(key, []).append(entity)
        concerned.setdefault(key, entity_changes)
    for key, entities in alike.items():
        yield Clause(tuple(concerned[key]), tuple(entities))


def _entities(changes: Iterable[Change]) -> tuple[tuple[str, str], ...]:
    return tuple(dict.fromkeys((change.kind.name, change.name) for change in changes))


def _rank(change: Change) -> int:
    return 0 if not change.path else 1 if change.shared.gone else 2


def sentences(changes: Iterable[Change], detail: Detail) -> Iterator[Words]:
    """What breaks: sentences of edits of many changes, and one with the entities that others concern."""
    clauses = clauses_of(changes)
    for clause in clauses[: detail.groups]:
        if clause.is_folded:
            yield _folded(clause, detail)
    those = _those_of(clauses, detail, with_folded=False)
    if those:
        yield Word("Breaks "), *users(those)


def those_concerned(changes: Iterable[Change], detail: Detail) -> list[Users]:
    """The users whom changes of attributes concern, those of one edit of many included.

    Where no attribute is named, the changes are counted.
    """
    same: dict[frozenset[tuple[str, str]], list[Clause]] = {}
    for clause in clauses_of(changes):
        same.setdefault(frozenset(clause.entities), []).append(clause)
    clauses = [
        Clause(tuple(change for one in alike for change in one.changes), alike[0].entities) for alike in same.values()
    ]
    return _those_of(clauses, detail, with_folded=True)


def users(those: Iterable[Users]) -> Iterator[Word]:
    """`configurations of a that set b; of c that read d`: what people write is named once."""
    last = ""
    for place, one in enumerate(those):
        said = f"{'all ' if one.is_all else ''}{one.written[0]} "
        yield Word(f"{'; ' if place else ''}{said if said != last else ''}{one.written[1]} ")
        yield from one.words
        last = said


def _those_of(clauses: Sequence[Clause], detail: Detail, *, with_folded: bool) -> list[Users]:
    """A part for each clause that has room, and one that counts the entities of the others."""
    kinds_by_name: dict[str, set[str]] = {}
    for clause in clauses:
        for kind, name in clause.entities:
            kinds_by_name.setdefault(name, set()).add(kind)
    shown, rest = clauses[: detail.groups], clauses[detail.groups :]
    parts = [
        _part(clause, kinds_by_name, detail, with_tally=detail.counts and not with_folded)
        for clause in shown
        if with_folded or not clause.is_folded
    ]
    if rest:
        entities = list(dict.fromkeys(entity for clause in rest for entity in clause.entities))
        told = {entity for clause in shown for entity in clause.entities}
        others = [entity for entity in entities if entity not in told] or entities
        more = " more" if shown else f" ({tally([change for clause in rest for change in clause.changes])})"
        parts.append(Users(rest[0].changes[0].kind.users, (Word(f"{_by_kind(others)}{more}"),)))
    return parts


def _folded(clause: Clause, detail: Detail) -> Words:
    """`442 attributes of 85 entities are no longer chosen by the API (not_required)`."""
    changes, first = clause.changes, clause.changes[0]
    verb = first.verb or uncapital(first.rule.title)
    is_verb = bool(first.verb) and not verb.startswith(_PAST)
    does = f" are {verb}" if is_verb else f" {verb}" if first.verb else f": {verb}"
    names = list(dict.fromkeys(change.path.rpartition(".")[2] for change in changes))
    subject: Words = (Word(plural(len(changes), "attribute")),)
    if len(names) <= min(detail.names, _MANY):
        subject = tuple(listed(names, detail))
    key = _key_of_config(first)
    by = (Word(" ("), code(key), Word(")")) if key and detail.names else ()
    return (*subject, Word(f" of {_by_kind(clause.entities, limit=1)}{does}"), *by)


def _key_of_config(change: Change) -> str:
    """The last key of the line of the config that made a change; empty where it did not."""
    if change.cause is not Cause.CONFIG:
        return ""
    pointers = [item.location.pointer for item in change.evidence]
    return pointers[-1].rpartition("/")[2] if pointers else ""


def _part(clause: Clause, kinds_by_name: Mapping[str, set[str]], detail: Detail, *, with_tally: bool) -> Users:
    """`oven and stove that leave out it (2 attributes became required)`."""
    kinds: dict[str, set[str]] = {}
    for kind, name in clause.entities:
        kinds.setdefault(name, set()).add(kind)
    only_reads = all(change.kind.only_reads for change in clause.changes)
    common = {kind for kind, _ in clause.entities} if only_reads else set()
    ends = {
        name: f" ({', '.join(sorted(those))})" if len(common) != 1 and those != kinds_by_name[name] else ""
        for name, those in kinds.items()
    }
    whom: Words = tuple(listed(ends, detail, ends=ends))
    if len(ends) > detail.names:
        whom = Word(f"{_by_kind(clause.entities)} ("), *whom, Word(")")
    elif len(common) == 1:
        (noun,) = common
        whom = Word(f"{several(noun) if len(ends) > 1 else noun} "), *whom
    is_all = not all(change.path for change in clause.changes)
    those_that = tuple(_those_that(clause.changes, detail)) if detail.paths and not is_all else ()
    counts = (Word(f" ({tally(clause.changes)})"),) if with_tally or not those_that else ()
    return Users(clause.changes[0].kind.users, (*whom, *those_that, *counts), is_all=is_all)


class _Do(StrEnum):
    """What those do that a change of an attribute concerns, in the order of a sentence."""

    LEAVE_OUT = "leave out"
    USE = "use"
    SET = "set"
    SET_GONE = "set "
    READ = "read"
    HAVE = "manage existing objects"


def _those_that(changes: Iterable[Change], detail: Detail) -> Iterator[Word]:
    """What those do who are concerned: ` that leave out a, or set b`."""
    named: dict[tuple[_Do, str], dict[str, None]] = {}
    for change in changes:
        named.setdefault(_concerned(change), {})[change.path if _leaves_out(change) else change.path_before] = None
    used = named.get((_Do.USE, ""), {})
    for does in (_Do.SET, _Do.READ):
        for name in [name for name in named.get((does, ""), ()) if name in used]:
            del named[does, ""][name]
    order = list(_Do)
    parts: list[Words] = []
    for (does, condition), names in sorted(named.items(), key=lambda item: order.index(item[0][0])):
        listed_names = tuple(listed(_short(names, detail), detail, _OR))
        match does:
            case _ if not names:
                continue
            case _Do.HAVE:
                parts.append((Word(does.value),))
            case _Do.LEAVE_OUT if condition:
                parts.append((Word("set "), code(condition), Word(" without "), *listed_names))
            case _Do.SET_GONE:
                parts.append((Word(does.value), *listed_names, Word(" to a value that is no longer accepted")))
            case _:
                parts.append((Word(f"{does} "), *listed_names))
    if parts:
        yield Word(" that ")
        yield from joined(parts, last=", or ")


def _short(paths: Iterable[str], detail: Detail) -> list[str]:
    """The paths; if words are few, only the last segments of long ones."""
    if not detail.is_short:
        return list(paths)
    return list(dict.fromkeys(f"….{p.rpartition('.')[2]}" if p.count(".") >= _MANY else p for p in paths))


def _concerned(change: Change) -> tuple[_Do, str]:
    """What those do that a change of an attribute concerns, and the parent that they have to set for it."""
    audiences = set(change.audiences)
    if audiences == {Affected.STATE}:
        return _Do.HAVE, ""
    if _leaves_out(change):
        return _Do.LEAVE_OUT, change.condition
    if Affected.CONFIGURATION not in audiences:
        return _Do.READ if Affected.OUTPUT in audiences else _Do.SET, ""
    is_of_value = change.shared.kind is ChangeKind.VALUE
    if {Affected.OUTPUT, Affected.CODE} & audiences and not (is_of_value and Affected.OUTPUT not in audiences):
        return _Do.USE, ""  # what is read, or named in a program, is not as before either
    return _Do.SET_GONE if is_of_value else _Do.SET, ""


def _leaves_out(change: Change) -> bool:
    return bool(change.condition) or change.rule.without


def tally(changes: Sequence[Change]) -> str:
    """`12 attributes became required, 3 removed, id comes from elsewhere`."""
    verbs: Counter[str] = Counter(c.verb for c in changes if c.verb)
    titles = Counter(uncapital(c.rule.title) for c in changes if not c.verb)
    told = [f"{count:,} {verb}" for verb, count in verbs.items()]
    if len(changes) == 1 or not all(change.path for change in changes):
        told = list(verbs)
    elif verbs:
        first, count = next(iter(verbs.items()))
        told[0] = f"{plural(count, 'attribute')} {first}"
    return ", ".join(
        [*told, *(title if count == 1 else f"{title} ({count:,} times)" for title, count in titles.items())]
    )


def code(text: str) -> Word:
    """A name, which is shown as code."""
    return Word(text, is_code=True)


def counted(count: int, kinds: Iterable[str]) -> str:
    """How many entities of some kinds there are, by the name of the kind if it is one."""
    names = set(kinds)
    return plural(count, names.pop() if len(names) == 1 else "entity")


def _by_kind(entities: Iterable[tuple[str, str]], limit: int = _MANY) -> str:
    """`3 resources and 12 data sources`; for more kinds than `limit`, `15 entities`."""
    counts = Counter(kind for kind, _ in dict.fromkeys(entities))
    if len(counts) > limit:
        return plural(counts.total(), "entity")
    return " and ".join(plural(count, kind) for kind, count in counts.items())


def listed(
    names: Iterable[str], detail: Detail, last: str = " and ", ends: Mapping[str, str] | None = None
) -> Iterator[Word]:
    """The first names, each with what follows it in `ends`; one more is named rather than counted."""
    every = list(names)
    shown = every if len(every) <= detail.names + 1 else every[: max(detail.names, 1)]
    words = [(code(name), *((Word(ends[name]),) if ends and ends[name] else ())) for name in shown]
    return joined(words, last, len(every))


def joined(parts: Sequence[Words], last: str = " and ", count: int = 0) -> Iterator[Word]:
    """The first ones of `count` parts, or all; how many more a reader can choose from is said."""
    for place, part in enumerate(parts):
        if place:
            yield Word(last if place == max(count, len(parts)) - 1 else ", ")
        yield from part
    if count > len(parts):
        yield Word(f"{last}{count - len(parts):,} more" if last == _OR else ", …")
