"""The entries of a review: what is known of the changes that one edit made. Every form only lays them out.

Changes belong together if one edit of an input made them. They share a place or lines of the API description, a line
of the config, or a prefix of paths that moved.
"""

import hashlib
import json
from collections.abc import Iterable

from msgspec import Struct
from msgspec.structs import replace

from ..model import STATUS_WORDS, Status
from ..report.origin import Location
from ..text.plural import plural, uncapital
from .approvals import approving
from .changes import BY_OVERLAY, FINGERPRINT, Cause, Change, EditKey, by_severity
from .rules import OPERATION_CHANGED, ChangeSeverity

_FOLDED = 4
"""More changes than these are counted by the first line, with the names below."""

_NAMES = 4
_APPROVABLE = (ChangeSeverity.BREAKING, ChangeSeverity.WARNING)


class Entry(Struct, frozen=True):
    """One or more changes by one edit; `first` is the worst of them, and speaks for all."""

    changes: tuple[Change, ...]

    @property
    def first(self) -> Change:
        """The worst change."""
        return self.changes[0]

    @property
    def is_counted(self) -> bool:
        """Whether the first line says only how many changes there are."""
        return len(self.changes) > _FOLDED or (len(self.changes) > 1 and _prefixes(self.first) is not None)

    @property
    def subject(self) -> str:
        """The entity and the attribute, or how many there are."""
        change = self.first
        if not self.is_counted:
            return change.address
        entities = {(str(each.kind), each.entity) for each in self.changes}
        kinds = {str(each.kind) for each in self.changes}
        noun = kinds.pop() if len(kinds) == 1 else "entity"
        if not change.path:
            return plural(len(self.changes), "operation" if _prefixes(change) else noun)
        return f"{plural(len(self.changes), 'attribute')} of {plural(len(entities), noun)}"

    @property
    def sentence(self) -> str:
        """What changed, for whom, and between which values."""
        change = self.first
        prefixes = _prefixes(change) if len(self.changes) > 1 else None
        if prefixes is not None:
            return f"the paths moved from {prefixes[0]} to {prefixes[1]}, the operations are the same"
        texts = {each.text for each in self.changes}
        if self.is_counted and len(texts) > 1:
            return uncapital(change.rule.title)
        return with_values(change)

    @property
    def unseen(self) -> str:
        """How many changes of the edit are new since it was approved; empty if it never was, or still is."""
        seen, key = self.first.seen, self.first.edit_key
        if not seen or key is None:
            return ""
        if seen < key.count:
            return f"{key.count - seen:,} of {key.count:,} are new since the approval"
        return f"the approval is of {plural(seen, 'other change')}"

    @property
    def audience(self) -> str:
        """Whom the change breaks or concerns; empty for nobody."""
        names = ", ".join(map(str, self.first.audiences))
        verb = "breaks" if self.first.severity is ChangeSeverity.BREAKING else "concerns"
        return f"{verb} {names}" if names else ""

    @property
    def cause(self) -> str:
        """What made the change; empty if it is not known."""
        change = self.first
        together = f" ({change.together})" if change.together else ""
        return f"{change.made_by or change.cause}{together}" if change.cause else ""

    @property
    def places(self) -> tuple[tuple[Location, ...], tuple[Location, ...]]:
        """The lines of the old and of the new state: those that explain the change, else the declaration."""
        change = self.first
        old = tuple(item.location for item in change.evidence if not item.is_new)
        new = tuple(item.location for item in change.evidence if item.is_new)
        if change.together == BY_OVERLAY or (change.cause is Cause.CONFIG and (old or new)):
            return old, new  # the description has not changed
        return old or change.old_places[:1], new or change.new_places[:1]

    @property
    def where(self) -> str:
        """The places as text: all places in the new state, then the places in the old state that differ."""
        old, new = self.places
        here = _lines(new)
        was = [line for line in _lines(old) if line not in here]
        return ", ".join([*_together(here), *(["was " + " and ".join(_together(was))] if was else [])])

    @property
    def keep(self) -> str:
        """What to write into the config to keep everything as it was; empty if nothing can."""
        return f"{self.first.fix}  # in {self.first.fix_place}" if self.first.fix else ""

    @property
    def written(self) -> list[str]:
        """What people write, as a difference: the line before with `-`, and the one after with `+`."""
        line = self.first.written
        sides = (("-", line.before), ("+", line.after)) if line is not None else ()
        return [f"{sign} {text}" for sign, text in sides if text]

    @property
    def others(self) -> list[str]:
        """The other places, or all of them if the first line only counts them: `pet.name`, `data source pet.name`."""
        change = self.first
        shown = self.changes if self.is_counted else self.changes[1:]
        return [place_name(place, change) for place in shown]

    @property
    def approval(self) -> str:
        """The line of a review file that approves all of it; empty if nothing has to be approved."""
        return approving(self.changes) if self.first.counts and self.first.severity in _APPROVABLE else ""

    @property
    def about(self) -> str:
        """The rule, whom the change concerns, what made it, where, and what approves it, on one line."""
        cause = ": ".join(filter(None, [self.cause, self.where]))
        facts = [self.first.rule.id, self.audience, self.first.code, cause, self.unseen, self.first.key]
        return "; ".join(filter(None, facts))

    def lines(self, names: int = _NAMES) -> list[str]:
        """What is known besides subject and sentence, with at most `names` other places."""
        others = self.others
        more = f" and {len(others) - names:,} more" if len(others) > names else ""
        listed = ", ".join(others[:names]) + more
        lines = [f"in {listed}" if self.is_counted else f"also: {listed}" if listed else "", self.about]
        lines += self.written
        lines.append(f"to keep it: {self.keep}" if self.keep else "")
        lines.append(f"approved: {self.first.approved}" if self.first.approved is not None else "")
        return [line for line in lines if line]

    def message(self, names: int = _NAMES) -> str:
        """Everything that is known, as a text of several lines."""
        approval = (
            [f"to approve it, write below `approved:` in the review file: {self.approval}"] if self.approval else []
        )
        return "\n".join([f"{self.subject}: {self.sentence}", *self.lines(names), *approval])


