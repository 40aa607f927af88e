"""Finds the lines of the inputs that explain a change."""

import json
import re
from collections.abc import Iterable, Iterator
from typing import Any

from msgspec.structs import replace

from ..inputs import Document, Node, split_pointer
from ..inputs.overlay import is_overlay
from ..model import Entity, Mapping
from ..model.limits import value_key
from ..report.origin import Location
from .changes import BY_OVERLAY, Cause, Change, Evidence
from .rules import ChangeKind

MOST = 4
"""The maximum number of lines for one change."""

_SEGMENT = re.compile(r"[\w-]+")
_CONTAINERS = frozenset(("properties", "items", "additionalProperties", "allOf", "anyOf", "oneOf"))
_LIMITS = frozenset(
    ("minLength", "maxLength", "pattern", "minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf",
     "minItems", "maxItems", "minProperties", "maxProperties", "uniqueItems", "enum")
)  # fmt: skip
_TELLING = {
    ChangeKind.DESCRIPTION: frozenset(("description",)),
    ChangeKind.DEFAULT: frozenset(("default",)),
    ChangeKind.VALUE: frozenset(("enum",)),
    ChangeKind.LIMIT: _LIMITS,
    ChangeKind.DEPRECATION: frozenset(("deprecated",)),
    ChangeKind.SENSITIVITY: frozenset(("format",)),
    ChangeKind.REQUIREMENT: frozenset(("required", "default", "readOnly")),
    ChangeKind.TYPE: frozenset(("type", "format", "$ref")),
}
"""Schema keywords that can explain a change, by what it is about."""

_OF_LIMIT = {
    "length": ("minLength", "maxLength"), "range": ("minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum"),
    "size": ("minItems", "maxItems", "minProperties", "maxProperties"), "pattern": ("pattern",), "one": ("enum",),
    "a": ("multipleOf",), "no": ("uniqueItems",),
}  # fmt: skip
"""The keywords of a limit, by the first of its words."""


class Actions:
    """The actions of overlays that only one of two sides has.

    If the overlays alone differ, they made every change of the API description.
    """

    def __init__(self, old: Mapping, new: Mapping) -> None:
        sides = [_overlays(mapping) for mapping in (old, new)]
        self.files = {document for side in sides for document in side}
        values = [[action.value for action in _actions(side)] for side in sides]
        self._differing = [
            Evidence(action, is_new)
            for side, others, is_new in ((sides[0], values[1], False), (sides[1], values[0], True))
            for action in _actions(side)
            if action.value not in others
        ]
        others = [
            {getattr(d, "sha256", d.uri) for d in mapping.documents if d not in side and d.uri not in mapping.configs}
            for mapping, side in zip((old, new), sides, strict=True)
        ]
        self._is_alone = bool(self.files) and others[0] == others[1]
        self._bases = [file for file in new.documents if isinstance(file, Document) and file not in sides[1]]

    def lines(self, change: Change) -> list[Evidence]:
        """The actions that made a change; none if the description made it."""
        if not self._differing or not (self._is_alone or self._is_still_there(change)):
            return []
        values = (change.before or "", change.after or "")
        names = _names(change) | {part for text in values for part in _SEGMENT.findall(text)}
        return [item for item in self._differing if _mentions(item.location, names)] or self._differing

    def _is_still_there(self, change: Change) -> bool:
        """Whether the description itself still has what is gone."""
        place = change.old_location
        if not change.shared.gone or not isinstance(place, Node):
            return False
        nodes = (document.at(place.pointer) for document in self._bases if document.uri == place.document.uri)
        return any(node is not None and node.value == place.value for node in nodes)


def _overlays(mapping: Mapping) -> list[Document]:
    return [document for document in mapping.documents if isinstance(document, Document) and is_overlay(document)]


def _actions(documents: Iterable[Document]) -> Iterator[Node]:
    for document in documents:
        actions = document.node.get("actions")
        yield from actions.items() if actions is not None else ()


def _mentions(place: Location, names: set[str]) -> bool:
    """Whether an action has one of the names as a word of its target, or anywhere in its update."""
    value = getattr(place, "value", None)
    words = set(_SEGMENT.findall(json.dumps(value)))
    return not words.isdisjoint(names)


class Configs:
    """The config of one side, split by entity; empty for a mapping that was read from a sidecar, which has no files.

    `for_all` are the keys of the sections that apply to every entity, see `ReviewPolicy.config_for_all`.
    """

    def __init__(self, mapping: Mapping, for_all: frozenset[str]) -> None:
        self.for_all = for_all
        places = [entity.location for entity in mapping.entities if isinstance(entity.location, Node)]
        entries = [place for place in places if place.document.uri in mapping.configs]
        keys = {entry.pointer.split("/")[1] for entry in entries} - for_all
        files = [document for document in mapping.documents if isinstance(document, Document)]
        self._rest = {
            document.uri: {key: node for key, node in document.node.members() if key not in keys}
            for document in files
            if document.uri in mapping.configs
        }

    def entry(self, entity: Entity | None) -> Node | None:
        """The entry of an entity; None if there is none."""
        place = entity.location if entity else None
        return place if isinstance(place, Node) and place.document.uri in self._rest else None

    def rest(self, entry: Node | None) -> dict[str, Node]:
        """The sections outside of all entries, in the file of an entry, or else in the first one."""
        return self._rest[entry.document.uri] if entry is not None else next(iter(self._rest.values()), {})

    def shared(self) -> Iterator[tuple[str, Node]]:
        """The sections that apply to every entity, of all files."""
        for rest in self._rest.values():
            yield from ((key, node) for key, node in rest.items() if key in self.for_all)

    def sections(self) -> list[dict[str, Any]]:
        """The values of the sections outside of all entries, one mapping for each file."""
        return [{key: node.value for key, node in rest.items()} for rest in self._rest.values()]


