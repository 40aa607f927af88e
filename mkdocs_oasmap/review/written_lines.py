"""What people have to write after a breaking change: the line of its attribute in the examples of both states."""

import re
from collections.abc import Iterable

from msgspec.structs import replace

from mapper.model import Body, EntityRef, Mapping
from mapper.model.attribute import nested_body
from mapper.model.samples.extent import Extent
from mapper.registry import system_named
from mapper.review.changes import Change, WrittenLine
from mapper.review.entries import grouped
from mapper.review.rules import Affected, ChangeKind, ChangeSeverity
from mapper.system.showing import Example

from ..pages.example_names import named_lines, row_paths

_CLOSING = {"{": "}", "[": "]", "(": ")"}
_TEXT = re.compile(r'"(?:[^"\\]|\\.)*"(?=,?\Z)')
"""The text that a line ends with."""

_ALIGNED = re.compile(r" {2,}= ")
_LONGEST = 160
"""The most characters of a line that is shown."""


def with_written_lines(changes: Iterable[Change], old: Mapping, new: Mapping) -> tuple[Change, ...]:
    """The changes; the first of each edit that breaks configurations has the line that people write.

    The line is from an example of the pages. A change gets none if no example has its attribute.
    """
    listed = tuple(changes)
    before, after = _Examples(old), _Examples(new)
    written = {
        entry.first.fingerprint: line
        for entry in grouped(change for change in listed if _breaks_configurations(change))
        if (line := _line(entry.first, before, after)) is not None
    }
    return tuple(
        replace(change, written=written[change.fingerprint]) if change.fingerprint in written else change
        for change in listed
    )


def _breaks_configurations(change: Change) -> bool:
    return change.severity is ChangeSeverity.BREAKING and Affected.CONFIGURATION in change.audiences


def _line(change: Change, before: "_Examples", after: "_Examples") -> WrittenLine | None:
    is_new = change.shared.new or change.shared.without
    was = "" if is_new else before.line(change.old_subject, change.path_before)
    is_ = "" if change.shared.gone else after.line(change.subject, change.path)
    if change.shared.kind is ChangeKind.VALUE and change.before is not None:
        was = _TEXT.sub(change.before.replace("\\", r"\\"), was)
    return WrittenLine(was, is_) if was != is_ else None


class _Examples:
    """The lines of the examples of a mapping, by entity and path; each example is made when it is asked for."""

    def __init__(self, mapping: Mapping) -> None:
        self._mapping = mapping
        self._showing = system_named(mapping.system).showing
        self._entities = {entity.ref: entity for entity in mapping.entities}
        self._made: dict[EntityRef, Example | None] = {}

    def line(self, subject: EntityRef, path: str) -> str:
        """The line of an attribute, or for the empty path the one that names the entity; empty if there is none."""
        entity = self._entities.get(subject)
        if entity is None:
            return ""
        if entity.ref not in self._made:
            self._made[entity.ref] = _fullest(self._showing.examples(entity, self._mapping))
        example = self._made[entity.ref]
        if example is None or example.inside is None:
            return ""
        lines = example.text.strip("\n").split("\n")
        if not path:
            title, word = re.escape(self._showing.title(entity, self._mapping)), re.split(r"\W", entity.name)[-1]
            named = re.compile(rf"{title}|(?<!\w){word}(?!\w)")
            return _whole(next(filter(named.search, lines), lines[0]))
        rows = row_paths(_around(entity.layout, path))
        numbers = (number for number, _, at in named_lines(example.text, example.inside, rows) if at == path)
        return next((_whole(lines[number]) for number in numbers), "")


def _fullest(examples: Iterable[Example]) -> Example | None:
    """The example with all that can be set, in the first of its languages; None if none has names of attributes."""
    listed = [example for example in examples if example.inside is not None]
    return next((example for example in listed if example.title == Extent.FULL), listed[-1] if listed else None)


def _around(body: Body, path: str) -> list[str]:
    """The paths of the attributes on the way to one, and of those next to them."""
    found, prefix = [], ""
    for name in path.split("."):
        found += [prefix + attribute.name for attribute in body.attributes]
        attribute = next((attribute for attribute in body.attributes if attribute.name == name), None)
        inner = nested_body(attribute.type) if attribute is not None else None
        if inner is None:
            break
        body, prefix = inner, f"{prefix}{name}."
    return found


def _whole(line: str) -> str:
    """A line that stands alone: what it opens is closed."""
    text = _ALIGNED.sub(" = ", line.strip(), count=1)
    opened = "".join(_CLOSING.get(sign, "") for sign in reversed(text[len(text.rstrip("{[(")) :]))
    text = f"{text} … {opened}" if opened else f"{text} …" if text.endswith(":") else text
    return text if len(text) <= _LONGEST else f"{text[: _LONGEST - 1]}…"
