"""Collects the notes of an entity recursively, each with the path of its attribute."""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence

from msgspec import Struct
from msgspec.structs import replace

from mapper.model import Attribute, Body, Nested, Omission, Scalar, nested_body
from mapper.report.budget import Meter
from mapper.report.diagnostic import Note, Rule
from mapper.report.origin import Location

from ..config.paths import STEPS, plain, quoted
from ..identifiers import to_identifier
from ..schema.unmapped import LEFT_OVER
from .types import is_map_of_maps

FINDING = 100
"""The characters that a finding counts for, in addition to its paths."""


def _path(omission: Omission) -> str:
    """The identifiers that lead to a left-out property, from the object that it is missing in."""
    name = omission.source_name
    names = map(plain, STEPS.findall(name)) if omission.note.rule in LEFT_OVER else [name]
    return ".".join(to_identifier(part) or part for part in names)


def _source_path(omission: Omission) -> str:
    """The source names that lead to a left-out property, as a config writes them."""
    name = omission.source_name
    return name if omission.note.rule in LEFT_OVER else quoted(name)


Found = tuple[str, str, Note]
"""The path of an attribute, in identifiers and in source names, and a note on it."""


_Entry = tuple[str, str, Note | Attribute]
"""A note on an attribute, or an attribute in which there may be some, after its names."""


class _Extent(Struct, frozen=True):
    """The number of findings of a body by rule, with nested ones, and the length of all their paths in characters."""

    counts: Counter[Rule]
    length: int


class Findings:
    """Collects the findings of bodies; shared bodies are counted once."""

    def __init__(self, places: Meter) -> None:
        self.places = places
        self._entries: dict[Body, list[_Entry]] = {}
        """What has findings: it is counted before it is listed, and few attributes have any."""
        self._known: dict[Body, _Extent] = {}
        self._rules: dict[Body, frozenset[Location]] = {}
        self._dropped: dict[Body, bool] = {}

    def of(self, body: Body, left: dict[Rule, int] | None = None) -> list[Found]:
        """The findings of `body`, with paths relative to it; with `left`, at most so many of each rule."""
        findings: list[Found] = []
        self._list(body, "", "", findings, left)
        return findings

    def by_rule(self, body: Body) -> Counter[Rule]:
        """The number of findings of `body` by rule."""
        extent = self._known.get(body)
        if extent is None:
            extent = self._known[body] = self._extent(body)
        return extent.counts

    def first(self, body: Body, most: int, exempt: Callable[[Rule], bool]) -> list[Found]:
        """The first findings of `body`: of each rule at most that many, or all if it is `exempt`.

        The last one of a rule says how many more there are.
        """
        counts = self.by_rule(body)
        findings = self.of(body, {rule: count if exempt(rule) else most for rule, count in counts.items()})
        more = {rule: count - most for rule, count in counts.items() if count > most and not exempt(rule)}
        for number in reversed(range(len(findings))):
            path, source_path, note = findings[number]
            if (rest := more.pop(note.rule, 0)) > 0:
                text = f"{note.text}; and {rest:,} more of this kind"
                findings[number] = path, source_path, replace(note, text=text)
            if not more:
                break
        return findings

    def _list(
        self, body: Body, path: str, source_path: str, findings: list[Found], left: dict[Rule, int] | None
    ) -> None:
        """Append the findings, with the paths to the body as prefixes: each path is built once."""
        for name, source_name, what in self._with_findings(body):
            if isinstance(what, Attribute):
                nested = nested_body(what.type) or Body()
                counts = self.by_rule(nested)
                if counts and (left is None or any(left[rule] for rule in counts)):
                    self._list(nested, f"{path}{name}.", f"{source_path}{source_name}.", findings, left)
            elif left is None or left[what.rule]:
                if left is not None:
                    left[what.rule] -= 1
                findings.append((path + name, source_path + source_name, what))

    def _with_findings(self, body: Body) -> list[_Entry]:
        entries = self._entries.get(body)
        if entries is None:
            entries = self._entries[body] = list(_entries(body))
        return entries

    def _extent(self, body: Body) -> _Extent:
        counts, length = Counter[Rule](), 0
        for name, source_name, what in self._with_findings(body):
            names = len(name) + len(source_name)
            if not isinstance(what, Attribute):
                counts[what.rule] += 1
                length += names
                continue
            nested = nested_body(what.type) or Body()
            if inside := self.by_rule(nested):
                count = inside.total()
                characters = count * names + self._known[nested].length
                self.places.add(characters + count * FINDING, what.origins[0].location)
                length += characters + 2 * count
                counts.update(inside)
        return _Extent(counts, length)

    def reference_drops(self, body: Body, *, members: bool = False) -> bool:
        """Whether the reference tool drops the whole body; `members`: they are of an element type, which has a body of
        its own.
        """
        drops = self._dropped.get(body)
        if drops is None:
            drops = self._dropped[body] = self._has_drop(body, members)
        return drops

    def _has_drop(self, body: Body, members: bool) -> bool:
        for omission in body.omitted:
            if omission.note.reference_drops_body:
                return True
        collided = [omission.attribute for omission in body.omitted if omission.attribute is not None]
        for attribute in (*body.attributes, *collided):
            for note in attribute.notes:
                if note.reference_drops_body:
                    return True
            if attribute.type.__class__ is not Scalar:
                nested = nested_body(attribute.type)
                if nested is None or (is_map_of_maps(attribute.type) and not members):  # it is not looked at
                    continue
                if self.reference_drops(nested, members=attribute.type.__class__ is not Nested):
                    return True
        return False

    def used_rules(self, body: Body) -> frozenset[Location]:
        """The lines of the config whose ignores apply to something in `body`."""
        used = self._rules.get(body)
        if used is None:
            rules = {ignored.rule for ignored in body.ignored}
            for attribute in body.attributes:
                nested = nested_body(attribute.type)
                if nested is not None:
                    rules |= self.used_rules(nested)
            used = self._rules[body] = frozenset(rules)
        return used


def _entries(body: Body) -> Iterator[_Entry]:
    """Names and notes of what is left out and of each attribute; an attribute with an object stands after its notes."""
    for omission in body.omitted:
        yield _path(omission), _source_path(omission), omission.note
    for attribute in body.attributes:
        if attribute.type.__class__ is Scalar and not attribute.notes:
            continue
        name, source_name = attribute.name, quoted(attribute.source_name)
        for note in attribute.notes:
            yield name, source_name, note
            if note.was and note.was != name:
                yield note.was, source_name, replace(note, text=f"it is written as {name!r}", was="")
        if nested_body(attribute.type) is not None:
            yield name, source_name, attribute


MAX_FINDINGS = 200_000
"""The findings of all entities together; the mappings of 67 real APIs have 34,000."""


def most_of_a_rule(findings: Findings, bodies: Sequence[Body]) -> int | None:
    """How many findings of one rule each body may have; None if there is no need for a limit.

    A graph of a thousand schemas that refer to each other is written out in many places, and can have millions of
    notes. Nobody reads more than the first ones.
    """
    if sum(findings.by_rule(body).total() for body in bodies) <= MAX_FINDINGS:
        return None
    return share((count for body in bodies for count in findings.by_rule(body).values()), MAX_FINDINGS)


def share(counts: Iterable[int], total: int) -> int:
    """The largest number to which all counts can be cut so that their sum is at most `total`; at least 1."""
    ordered = sorted(counts)
    left = total
    for number, count in enumerate(ordered):
        others = len(ordered) - number
        if count * others > left:
            return max(1, left // others)
        left -= count
    return max((1, *ordered))
