"""Applies the overrides of the generator config to merged attributes."""

import re
from collections.abc import Iterable, Iterator, Sequence
from collections.abc import Mapping as Dict
from functools import partial
from typing import Any

from msgspec import Struct, field
from msgspec.structs import replace

from mapper.model import (
    Attribute,
    Body,
    Contribution,
    Default,
    Fragment,
    Nested,
    Origin,
    Reason,
    Status,
    nested_body,
    type_in_words,
)
from mapper.model.attribute import rewrite, with_attributes, with_inner
from mapper.model.limits import Pattern, find
from mapper.report.diagnostic import Note, Rule
from mapper.report.fix import Fix, Subject, setting
from mapper.report.origin import Location
from mapper.report.rules import NAME_COLLISION, TYPE_MISMATCH
from mapper.text.plural import listed
from mapper.text.suggest import nearest

from .. import rules
from ..attributes.context import PathIndex
from ..attributes.keyword_case import described
from ..attributes.types import without_format
from ..config.additions import CONFIG
from ..config.fragments import replaces
from ..config.paths import STEPS, depth, is_attribute_path, plain, quoted
from ..config.schema import REFERENCES, Override, OverrideSetting
from ..config.types import BLOCK, OUTSIDE, fits, kind_of, limits_that_fit, retype, why_no_block
from ..schema.choice import rename_choice
from .plan_modifiers import has_default

_HINT_DEPTH = 3
_NAME = r"(?:[^.\\]|\\.)+"
_FRAGMENTS = ("custom_type", "associated_external_type")
OVERRIDDEN = "overridden"
"""The code of the reason for a status that the config gives."""

_REASON = Reason(OVERRIDDEN, "the generator config says so")
_RELAXED = Reason("default-in-config", "the generator config gives a default, so that it may be left out")


class _Unfit(Exception):
    """An override that cannot be applied to the attribute, with the reason."""


def apply_overrides(body: Body, overrides: Iterable[Override]) -> tuple[Body, tuple[Note, ...]]:
    """The body with the overrides, and a note for each that matches nothing.

    A path consists of source names (for a parameter, its alias) and passes through nested attributes only. The deepest
    paths are applied first, before an override of a parent changes its type.
    """
    written = sorted(_written_out(body, overrides), key=lambda override: -depth(override.path))
    applied = _Applied(written)
    changed = applied.to(body, tuple((override.path, number) for number, override in enumerate(written)))
    unused = [override for number, override in enumerate(written) if number in applied.unused]
    paths = source_paths(body) if unused else []
    notes = tuple(Note(rules.UNUSED_OVERRIDE, _unused(override.path, paths), override.node) for override in unused)
    requested: Dict[Location, bool] = {
        setting.node: BLOCK not in override.by_pattern
        for override in written
        if (setting := override.settings.get(BLOCK)) and setting.value
    }
    return _Settled(requested).body(changed, True) if requested else changed, notes


def _unused(path: str, paths: list[str]) -> str:
    if path in paths:
        return f"what has the path {path!r} is a member of an element type, which overrides do not reach"
    return f"no attribute has the path {path!r}{nearest(path, paths)}"


def _written_out(body: Body, overrides: Iterable[Override]) -> list[Override]:
    """The overrides with patterns replaced by the paths that they match; one without a match is kept."""
    ordered = sorted(overrides, key=lambda override: (is_attribute_path(override.path), depth(override.path)))
    patterns = [override for override in ordered if not is_attribute_path(override.path)]
    paths = list(_all_paths(body)) if patterns else []
    spellings = {plain(path): path for path in paths}
    exact = (override for override in ordered if is_attribute_path(override.path))
    by_path = {spellings.get(plain(override.path), override.path): override for override in exact}
    for pattern in reversed(patterns):
        matching = [path for path in paths if _expression(pattern.path).match(f"{path}.")]
        for path in matching or [pattern.path]:
            closer = by_path.get(path) or Override(path, {}, pattern.node)
            from_pattern = closer.by_pattern | (pattern.settings.keys() - closer.settings.keys())
            by_path[path] = Override(path, {**pattern.settings, **closer.settings}, closer.node, from_pattern)
    return list(by_path.values())