def with_values(change: Change) -> str:
    """The text of a change, with both values where it does not have them."""
    if change.rule.text_only:
        return change.text
    if not change.text.endswith("changed"):
        is_said = change.before is None or change.after is not None or change.before in change.text
        before = (change.before or "").replace(STATUS_WORDS[Status.COMPUTED_OPTIONAL], STATUS_WORDS[Status.OPTIONAL])
        return change.text if is_said else f"{change.text} ({before})"
    return f"{change.text} from {change.before or 'none'} to {change.after or 'none'}"


def place_name(other: Change, change: Change) -> str:
    """Another place of the same edit, with kind and severity where they differ."""
    kind = "" if other.kind is change.kind else f"{other.kind} "
    path = f".{other.path}" if other.path else f" ({other.before})" if _prefixes(other) else ""
    milder = f" ({_MILDER[other.severity]})" if other.severity is not change.severity else ""
    return f"{kind}{other.name}{path}{milder}"


_MILDER = {
    ChangeSeverity.BREAKING: "breaking", ChangeSeverity.WARNING: "warning", ChangeSeverity.INFO: "other",
    ChangeSeverity.DOCS: "documentation only", ChangeSeverity.MAPPING: "mapping only",
}  # fmt: skip


def grouped(changes: Iterable[Change]) -> list[Entry]:
    """The entries, in the order of their first changes."""
    groups: dict[tuple[object, ...], list[Change]] = {}
    for change in changes:
        groups.setdefault((*_edit(change), change.approved), []).append(change)
    return [Entry(tuple(group)) for group in groups.values()]


def by_worst(changes: Iterable[Change]) -> dict[ChangeSeverity, list[Entry]]:
    """The entries by the severity of their worst change, worst first."""
    groups: dict[ChangeSeverity, list[Entry]] = {severity: [] for severity in ChangeSeverity}
    for entry in grouped(by_severity(changes)):
        groups[entry.first.severity].append(entry)
    return groups


def with_edits(changes: Iterable[Change]) -> tuple[Change, ...]:
    """The changes; those that one edit made have the key of the edit, too, so that one approval is enough.

    The key covers these changes: nobody approves what they have not seen.
    """
    listed = tuple(changes)
    edits: dict[str, str] = {}
    for entry in grouped(listed):
        if len(entry.changes) > 1:
            members = sorted(change.fingerprint for change in entry.changes)
            parts = [part if isinstance(part, str) else repr(part) for part in _edit(entry.first)]
            key = EditKey(_digest(parts), len(members), _digest(members))
            edits |= dict.fromkeys(members, str(key))
    return tuple(
        replace(change, edit=edits[change.fingerprint]) if change.fingerprint in edits else change for change in listed
    )


def _digest(parts: list[str]) -> str:
    text = json.dumps(parts).encode("utf-8", "surrogatepass")
    return hashlib.sha256(text).hexdigest()[:FINGERPRINT]


def _edit(change: Change) -> tuple[object, ...]:
    """What changes of one edit have in common."""
    prefixes = _prefixes(change)
    if prefixes is not None:
        return change.rule.id, str(change.cause), *prefixes
    key = (change.rule.id, change.before, change.after, str(change.cause), bool(change.condition))
    lines = tuple((*_key(item.location), item.is_new) for item in change.evidence)
    if change.cause is Cause.CONFIG and len({line[:2] for line in lines}) == 1:
        return change.rule.id, lines  # one line may do the same to attributes of several types
    if lines and change.path:
        is_list = any(pointer.endswith("/required") for _, pointer, _ in lines)  # which has names of several
        return *key, lines, change.path.rpartition(".")[2] if is_list else ""
    places = tuple(_key(place) for place in (change.old_location, change.new_location) if place is not None)
    if places and change.path:
        return *key, change.path.rpartition(".")[2], places
    return *key, change.fingerprint


def _prefixes(change: Change) -> tuple[str, str] | None:
    """The old and the new beginning of the path of an operation, if the rest of it is the same."""
    if change.shared_id != OPERATION_CHANGED.id or change.before is None or change.after is None:
        return None
    (verb, _, was), (other, _, is_) = change.before.partition(" "), change.after.partition(" ")
    before, after = was.split("/"), is_.split("/")
    while before and after and before[-1] == after[-1]:
        before.pop(), after.pop()
    is_moved = verb == other and len(was.split("/")) > len(before)
    return ("/".join(before) or "/", "/".join(after) or "/") if is_moved else None


def _key(place: Location) -> tuple[str, str]:
    return place.document.uri, place.pointer


def _lines(places: Iterable[Location]) -> list[tuple[str, int | None]]:
    positions = [(place.document.uri, place.document.position(place.pointer)) for place in places]
    return list(dict.fromkeys((uri, position[0] if position else None) for uri, position in positions))


def _together(lines: Iterable[tuple[str, int | None]]) -> list[str]:
    """`api.yml:4, 9`: the lines of each file."""
    by_file: dict[str, list[str]] = {}
    for uri, line in lines:
        by_file.setdefault(uri, []).extend([str(line)] if line is not None else [])
    return [f"{uri}:{', '.join(numbers)}" if numbers else uri for uri, numbers in by_file.items()]
