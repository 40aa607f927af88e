"""Drift: differences between a mapping and the schema of the provider that was built from it.

Both sides are mappings, of any systems. Entities are matched by kind and by the name that users write. Differences that
a provider's schema cannot express are not reported: it has one type for all numbers.
"""

from collections.abc import Callable, Iterator, Sequence
from collections.abc import Mapping as Dict
from fnmatch import fnmatchcase

from msgspec import Struct
from msgspec.structs import replace

from ..model import (
    NUMBERS,
    STATUS_WORDS,
    TEXTS,
    Attribute,
    Body,
    Collection,
    Entity,
    Mapping,
    Nested,
    NestingMode,
    Scalar,
    ScalarKind,
    Type,
    attribute_size,
    nested_body,
)
from ..report.origin import Location
from . import rules
from .changes import Change, by_severity
from .describe import type_words, value_words
from .field_changes import Finding
from .rules import ChangeRule, read_rules

DRIFT_RULES = read_rules(rules.__file__, "drift")
"""The rules of drift by id."""

ENTITY_MISSING = DRIFT_RULES["drift-entity-missing"]
ENTITY_EXTRA = DRIFT_RULES["drift-entity-extra"]
ENTITY_REPLACED = DRIFT_RULES["drift-entity-replaced"]
MISSING = DRIFT_RULES["drift-missing"]
EXTRA = DRIFT_RULES["drift-extra"]
STATUS = DRIFT_RULES["drift-status"]
TYPE = DRIFT_RULES["drift-type"]
SENSITIVE = DRIFT_RULES["drift-sensitive"]
WRITE_ONLY = DRIFT_RULES["drift-write-only"]
DEFAULT = DRIFT_RULES["drift-default"]
DEPRECATION = DRIFT_RULES["drift-deprecation"]
DESCRIPTION = DRIFT_RULES["drift-description"]

_FEWEST, _SHARE = 3, 1 / 3
"""If both sides have at least 3 attributes, and less than a third in common, the entity is reported as replaced."""

Titles = Callable[[Entity], str]
"""An entity -> the name that users write."""


class Explained(Struct, frozen=True):
    """An entry of the review file: patterns of entities and attributes whose drift is expected, and why."""

    entity: str
    attribute: str
    reason: str

    def covers(self, change: Change) -> bool:
        """Whether the entry is about this difference."""
        path = not self.attribute or (bool(change.path) and fnmatchcase(change.path, self.attribute))
        return path and fnmatchcase(str(change.subject), self.entity)


class DriftSide(Struct, frozen=True):
    """A mapping, and how its entities are called."""

    mapping: Mapping
    title: Titles

    def entities(self) -> dict[tuple[str, str], Entity]:
        """The entities by kind and name. The name of a provider is empty: there is only one."""
        return {
            (str(entity.kind), "" if entity.kind.is_single else self.title(entity)): entity
            for entity in self.mapping.entities
        }


def find_drift(documented: DriftSide, built: DriftSide, explained: Sequence[Explained] = ()) -> tuple[Change, ...]:
    """All differences, worst first; those with an explanation are approved with its reason."""
    changes = by_severity(_differences(documented, built))
    reasons = (next((entry.reason for entry in explained if entry.covers(change)), None) for change in changes)
    return tuple(replace(change, approved=reason) for change, reason in zip(changes, reasons, strict=True))


def unused(changes: Sequence[Change], explained: Sequence[Explained]) -> list[str]:
    """Notes on entries that explain no difference."""
    entries = [entry for entry in explained if not any(entry.covers(change) for change in changes)]
    names = (f"{entry.entity}, {entry.attribute}" if entry.attribute else entry.entity for entry in entries)
    return [f"no difference is explained by the entry for {name}" for name in names]


def _differences(documented: DriftSide, built: DriftSide) -> Iterator[Change]:
    expected, actual = documented.entities(), built.entities()
    kinds = {str(entity.kind) for entity in documented.mapping.entities}
    for key, entity in expected.items():
        if key not in actual:
            yield _Pair(entity, (entity, None)).change(
                ENTITY_MISSING, f"the built provider has no {entity.kind} {key[1]}"
            )
        else:
            yield from _of_both(entity, actual[key])
    for key, entity in actual.items():
        if key not in expected and key[0] in kinds and (key[1] or entity.body.attributes):
            yield _Pair(entity, (None, entity)).change(
                ENTITY_EXTRA, f"only the built provider has the {entity.kind} {key[1]}"
            )


def _of_both(old: Entity, new: Entity) -> Iterator[Change]:
    """The differences of an entity that both sides have."""
    pair = _Pair(old, (old, new))
    if _is_another(old.body, new.body):
        common = len(_names(old.body) & _names(new.body))
        text = f"only {common} of {len(old.body.attributes)} attributes are in the built provider"
        yield pair.change(ENTITY_REPLACED, text)
        return
    if (old.deprecation is None) != (new.deprecation is None):
        yield pair.change(DEPRECATION, _toggled(new.deprecation is not None, "deprecated"))
    yield from pair.bodies(old.body, new.body, "")