def _expression(pattern: str) -> re.Pattern[str]:
    """A regular expression for the paths that a pattern matches, with a dot after each name."""
    parts = {"**": rf"(?:{_NAME}\.)*", "*": rf"{_NAME}\."}
    steps = (parts.get(step) or re.escape(f"{quoted(plain(step))}.") for step in STEPS.findall(pattern))
    return re.compile("".join(steps) + r"\Z", re.DOTALL)


def _all_paths(body: Body, prefix: str = "") -> Iterator[str]:
    """The paths of all attributes that can be overridden."""
    for attribute in body.attributes:
        path = prefix + quoted(attribute.source_name)
        yield path
        if isinstance(attribute.type, Nested):
            yield from _all_paths(attribute.type.body, f"{path}.")


def source_paths(body: Body, prefix: str = "", level: int = 0) -> list[str]:
    """The paths of attributes as in a config, at most 4 levels deep: for suggestions in messages."""
    paths = []
    for attribute in body.attributes:
        paths.append(prefix + quoted(attribute.source_name))
        inner = nested_body(attribute.type)
        if inner is not None and level < _HINT_DEPTH:
            paths += source_paths(inner, f"{paths[-1]}.", level + 1)
    return paths


class _Applied:
    """The overrides of one entity as they are applied: each body is made once, with all that is for it.

    An override is known by its number; `unused` are those that have matched nothing so far.
    """

    def __init__(self, overrides: Sequence[Override]) -> None:
        self._overrides = overrides
        self.unused = set(range(len(overrides)))

    def to(self, body: Body, entries: tuple[tuple[str, int], ...]) -> Body:
        """The body with overrides, given by the rest of their paths and their number."""
        if not entries:
            return body
        inside, here = PathIndex(entries), dict[str, list[int]]()
        for path, number in entries:
            here.setdefault(plain(path), []).append(number)
        attributes = list(body.attributes)
        own: dict[int, int] = {}
        for index, attribute in enumerate(attributes):
            name = attribute.source_name
            mine = [number for number in here.get(name, ()) if number in self.unused]
            self.unused.difference_update(mine)
            own |= dict.fromkeys(mine, index)
            nested = tuple((rest, number) for rest, number in inside.of(name) if number in self.unused)
            if nested and isinstance(attribute.type, Nested):
                attributes[index] = with_inner(attribute, partial(self.to, entries=nested))
        for number in sorted(own):
            _apply(attributes, own[number], self._overrides[number])
        return with_attributes(body, attributes)


def _apply(attributes: list[Attribute], index: int, override: Override) -> None:
    """Apply an override to one of the attributes of a body."""
    attribute = attributes[index]
    others = [*attributes[:index], *attributes[index + 1 :]] if "name" in override.settings else []
    attributes[index] = changed = _override(attribute, override, {other.name for other in others})
    if changed.name != attribute.name:
        others = list(rename_choice(others, [(attribute, changed.name)]))
        attributes[:] = [*others[:index], changed, *others[index:]]