def same_instructions(old: Configs, new: Configs, was: Entity | None, is_: Entity | None) -> bool:
    """Whether both configs have the same entry for an entity, and the same sections outside of entries."""
    return same_entry(old, new, was, is_) and old.sections() == new.sections()


def same_entry(old: Configs, new: Configs, was: Entity | None, is_: Entity | None) -> bool:
    """Whether both configs have the same entry for an entity."""
    if was is None or is_ is None or was.name != is_.name:
        return False
    before, after = old.entry(was), new.entry(is_)
    return before is not None and after is not None and before.value == after.value


def with_evidence(
    change: Change,
    entities: tuple[Entity | None, Entity | None],
    configs: tuple[Configs, Configs],
    actions: Actions,
    keys: frozenset[tuple[str, str]] = frozenset(),
) -> Change:
    """The change with the lines that explain its cause. `entities` and `configs` are of the old and the new side.

    `actions` are the actions of overlays on one side only, `keys` the keys for every entity that are known to have made
    the change.
    """
    of_spec: list[Evidence] = []
    of_config: list[Evidence] = []
    if change.cause in (Cause.SPEC, Cause.BOTH):
        of_spec = _distinct(actions.lines(change)) or _distinct(
            _spec_lines(change) if change.path else _operation_lines(change, *entities)
        )
    if change.cause in (Cause.CONFIG, Cause.BOTH):
        of_config = _distinct(_config_lines(change, entities, configs, keys))
    room = max(MOST // 2, MOST - len(of_config))  # neither of two causes hides the other
    evidence = of_spec[:room]
    evidence += of_config[: MOST - len(evidence)]
    if any(item.location.document in actions.files for item in of_spec):
        change = replace(change, together=change.together or BY_OVERLAY)
    return replace(change, evidence=tuple(_distinct(evidence))) if evidence else change


def _distinct(items: Iterable[Evidence]) -> list[Evidence]:
    return list({(i.location.document.uri, i.location.pointer, i.is_new): i for i in items}.values())


def _spec_lines(change: Change) -> Iterator[Evidence]:
    """The schema keywords that differ; if none does, the declarations."""
    old, new = change.old_places, change.new_places
    differing = []
    for was, is_ in zip(old, new, strict=False) if not change.code else ():
        if isinstance(was, Node) and isinstance(is_, Node):
            differing += [*_required_lists(was, is_), *_keywords(was, is_)]
    if differing:
        explaining = _TELLING.get(change.rule.kind, frozenset())
        if explaining is _LIMITS:
            explaining = frozenset(
                _OF_LIMIT.get(
                    (change.after or change.before or "").removeprefix("each element: ").partition(" ")[0], _LIMITS
                )
            )
        yield from [item for item in differing if item.location.pointer.rpartition("/")[2] in explaining] or differing
        return
    for places, is_new in ((old, False), (new, True)):
        yield from (Evidence(place, is_new) for place in places[:1])


def _operation_lines(change: Change, old: Entity | None, new: Entity | None) -> Iterator[Evidence]:
    """The operation that the change is about, else the first that differs, or that only one side has."""
    if change.shared.kind is ChangeKind.OPERATION:
        yield from (Evidence(place, is_new=False) for place in change.old_places[:1] if change.before)
        yield from (Evidence(place, is_new=True) for place in change.new_places[:1] if change.after)
        return
    before, after = ({o.part: o.location for o in entity.operations} if entity else {} for entity in (old, new))
    for part in dict.fromkeys([*before, *after]):
        was, is_ = before.get(part), after.get(part)
        if not (isinstance(was, Node) and isinstance(is_, Node) and was.value == is_.value):
            if was is not None:
                yield Evidence(was, is_new=False)
            if is_ is not None:
                yield Evidence(is_, is_new=True)
            return


def _keywords(old: Node, new: Node) -> Iterator[Evidence]:
    before, after = (node.value if isinstance(node.value, dict) else {} for node in (old, new))
    for key in dict.fromkeys([*before, *after]):
        if key in _CONTAINERS or (key in before and key in after and before[key] == after[key]):
            continue
        if key in before:
            yield Evidence(old.child(key), is_new=False)
        if key in after:
            yield Evidence(new.child(key), is_new=True)


def _required_lists(old: Node, new: Node) -> Iterator[Evidence]:
    """The `required` lists of the parent schemas, if the property is in only one of them."""
    lists = [_list_of(node) for node in (old, new)]
    name = old.pointer.rpartition("/")[2]
    is_required = [required is not None and name in _strings(required.value) for required in lists]
    if is_required[0] != is_required[1]:
        for required, is_in_list, is_new in zip(lists, is_required, (False, True), strict=True):
            if required is not None and is_in_list:
                yield Evidence(required, is_new)


def _list_of(node: Node) -> Node | None:
    document, pointer = node.key  # with what overlays changed
    parent, _, _ = pointer.rpartition("/properties/")
    owner = document.at(parent) if parent != pointer and isinstance(document, Document) else None
    return owner.get("required") if owner is not None else None


def _strings(value: Any) -> list[str]:
    return [item for item in value if isinstance(item, str)] if isinstance(value, list) else []


def _config_lines(
    change: Change,
    entities: tuple[Entity | None, Entity | None],
    configs: tuple[Configs, Configs],
    keys: frozenset[tuple[str, str]],
) -> Iterator[Evidence]:
    """The parts of the config that differ and name the attribute; if none names it, all that differ.

    Of the sections for every entity, each key is a part; `keys` are those that made the change, if they are known. A
    single value beside the sections is for every entity, too.
    """
    names = _names(change)
    old, new = (config.entry(entity) for config, entity in zip(configs, entities, strict=True))
    old_rest, new_rest = configs[0].rest(old), configs[1].rest(new)
    for location in change.new_places[:1]:
        if location.document in {node.document for node in (new, *new_rest.values()) if node is not None}:
            yield Evidence(location, is_new=True)
    differing = list(_differences(old, new))
    for key in dict.fromkeys([*old_rest, *new_rest]):
        is_for_all = key in configs[1].for_all or _is_setting(old_rest.get(key), new_rest.get(key))
        compare = _by_key if is_for_all else _differences
        differences = list(compare(old_rest.get(key), new_rest.get(key)))
        if keys and key in configs[1].for_all:
            differences = [item for item in differences if any(_is_at(item.location, each) for each in keys)]
        differing += differences if is_for_all else [naming for item in differences for naming in _naming(item, names)]
    yield from [naming for item in differing for naming in _naming(item, names)] or differing


def _is_setting(*sides: Node | None) -> bool:
    return not any(isinstance(side.value, dict | list) for side in sides if side is not None)


def _names(change: Change) -> set[str]:
    """The names by which a config may refer to an attribute: both paths, the API's name; to an entity: both names."""
    if not change.path:
        return {change.entity, change.old_entity} - {""}
    names = {part for path in (change.path, change.old_path) for part in path.split(".") if part}
    for place in (*change.old_places[:1], *change.new_places[:1]):
        names.add(place.pointer.rpartition("/")[2])
        value = place.value if isinstance(place, Node) else None
        if isinstance(value, dict) and isinstance(value.get("name"), str):
            names.add(value["name"])
    return {name for name in names if not name.isdigit()}


def _naming(item: Evidence, names: set[str]) -> Iterator[Evidence]:
    """The smallest parts of a node with one of the names as their key, or in their value."""
    node = item.location
    if not isinstance(node, Node):
        return
    texts = {node.pointer.rpartition("/")[2]}
    if isinstance(node.value, str):
        texts |= set(node.value.split("."))
    if any(word in names for key in texts for word in (key, *key.split("."))):
        yield item
        return
    for member in [*(member for _, member in node.members()), *node.items()]:
        yield from _naming(Evidence(member, item.is_new), names)


def _by_key(old: Node | None, new: Node | None) -> Iterator[Evidence]:
    """As `_differences`; of a section that only one side has, each key."""
    if old is not None and new is not None:
        yield from _differences(old, new)
        return
    for side, is_new in ((old, False), (new, True)):
        members = list(side.members()) if side is not None else []
        yield from (Evidence(member, is_new) for _, member in members)
        if side is not None and not members:
            yield Evidence(side, is_new)


def _is_at(place: Location, key: tuple[str, str]) -> bool:
    """Whether a place is at a key of a section, or inside."""
    return tuple(split_pointer(place.pointer)[:2]) == key


def _differences(old: Node | None, new: Node | None) -> Iterator[Evidence]:
    """The smallest parts that differ; of lists, the items that only one of them has."""
    if old is None or new is None:
        if old is not None:
            yield Evidence(old, is_new=False)
        if new is not None:
            yield Evidence(new, is_new=True)
    elif isinstance(old.value, dict) and isinstance(new.value, dict):
        for key in dict.fromkeys([*old.value, *new.value]):
            if old.value.get(key) != new.value.get(key) or (key in old.value) != (key in new.value):
                yield from _differences(old.get(key), new.get(key))
    elif isinstance(old.value, list) and isinstance(new.value, list):
        before, after = ({value_key(value) for value in node.value} for node in (old, new))
        yield from (Evidence(item, is_new=False) for item in old.items() if value_key(item.value) not in after)
        yield from (Evidence(item, is_new=True) for item in new.items() if value_key(item.value) not in before)
    elif old.value != new.value:
        yield Evidence(old, is_new=False)
        yield Evidence(new, is_new=True)
