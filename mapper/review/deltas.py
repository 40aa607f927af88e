"""Compares attributes and bodies. What is shared is compared once, for all its users."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace

from ..immutable import dataclass
from ..limits import Limit, Limits
from ..model import Attribute, Body, Ignored, Nested, Omission, Scalar, Status, attribute_size, nested_body
from ..places import Location
from .keyed import lone
from .limits import Found, limit_changes
from .parts import part_changes
from .rules import (
    ATTRIBUTE_ADDED,
    ATTRIBUTE_LOST,
    ATTRIBUTE_RECOVERED,
    ATTRIBUTE_REMOVED,
    ATTRIBUTE_RENAMED,
    BECAME_COMPUTED,
    BECAME_CONFIGURABLE,
    BECAME_READ_ONLY,
    BECAME_REQUIRED,
    DEPRECATED,
    DEPRECATION_CHANGED,
    DESCRIPTION_CHANGED,
    ID_SOURCE_CHANGED,
    MEMBER_ADDED,
    MEMBER_REMOVED,
    NO_LONGER_COMPUTED,
    NO_LONGER_REQUIRED,
    NO_LONGER_SET,
    REQUIRED_ADDED,
    SENSITIVE_ADDED,
    SENSITIVE_REMOVED,
    SOURCE_CHANGED,
    TYPE_CHANGED,
    UNDEPRECATED,
    WRITE_ONLY_ADDED,
    WRITE_ONLY_REMOVED,
    Rule,
)
from .sources import SourceKey, Sources, declaring
from .types import type_rule
from .words import type_words

_REQUIRED, _OPTIONAL, _COMPUTED, _EITHER = Status
_STATUS_RULES = {
    (_OPTIONAL, _REQUIRED): BECAME_REQUIRED,
    (_COMPUTED, _REQUIRED): BECAME_REQUIRED,
    (_EITHER, _REQUIRED): BECAME_REQUIRED,
    (_REQUIRED, _OPTIONAL): NO_LONGER_REQUIRED,
    (_REQUIRED, _EITHER): NO_LONGER_REQUIRED,
    (_REQUIRED, _COMPUTED): BECAME_READ_ONLY,
    (_OPTIONAL, _COMPUTED): BECAME_READ_ONLY,
    (_EITHER, _COMPUTED): BECAME_READ_ONLY,
    (_COMPUTED, _EITHER): BECAME_CONFIGURABLE,
    (_COMPUTED, _OPTIONAL): NO_LONGER_SET,
    (_EITHER, _OPTIONAL): NO_LONGER_COMPUTED,
    (_OPTIONAL, _EITHER): BECAME_COMPUTED,
}
_STATUS_WORDS = {
    _REQUIRED: "required",
    _OPTIONAL: "optional",
    _COMPUTED: "read-only",
    _EITHER: "optional and computed",
}
_SEVERAL = 2


@dataclass(frozen=True, slots=True)
class Delta:
    """A change of one attribute, its path relative to the body that was compared; empty for the body itself."""

    rule: Rule
    path: str
    old_path: str
    text: str
    before: str | None = None
    after: str | None = None
    old: Attribute | None = None
    new: Attribute | None = None
    old_location: Location | None = None
    new_location: Location | None = None
    read_only: bool = False
    code: str = ""

    def under(self, new: str, old: str) -> Delta:
        """The same with a path that begins further out."""
        return replace(self, path=_joined(new, self.path), old_path=_joined(old, self.old_path))


@dataclass(frozen=True, slots=True)
class Scope:
    """Where a body is: whether it only has members of an element type, and whether it is only read."""

    members: bool = False
    read_only: bool = False


_WHOLE = Scope()


class Bodies:
    """Compares the bodies of two mappings.

    `complete` is False where one side knows only what an artifact says, which is nothing of limits of what is
    computed, nor of members but their types; `defaults` says whether it has defaults. `identity` is
    the attribute that an object is known by, `has_limit` whether the artifact says a limit on an attribute of a kind.
    """

    def __init__(
        self,
        old_sources: Sources,
        new_sources: Sources,
        *,
        complete: bool = True,
        defaults: bool = True,
        identity: str | None = None,
        has_limit: Callable[[str, Limit], bool],
    ) -> None:
        self._old_sources, self._new_sources = old_sources, new_sources
        self._complete, self._defaults = complete, defaults
        self._identity, self._has_limit = identity, has_limit
        self._known: dict[tuple[int, int, Scope], tuple[Delta, ...]] = {}

    def compare(self, old: Body, new: Body, scope: Scope = _WHOLE, *, is_root: bool = False) -> tuple[Delta, ...]:
        """The changes from `old` to `new`, in the order of the attributes."""
        if old is new:
            return ()
        if is_root:
            return tuple(self._body(old, new, scope, is_root=True))
        key = (id(old), id(new), scope)
        found = self._known.get(key)
        if found is None:
            found = self._known[key] = tuple(self._body(old, new, scope, is_root=False))
        return found

    def pair(self, old: Attribute, new: Attribute, scope: Scope, *, is_root: bool = False) -> Iterator[Delta]:
        """The changes of one attribute, and of what is nested in it, whatever its name is."""
        read_only = scope.read_only or (not scope.members and old.status is new.status is Status.COMPUTED)
        found = (found for found in self._found(old, new, scope) if found is not None)
        anything = False
        for rule, text, before, after in found:
            anything = True
            yield Delta(rule, new.name, old.name, text, before, after, old, new, read_only=read_only)
        if is_root and not anything and new.name == self._identity and self._is_another(old, new):
            yield self._id_moved(old, new)
        inside, other = nested_body(old.type), nested_body(new.type)
        if inside is not None and other is not None:
            members = scope.members or not (isinstance(old.type, Nested) and isinstance(new.type, Nested))
            for delta in self.compare(inside, other, Scope(members, read_only)):
                yield delta.under(new.name, old.name)

    def _body(self, old: Body, new: Body, scope: Scope, *, is_root: bool) -> Iterator[Delta]:
        before = {attribute.name: attribute for attribute in old.attributes}
        after = {attribute.name: attribute for attribute in new.attributes}
        gone = [attribute for name, attribute in before.items() if name not in after]
        come = [attribute for name, attribute in after.items() if name not in before]
        renamed = self._renamed(gone, come, is_root) if gone and come else {}
        moved: dict[tuple[SourceKey, SourceKey], list[tuple[Attribute, Attribute]]] = {}
        for attribute in new.attributes:
            was = before.get(attribute.name) or renamed.get(attribute.name)
            if was is None:
                yield self._added(attribute, old, scope)
                continue
            if attribute.name not in before:
                yield self._named(was, attribute)
            deltas = tuple(self.pair(was, attribute, scope, is_root=is_root))
            yield from deltas
            if not deltas and attribute.name in before and (move := self._moves(was, attribute)):
                moved.setdefault(move, []).append((was, attribute))
        taken = {attribute.name for attribute in renamed.values()}
        for attribute in gone:
            if attribute.name not in taken:
                yield self._removed(attribute, new, scope)
        for move, pairs in moved.items():
            yield from _sources_changed(move, pairs, scope.read_only)

    def _found(self, old: Attribute, new: Attribute, scope: Scope) -> Iterator[Found | None]:
        rule = None if old.type is new.type else type_rule(old.type, new.type)
        if rule is not None:
            before, after = type_words(old.type), type_words(new.type)
            yield rule, f"its type changed from {before} to {after}", before, after
        if scope.members and not self._complete:
            return
        if not scope.members:
            yield _status(old.status, new.status)
        if old.fragments or new.fragments or old.replaces != new.replaces or self._default_differs(old, new):
            yield from part_changes(old, new, defaults=self._defaults)
        if rule is not TYPE_CHANGED and old.limits != new.limits and self._limits_count(old, new):
            yield from limit_changes(self._limits(old), self._limits(new))
        if old.sensitive != new.sensitive:
            yield _toggled(new.sensitive, SENSITIVE_ADDED, SENSITIVE_REMOVED, "sensitive")
        if old.write_only != new.write_only:
            yield _toggled(new.write_only, WRITE_ONLY_ADDED, WRITE_ONLY_REMOVED, "write-only")
        if old.deprecation != new.deprecation:
            yield deprecation_change(old.deprecation, new.deprecation)
        if old.description != new.description:
            yield DESCRIPTION_CHANGED, "its description changed", old.description, new.description

    def _default_differs(self, old: Attribute, new: Attribute) -> bool:
        return self._defaults and old.default != new.default

    def _limits_count(self, old: Attribute, new: Attribute) -> bool:
        return self._complete or Status.COMPUTED not in (old.status, new.status)

    def _limits(self, attribute: Attribute) -> Limits:
        """The limits of an attribute; where the other side is an artifact, those that it would say."""
        if self._complete or not attribute.origins:
            return attribute.limits
        kind = attribute.type.kind if isinstance(attribute.type, Scalar) else ""
        return tuple(limit for limit in attribute.limits if self._has_limit(kind, limit))

    def _moves(self, old: Attribute, new: Attribute) -> tuple[SourceKey, SourceKey] | None:
        """Where an attribute came from and comes from, if that is not the same; without its own name."""
        before, after = self._old_sources.key(old), self._new_sources.key(new)
        if before is None or after is None or before == after:
            return None
        return replace(before, token=""), replace(after, token="")

    def _is_another(self, old: Attribute, new: Attribute) -> bool:
        """Whether it is another value of the API; a schema under another name or in another file has the same."""
        before, after = self._old_sources.key(old), self._new_sources.key(new)
        return bool(before and after and (before.role, before.token) != (after.role, after.token))

    def _id_moved(self, old: Attribute, new: Attribute) -> Delta:
        before, after = _place(old), _place(new)
        text = f"it comes from the {after}, and came from the {before}"
        return Delta(ID_SOURCE_CHANGED, new.name, old.name, text, before, after, old, new, read_only=True)

    def _renamed(self, gone: list[Attribute], come: list[Attribute], is_root: bool) -> dict[str, Attribute]:
        """New names and the attributes that they are new names of: those with the same source."""
        before = lone((self._old_sources.identity(attribute), attribute) for attribute in gone)
        after = lone((self._new_sources.identity(attribute), attribute) for attribute in come)
        found = {after[key].name: before[key] for key in after if key in before}
        if not found and is_root:
            only = [[a for a in side if _is_path_parameter(a)] for side in (gone, come)]
            if len(only[0]) == len(only[1]) == 1 and not type_rule(only[0][0].type, only[1][0].type):
                found[only[1][0].name] = only[0][0]
        return found

    def _named(self, old: Attribute, new: Attribute) -> Delta:
        text = f"it was called {old.name}"
        return Delta(ATTRIBUTE_RENAMED, new.name, old.name, text, old.name, new.name, old, new)

    def _added(self, attribute: Attribute, old: Body, scope: Scope) -> Delta:
        if scope.members:
            rule, text = MEMBER_ADDED, f"objects have the new member, of type {type_words(attribute.type)}"
            words = type_words(attribute.type)
            return Delta(rule, attribute.name, "", text, None, words, None, attribute, read_only=scope.read_only)
        omission = _omission(old, attribute)
        rule = ATTRIBUTE_RECOVERED if omission else ATTRIBUTE_ADDED
        text = f"it is new, {_status_and_type(attribute)}"
        if omission:
            text = f"it can be mapped now, {_status_and_type(attribute)}; before: {omission.note.text}"
        if attribute.status is Status.REQUIRED:
            rule = REQUIRED_ADDED
        read_only = scope.read_only or attribute.status is Status.COMPUTED
        where = omission.note.location if omission else None
        code = omission.note.rule.code if omission else ""
        return Delta(
            rule, attribute.name, "", text, None, _summary(attribute), None, attribute, where, read_only=read_only,
            code=code,
        )  # fmt: skip

    def _removed(self, attribute: Attribute, new: Body, scope: Scope) -> Delta:
        size = attribute_size(attribute) - 1
        text = "it is gone" + (f", with the {size} attributes in it" if size > 1 else "")
        rule, words, read_only = MEMBER_REMOVED, type_words(attribute.type), scope.read_only
        if not scope.members:
            rule, words = ATTRIBUTE_REMOVED, _summary(attribute)
            read_only |= attribute.status is Status.COMPUTED
        delta = Delta(rule, attribute.name, attribute.name, text, words, None, attribute, read_only=read_only)
        if omission := _omission(new, attribute):
            rule = rule if scope.members else ATTRIBUTE_LOST
            why = f"it cannot be mapped any more: {omission.note.text}"
            return replace(
                delta, rule=rule, text=why, new_location=omission.note.location, code=omission.note.rule.code
            )
        if ignored := _ignored(new, attribute):
            return replace(delta, text=f"{text}: the config leaves it out", new_location=ignored.rule)
        return delta


def deprecation_change(old: str | None, new: str | None) -> Found:
    """What became of a deprecation message."""
    if old is None:
        return DEPRECATED, "it is deprecated", None, new
    if new is None:
        return UNDEPRECATED, "it is no longer deprecated", old, None
    return DEPRECATION_CHANGED, "its deprecation message changed", old, new


def _status(old: Status, new: Status) -> Found | None:
    if old is new:
        return None
    before, after = _STATUS_WORDS[old], _STATUS_WORDS[new]
    return _STATUS_RULES[old, new], f"it was {before}, and is {after}", before, after


def _toggled(is_on: bool, on: Rule, off: Rule, word: str) -> Found:
    return on if is_on else off, f"it is {word}" if is_on else f"it is no longer {word}", None, None


def _sources_changed(
    move: tuple[SourceKey, SourceKey], pairs: list[tuple[Attribute, Attribute]], read_only: bool
) -> Iterator[Delta]:
    """One change for all attributes of a body that moved together, such as those of a schema that was renamed."""
    old, new = pairs[0]
    in_file = move[0].schema == move[1].schema
    before, after = (_schema_words(key, in_file=in_file) for key in move)
    if len(pairs) < _SEVERAL:
        text = f"it comes from {after}, and came from {before}"
        yield Delta(SOURCE_CHANGED, new.name, old.name, text, before, after, old, new, read_only=read_only)
        return
    text = f"{len(pairs)} attributes come from {after}, and came from {before}"
    yield Delta(SOURCE_CHANGED, "", "", text, before, after, old, new, read_only=read_only)


def _schema_words(key: SourceKey, *, in_file: bool) -> str:
    """Where it is; with the file, if that is all that differs."""
    place = key.schema.removesuffix("/properties") or "/"
    return f"{key.role} ({key.document}#{place})" if in_file else f"{key.role} ({place})"


def _place(attribute: Attribute) -> str:
    origin = declaring(attribute)
    return f"{origin.role} ({origin.location.pointer})" if origin else "unknown"


def _is_path_parameter(attribute: Attribute) -> bool:
    origin = declaring(attribute)
    return origin is not None and origin.is_parameter and origin.role.startswith("path")


def _summary(attribute: Attribute) -> str:
    return f"{_STATUS_WORDS[attribute.status]}, {type_words(attribute.type)}"


def _status_and_type(attribute: Attribute) -> str:
    return f"{_STATUS_WORDS[attribute.status]}, of type {type_words(attribute.type)}"


def _omission(body: Body, attribute: Attribute) -> Omission | None:
    return next((o for o in body.omitted if o.source_name == attribute.source_name), None)


def _ignored(body: Body, attribute: Attribute) -> Ignored | None:
    return next((i for i in body.ignored if i.source_name == attribute.source_name), None)


def _joined(prefix: str, path: str) -> str:
    return f"{prefix}.{path}" if path and prefix else prefix or path