def _override(attribute: Attribute, override: Override, taken: set[str]) -> Attribute:
    """The attribute with all settings; a setting that cannot be applied becomes a note."""
    changed, notes, before = attribute, [], attribute
    unfit: set[str] = set()
    for key, apply in _APPLY.items():
        setting = override.settings.get(key)
        if setting is None:
            continue
        try:
            changed = apply(changed, setting, key)
        except _Unfit as error:
            unfit.add(key)
            if key != BLOCK or key not in override.by_pattern:  # a pattern skips attributes that cannot be blocks
                notes.append(Note(rules.BAD_OVERRIDE, str(error), setting.node))
    if unfit == override.settings.keys() and not notes:
        return attribute
    changed = _with_fitting_default(changed, override)
    given = override.settings.get("default")
    if given is not None and has_default(changed) and changed.status in (Status.REQUIRED, Status.OPTIONAL):
        text = f"Terraform refuses a default of an attribute that is {changed.status}"
        notes.append(Note(rules.DESTROYS, text, given.node, _MAY_HAVE_DEFAULT))
    if changed.name in taken:
        text = f"{changed.name!r} is the name of another attribute next to it; the name stays {before.name!r}"
        notes.append(Note(NAME_COLLISION, text, override.settings["name"].node))
        others = tuple(note for note in changed.notes if note.rule is not rules.RENAMED)
        changed = replace(changed, name=before.name, notes=others)
    unreported = {"name", BLOCK, REFERENCES, *unfit} | ({"description"} - override.by_pattern)
    reported = [key for key in override.settings if key not in unreported]
    if reported:  # the reference tool supports a description at an exact path; names and blocks have their own notes
        notes.append(Note(rules.OVERRIDDEN, f"the config gives {words_of(reported)}", override.node))
    origin = Origin(CONFIG, override.node, contribution=Contribution.OVERRIDE)
    return replace(changed, origins=(*changed.origins, origin)).with_notes(*notes)


_MAY_HAVE_DEFAULT = setting(
    "attributes", "overrides", Subject.PATH, "computed_optional_required", value="computed_optional"
)
_REFUSED = (rules.NULL_DEFAULT, rules.COMPUTED_DEFAULT)


def _with_fitting_default(attribute: Attribute, override: Override) -> Attribute:
    """The attribute without a default of the API that a provider cannot have, once the config has a say in it.

    A config that gives descriptions alone keeps what the reference tool writes.
    """
    if override.settings.keys() <= {"description"} or "default" in override.settings or attribute.default is None:
        return attribute
    is_settled = attribute.status is Status.COMPUTED_OPTIONAL
    said = {note.rule for note in attribute.notes}
    if is_settled and said.isdisjoint((rules.NULL_DEFAULT, rules.DEFAULT_LOST)):
        return replace(attribute, notes=_without(attribute, rules.COMPUTED_DEFAULT))
    return replace(attribute, default=None, notes=_without(attribute, *_REFUSED))


def words_of(keys: Iterable[str]) -> str:
    """The keys of an override in words, for a message."""
    return listed(["its status" if key == "status" else key.replace("_", " ") for key in keys])


def _type(attribute: Attribute, setting: OverrideSetting, _: str) -> Attribute:
    type_ = retype(attribute.type, setting.value)
    words = " of ".join(setting.value)
    if type_ is None:
        keeps = "nested attributes" if "object" in setting.value else "elements"
        raise _Unfit(f"{type_in_words(attribute.type)} has no {keeps} to make a {words} of")
    kind = kind_of(type_)
    return replace(
        attribute,
        type=type_,
        notes=without_format(_without(attribute, TYPE_MISMATCH)),
        limits=limits_that_fit(type_, attribute.type, attribute.limits),
        default=attribute.default if attribute.default is not None and fits(kind, attribute.default.value) else None,
        fragments=_without_fragments(attribute, *_FRAGMENTS),
    )


def _status(attribute: Attribute, setting: OverrideSetting, _: str) -> Attribute:
    if setting.value is Status.COMPUTED:
        attribute = with_inner(attribute, lambda inner: rewrite(inner, _as_computed))
    return replace(attribute, status=setting.value, reason=_REASON)


def _as_computed(attribute: Attribute) -> Attribute:
    """A nested attribute of an attribute that only the API sets."""
    return replace(attribute, status=Status.COMPUTED, reason=_REASON, default=None)