class _Pair(Struct, frozen=True):
    """An entity on both sides; None on a side that does not have it."""

    entity: Entity
    sides: tuple[Entity | None, Entity | None]

    def bodies(self, old: Body, new: Body, prefix: str, *, members: bool = False) -> Iterator[Change]:
        """The differences of attributes, recursively. `members`: of an element type, whose members have no status."""
        before, after = ({a.name: a for a in side.attributes} for side in (old, new))
        for name, attribute in before.items():
            path = prefix + name
            if name not in after:
                yield self.change(
                    MISSING, _with_size("the built provider does not have it", attribute), path, attribute
                )
                continue
            actual = after[name]
            for finding in _found(attribute, actual, members=members):
                yield self.change(finding[0], finding[1], path, attribute, actual, finding[2:])
            inside, other = nested_body(attribute.type), nested_body(actual.type)
            if inside is not None and other is not None and _form(attribute.type) == _form(actual.type):
                both_nested = isinstance(attribute.type, Nested) and isinstance(actual.type, Nested)
                yield from self.bodies(inside, other, f"{path}.", members=members or not both_nested)
        for name, attribute in after.items():
            if name not in before:
                text = _with_size("only the built provider has it", attribute)
                yield self.change(EXTRA, text, prefix + name, None, attribute)

    def change(
        self,
        rule: ChangeRule,
        text: str,
        path: str = "",
        old: Attribute | None = None,
        new: Attribute | None = None,
        words: tuple[str | None, str | None] = (None, None),
    ) -> Change:
        """A difference of the entity, or of the attribute at `path`, in the form of a change."""
        attribute = old or new
        return Change(
            rule,
            rule.severity,
            (),
            self.entity.kind,
            self.entity.name,
            path,
            text,
            *words,
            old_places=_places(new, self.sides[1], path),
            new_places=_places(old, self.sides[0], path),
            nested=attribute_size(attribute) - 1 if attribute else 0,
            status=attribute.status if attribute else None,
        )


def _places(attribute: Attribute | None, entity: Entity | None, path: str) -> tuple[Location, ...]:
    if attribute is not None:
        return tuple(origin.location for origin in attribute.origins[:1])
    return (entity.location,) if entity is not None and entity.location is not None and not path else ()


def _found(old: Attribute, new: Attribute, *, members: bool) -> Iterator[Finding]:
    """The differences of one attribute, not of its nested attributes."""
    if _form(old.type) != _form(new.type):
        before, after = type_words(old.type), type_words(new.type)
        yield TYPE, f"it is documented as {before}, and is {after} in the built provider", before, after
    if not members and old.status is not new.status:
        before, after = STATUS_WORDS[old.status], STATUS_WORDS[new.status]
        yield STATUS, f"it is documented as {before}, and is {after} in the built provider", before, after
    if old.sensitive != new.sensitive:
        yield SENSITIVE, _toggled(new.sensitive, "sensitive"), None, None
    if old.write_only != new.write_only:
        yield WRITE_ONLY, _toggled(new.write_only, "write-only"), None, None
    if old.default is not None and new.default is not None and old.default != new.default:
        before, after = value_words(old.default.value), value_words(new.default.value)
        yield DEFAULT, f"its default is documented as {before}, and is {after} in the built provider", before, after
    if (old.deprecation is None) != (new.deprecation is None):
        yield DEPRECATION, _toggled(new.deprecation is not None, "deprecated"), None, None
    if _plain(old.description) != _plain(new.description):
        yield DESCRIPTION, "its description is another one in the built provider", old.description, new.description


def _form(type_: Type) -> tuple[str, ...]:
    """The type as it is compared: the collection kinds from the outside in, and the kind of the innermost value."""
    kinds: list[str] = []
    while isinstance(type_, Collection):
        kinds.append(str(type_.kind))
        type_ = type_.element
    if isinstance(type_, Scalar):
        return (*kinds, _scalar(type_.kind))
    if isinstance(type_, Nested) and type_.mode is not NestingMode.SINGLE:
        kinds.append(str(type_.mode))
    return (*kinds, "block" if isinstance(type_, Nested) and type_.block else "object")


def _scalar(kind: ScalarKind) -> str:
    """The scalar type in a provider's schema, which has one for all numbers and one for all texts."""
    return "number" if kind in NUMBERS else "string" if kind in TEXTS else str(kind)


def _is_another(old: Body, new: Body) -> bool:
    before, after = _names(old), _names(new)
    return min(len(before), len(after)) >= _FEWEST and len(before & after) < _SHARE * len(before)


def _names(body: Body) -> set[str]:
    return {attribute.name for attribute in body.attributes}


def _toggled(is_built: bool, word: str) -> str:
    return f"it is {word} in the built provider only" if is_built else f"it is {word} in the documentation only"


def _with_size(text: str, attribute: Attribute) -> str:
    size = attribute_size(attribute) - 1
    return f"{text}, nor the {size} attributes in it" if size > 1 and "not" in text else text


def _plain(text: str | None) -> str:
    """A description without differences of whitespace, and without the full stop that some generators add."""
    return " ".join((text or "").split()).rstrip(".")


_MARKS: Dict[str, str] = {
    ENTITY_MISSING.id: "not in {}", MISSING.id: "not in {}", ENTITY_REPLACED.id: "other attributes in {}",
    STATUS.id: "{after} in {}", TYPE.id: "{after} in {}", DEFAULT.id: "default {after} in {}",
    SENSITIVE.id: "sensitive on one side only", WRITE_ONLY.id: "write-only on one side only",
}  # fmt: skip


def mark(change: Change, built: str) -> str | None:
    """A difference in a few words, for the row of a page; None if it is explained. `built` is the provider's name."""
    words = _MARKS.get(change.rule.id)
    return words.format(built, after=change.after) if words and change.counts else None