def _default(attribute: Attribute, setting: OverrideSetting, key: str) -> Attribute:
    changed = replace(
        attribute,
        default=None,
        fragments=_without_fragments(attribute, key),
        notes=_without(attribute, rules.DEFAULT_LOST, rules.DEFAULT_NOT_CARRIED),
    )
    if setting.value is None:
        return changed
    kind = kind_of(attribute.type)
    if isinstance(setting.value, Default):
        if not fits(kind, setting.value.value):
            raise _Unfit(f"{setting.value.value!r} is not a default for {type_in_words(attribute.type)}")
        changed = replace(changed, default=setting.value)
    else:
        changed = _with_fragment(changed, Fragment(key, setting.value, setting.node))
    if changed.reason is _REASON or changed.status is Status.COMPUTED_OPTIONAL:
        return changed
    return replace(changed, status=Status.COMPUTED_OPTIONAL, reason=_RELAXED)


def _validators(attribute: Attribute, setting: OverrideSetting, key: str) -> Attribute:
    entries: list[Any] = setting.value or []
    custom = [entry for entry in entries if entry != "inferred"]
    changed = replace(attribute, notes=_without(attribute, rules.ENUM_LOST))
    if "inferred" not in entries:
        changed = replace(changed, limits=(), notes=_without(changed, rules.BAD_PATTERN, rules.UNMET))
    return _with_fragment(changed, Fragment(key, custom, setting.node)) if custom else changed


def _pattern(attribute: Attribute, setting: OverrideSetting, _: str) -> Attribute:
    """Replaces the regular expression; null removes it, and no other limit."""
    existing = find(attribute.limits, Pattern)
    if kind_of(attribute.type) != "string":
        raise _Unfit(f"{type_in_words(attribute.type)} has no pattern: only strings have")
    if existing is None and setting.value is None:
        raise _Unfit("the API gives it no pattern")
    new = () if setting.value is None else (Pattern(setting.value),)
    index = attribute.limits.index(existing) if existing is not None else len(attribute.limits)
    limits = (*attribute.limits[:index], *new, *attribute.limits[index + (existing is not None) :])
    notes = tuple(n for n in attribute.notes if not (isinstance(n.fix, Fix) and "pattern" in n.fix.keys))
    return replace(attribute, limits=limits, notes=notes)


def _plan_modifiers(attribute: Attribute, setting: OverrideSetting, key: str) -> Attribute:
    """The plan modifiers that the config gives, in place of all that policies would add; an empty list is kept."""
    entries = setting.value or []
    return replace(
        _with_fragment(attribute, Fragment(key, entries, setting.node)), replaces=any(map(replaces, entries))
    )


def _fragment(attribute: Attribute, setting: OverrideSetting, key: str) -> Attribute:
    """Another Go type; null takes away the one of a policy."""
    if key == "custom_type":
        attribute = replace(attribute, notes=without_format(attribute.notes))
    if setting.value:
        return _with_fragment(attribute, Fragment(key, setting.value, setting.node))
    return replace(attribute, fragments=_without_fragments(attribute, key))


def _nested_object(attribute: Attribute, setting: OverrideSetting, key: str) -> Attribute:
    if not isinstance(attribute.type, Nested) or attribute.type.mode == "single":
        raise _Unfit(f"{type_in_words(attribute.type)} has no nested object: only lists, maps and sets of objects have")
    for name, value in (setting.value or {}).items():
        attribute = _with_fragment(attribute, Fragment(f"{key}.{name}", value, setting.node))
    return attribute


def _block(attribute: Attribute, setting: OverrideSetting, _: str) -> Attribute:
    """Marks the attribute as a block; its parent is checked after all overrides are applied."""
    if not setting.value:
        return attribute
    if not isinstance(attribute.type, Nested):
        raise _Unfit(why_no_block(attribute))
    note = Note(rules.OVERRIDDEN, "the config makes it a block", setting.node)
    return replace(attribute, type=replace(attribute.type, block=True)).with_notes(note)


def _without(attribute: Attribute, *dropped: Rule) -> tuple[Note, ...]:
    """The notes of an attribute without those that a setting makes obsolete."""
    return tuple(note for note in attribute.notes if note.rule not in dropped)


def _with_fragment(attribute: Attribute, fragment: Fragment) -> Attribute:
    return replace(attribute, fragments=(*_without_fragments(attribute, fragment.keyword), fragment))


def _without_fragments(attribute: Attribute, *keywords: str) -> tuple[Fragment, ...]:
    return tuple(part for part in attribute.fragments if part.keyword not in keywords)


def _name(attribute: Attribute, setting: OverrideSetting, _: str) -> Attribute:
    note = Note(rules.RENAMED, f"the API calls it {attribute.source_name!r}", setting.node, was=attribute.name)
    return replace(attribute, name=setting.value).with_notes(note)


def _description(attribute: Attribute, setting: OverrideSetting, _: str) -> Attribute:
    notes = described(attribute.notes) if setting.value else attribute.notes
    return replace(attribute, description=setting.value, notes=notes)


def _plain(attribute: Attribute, setting: OverrideSetting, key: str) -> Attribute:
    return replace(attribute, **{_FIELDS[key]: setting.value})


_FIELDS = {
    "sensitive": "sensitive",
    "deprecation_message": "deprecation",
    REFERENCES: "refers_to",
}
_APPLY = {
    "type": _type,
    "status": _status,
    "default": _default,
    "pattern": _pattern,
    "validators": _validators,
    "plan_modifiers": _plan_modifiers,
    "nested_object": _nested_object,
    BLOCK: _block,
    "name": _name,
    "description": _description,
    **dict.fromkeys(_FRAGMENTS, _fragment),
    **dict.fromkeys(_FIELDS, _plain),
}
"""Key -> function that applies it; the type comes first because the others depend on it."""


_WRITTEN = Reason("block", "a block is written or left out: the API does not set one")


class _Settled(Struct):
    """Takes back blocks that are not possible; a shared body is visited once for each kind of parent.

    `requested` has the lines of the config that ask for blocks, and whether they name an attribute. If a pattern asks,
    an attribute that cannot be a block is skipped without a note.
    """

    requested: Dict[Location, bool]
    cache: dict[tuple[Body, bool], Body] = field(default_factory=dict)

    def body(self, body: Body, may_have: bool) -> Body:
        """`may_have`: whether the body may contain blocks."""
        settled = self.cache.get((body, may_have))
        if settled is None:
            attributes = [self.attribute(attribute, may_have) for attribute in body.attributes]
            settled = self.cache[body, may_have] = with_attributes(body, attributes)
        return settled

    def attribute(self, attribute: Attribute, may_have: bool) -> Attribute:
        type_ = attribute.type
        if not isinstance(type_, Nested):
            return attribute
        reason = why_no_block(attribute) or ("" if may_have else OUTSIDE)
        is_block = type_.block and not reason
        inner = self.body(type_.body, is_block)
        if inner is not type_.body or is_block is not type_.block:
            attribute = replace(attribute, type=replace(type_, body=inner, block=is_block))
        if is_block and attribute.status is Status.COMPUTED_OPTIONAL:
            return replace(attribute, status=Status.OPTIONAL, reason=_WRITTEN)
        return self._refuse_block(attribute, reason) if type_.block and not is_block else attribute

    def _refuse_block(self, attribute: Attribute, reason: str) -> Attribute:
        """An attribute that cannot become a block."""
        block_notes = [
            note for note in attribute.notes if note.rule is rules.OVERRIDDEN and note.location in self.requested
        ]
        others = tuple(note for note in attribute.notes if note not in block_notes)
        named = [note.location for note in block_notes if note.location is not None and self.requested[note.location]]
        refused = (Note(rules.BAD_OVERRIDE, f"it stays an attribute: {reason}", place) for place in named)
        return replace(attribute, notes=(*others, *refused))
