"""Merges schemas: all of them apply (allOf), or any of them (a union).

A merged schema has no place of its own. Its members refer to the nodes that they come from, so that every property,
default and limit keeps its document and pointer.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence

from msgspec.structs import replace

from mapper.inputs import Documents, Node, bool_of, number_of, text_of
from mapper.inputs.document import CompositeNode, MergedNode, merged_node, rewritten
from mapper.report.diagnostic import Note
from mapper.report.fix import for_all
from mapper.text.numbers import is_finite, is_multiple

from ..rules import CONTRADICTION, POLICY
from .choice import choices_of, names_of_properties, says_nothing, types_of_values_in
from .keywords import COMPOSITIONS, is_only_null, types_in

_FIX = for_all("policies", "contradictions", value="specific")

_COMPATIBLE = frozenset(("integer", "number"))

MAX_SHOWN = 8
"""The maximum number of list entries in a message."""


def merge(place: Node, parts: Sequence[Node], notes: list[Note]) -> MergedNode:
    """The schema that satisfies all of `parts`. If two contradict each other, the first one wins."""
    children: dict[str, Node] = {}
    for keyword, nodes in _by_keyword(parts).items():
        rule = _ALL.get(keyword, _first)
        children[keyword] = nodes[0] if len(nodes) == 1 else rule(nodes, keyword, notes)
    return _merge_parts(place, children, parts, alternatives=False)


def unite(place: Node, parts: Sequence[Node], type_: str) -> MergedNode:
    """The schema of type `type_` that accepts what any of `parts` accepts."""
    children: dict[str, Node] = {}
    for keyword, nodes in _by_keyword(parts).items():
        if len(nodes) < len(parts):
            continue  # a part without the keyword has no limit
        child = _ANY.get(keyword, _common_value)(nodes, keyword, [])  # what any of them may be contradicts nothing
        if child is not None:
            children[keyword] = child
    children["type"] = Node(place.document, place.pointer, type_)
    return _merge_parts(place, children, parts, alternatives=True)


def with_properties(node: Node, places: Mapping[str, Sequence[Node]]) -> MergedNode:
    """An object schema with more properties; a property declared in several places may match any of them."""
    properties = node.get("properties")
    members = dict(properties.members()) if properties else {}
    for name, nodes in places.items():
        members[name] = nodes[0] if len(nodes) == 1 else _several(nodes, alternatives=True)
    children = {**dict(node.members()), "properties": merged_node(properties or node, members)}
    return rewritten(node, children)


def without_contradictions(documents: Documents, parts: Sequence[Node], notes: list[Note]) -> list[Node]:
    """The parts of a merged schema that go with the first of those that say what a value holds.

    Many APIs declare an envelope once, with a member that may be anything (`result: {type: array, items: {}}`). Each
    response then says what it is (`result: {type: object, properties: …}`). What says more is meant.
    """
    typed = [(part, types) for part in parts if (types := types_of_values_in(part))]
    if not any(_exclude(typed[0][1], types) for _, types in typed[1:]):
        return list(parts)
    first, meant = next((entry for entry in typed if _says_something(documents, *entry)), typed[0])
    lost = {part for part, types in typed if _exclude(meant, types)}
    others = ", ".join(dict.fromkeys(type_ for part, types in typed if part in lost for type_ in types))
    text = f"the type is {', '.join(meant)}, not {others} as in another of the merged schemas"
    notes.append(Note(POLICY, f"{text} (policy contradictions)", first))
    return [part for part in parts if part not in lost]


def _says_something(documents: Documents, part: Node, types: Sequence[str]) -> bool:
    if "array" in types:
        items = part.get("items")
        return items is not None and not says_nothing(documents, items)
    if "object" in types:
        values = part.get("additionalProperties")
        if values is not None and isinstance(values.value, dict) and not says_nothing(documents, values):
            return True
        return bool(part.value.get("properties"))
    return True


def _exclude(first: Sequence[str], second: Sequence[str]) -> bool:
    """Whether no value is of both."""
    return set(first).isdisjoint(second) and not {*first, *second} <= _COMPATIBLE


def _by_keyword(parts: Iterable[Node]) -> dict[str, list[Node]]:
    """The nodes of every keyword, except `properties`, references and compositions."""
    by_keyword: dict[str, list[Node]] = {}
    for part in parts:
        for keyword in part.value:
            if keyword not in _NOT_BY_KEYWORD and (node := _keyword_value(part, keyword)) is not None:
                by_keyword.setdefault(keyword, []).append(node)
    return by_keyword


def _keyword_value(part: Node, keyword: str) -> Node | None:
    """The value of a keyword; for an exclusive bound that is *true* (OpenAPI 3.0), the bound of this part."""
    node = part.child(keyword)
    excludes = bool_of(node.value) if keyword in _EXCLUDED else None
    if excludes is None:
        return node
    bound = part.get(_EXCLUDED[keyword]) if excludes else None
    return bound if bound is not None and _numbers([bound]) else None


def _merge_parts(place: Node, children: dict[str, Node], parts: Sequence[Node], *, alternatives: bool) -> MergedNode:
    properties = _properties(parts, alternatives=alternatives)
    if properties is not None:
        children["properties"] = properties
    choices = () if alternatives else tuple(choice for part in parts for choice in choices_of(part))
    needed, others, partial = (_of_the_first if alternatives else _of_all)(parts)
    return replace(
        merged_node(place, children), choices=choices, parts=tuple(parts), needed=needed, others=others, partial=partial
    )


_Names = frozenset[str]


def _of_the_first(parts: Sequence[Node]) -> tuple[_Names, _Names, _Names]:
    """Of alternatives: what the first one requires, what only the others have, and what not all have."""
    needed, others, partial = _variant(parts[0])
    names = [frozenset(names_of_properties(part)) for part in parts]
    every = frozenset[str]().union(*names)
    lacking = every - names[0].intersection(*names[1:])
    return needed | required_by(parts[0]), every - (names[0] - others), partial | lacking


def _of_all(parts: Iterable[Node]) -> tuple[_Names, _Names, _Names]:
    """The same of schemas that hold together: what one of them has for sure is in each variant."""
    variants = [(part, *_variant(part)) for part in parts]
    needed = frozenset[str]().union(*(names for _, names, _, _ in variants))
    others = frozenset[str]().union(*(names for _, _, names, _ in variants))
    partial = frozenset[str]().union(*(names for _, _, _, names in variants))
    if partial:
        sure = {name for part, _, _, lacking in variants for name in names_of_properties(part) if name not in lacking}
        others, partial = others - sure, partial - sure
    return needed, others, partial


def _variant(node: Node) -> tuple[_Names, _Names, _Names]:
    marks = (node.needed, node.others, node.partial) if isinstance(node, MergedNode) else None
    return marks or (frozenset(), frozenset(), frozenset())


def required_by(node: Node) -> _Names:
    """The names of the properties that a schema object itself requires."""
    listed = node.value.get("required")
    return frozenset(name for entry in listed if (name := text_of(entry))) if isinstance(listed, list) else frozenset()


def _properties(parts: Iterable[Node], *, alternatives: bool) -> MergedNode | None:
    """The properties of all parts; a property that several parts have is merged when it is mapped."""
    by_name: dict[str, list[Node]] = {}
    place = None
    for part in parts:
        properties = part.get("properties")
        if properties is not None and isinstance(properties.value, dict) and properties.value:
            place = place or properties
            for name in properties.value:
                by_name.setdefault(name, []).append(properties.child(name))
    if place is None:
        return None
    members = {
        n: nodes[0] if len(nodes) == 1 else _several(nodes, alternatives=alternatives) for n, nodes in by_name.items()
    }
    return merged_node(place, members)


def _several(nodes: Sequence[Node], *, alternatives: bool) -> CompositeNode:
    # the value marks it as a composition; its parts are the sources
    return CompositeNode(nodes[0].document, nodes[0].pointer, {"allOf": []}, tuple(nodes), alternatives)


Rule = Callable[[list[Node], str, list[Note]], Node]
MaybeRule = Callable[[list[Node], str, list[Note]], Node | None]


def _first(nodes: list[Node], _keyword: str, _notes: list[Note]) -> Node:
    return nodes[0]


def _first_text(nodes: list[Node], _keyword: str, _notes: list[Note]) -> Node:
    return next((node for node in nodes if text_of(node.value)), nodes[0])


def _first_of_the_same(nodes: list[Node], keyword: str, notes: list[Note]) -> Node:
    for node in nodes[1:]:
        if not _same(nodes[0].value, node.value):
            _contradict(nodes[0], node, keyword, notes)
    return nodes[0]


def _common_value(nodes: list[Node], _keyword: str, _notes: list[Note]) -> Node | None:
    return nodes[0] if all(_same(nodes[0].value, node.value) for node in nodes[1:]) else None


def _narrowest_type(nodes: list[Node], keyword: str, notes: list[Note]) -> Node:
    typed = [node for node in nodes if types_in(node.value)]
    if not typed:
        return nodes[0]
    types = types_in(typed[0].value)
    for node in typed[1:]:
        narrower = _both(types, types_in(node.value))
        if not narrower or is_only_null(narrower):
            _contradict(typed[0], node, keyword, notes)
        else:
            types = narrower
    return Node(typed[0].document, typed[0].pointer, types)


def _both(first: list[str], second: list[str]) -> list[str]:
    common = []
    for type_ in first:
        if type_ in second:
            common.append(type_)
        elif (type_ == "number" and "integer" in second) or (type_ == "integer" and "number" in second):
            common.append("integer")
    return list(dict.fromkeys(common))


def _required_by_any(nodes: list[Node], _keyword: str, _notes: list[Note]) -> Node:
    names = [text for node in nodes for text in _texts(node)]
    return Node(nodes[0].document, nodes[0].pointer, list(dict.fromkeys(names)))


def _required_by_all(nodes: list[Node], _keyword: str, _notes: list[Note]) -> Node:
    others = [set(_texts(node)) for node in nodes[1:]]
    names = [name for name in _texts(nodes[0]) if all(name in other for other in others)]
    return Node(nodes[0].document, nodes[0].pointer, names)


def _greatest(nodes: list[Node], _keyword: str, _notes: list[Note]) -> Node:
    return max(_numbers(nodes) or nodes[:1], key=_number)


def _least(nodes: list[Node], _keyword: str, _notes: list[Note]) -> Node:
    return min(_numbers(nodes) or nodes[:1], key=_number)


def _multiple_of_all(nodes: list[Node], keyword: str, notes: list[Note]) -> Node:
    """The largest number if it is a multiple of all others, else the first."""
    numbers = [node for node in _numbers(nodes) if _number(node) > 0]
    largest = max(numbers, key=_number, default=None)
    if largest is not None and all(is_multiple(_number(largest), _number(node)) for node in numbers):
        return largest
    return _first_of_the_same(numbers or nodes, keyword, notes)


def _common_entries(nodes: list[Node], keyword: str, notes: list[Note]) -> Node:
    lists = [node for node in nodes if isinstance(node.value, list)]
    if not lists:
        return nodes[0]
    kept = list(lists[0].items())
    for node in lists[1:]:
        allowed = {_plain(entry) for entry in node.value}
        common = [entry for entry in kept if _plain(entry.value) in allowed]
        if not any(entry.value is not None for entry in common):
            _contradict(lists[0], node, keyword, notes)
        else:
            kept = common
    return _list(lists[0], kept)


def _all_entries(nodes: list[Node], _keyword: str, _notes: list[Note]) -> Node:
    by_value = {_plain(entry.value): entry for node in reversed(nodes) for entry in reversed(list(node.items()))}
    return _list(nodes[0], reversed(by_value.values()))


def _true_anywhere(nodes: list[Node], _keyword: str, _notes: list[Note]) -> Node:
    return next((node for node in nodes if bool_of(node.value) is True), nodes[0])


def _true_everywhere(nodes: list[Node], _keyword: str, _notes: list[Note]) -> Node:
    return next((node for node in nodes if bool_of(node.value) is not True), nodes[0])


def _all_schemas(nodes: list[Node], _keyword: str, _notes: list[Note]) -> Node:
    """Like `properties`; `true` and `false`, as in additionalProperties, give way to schemas."""
    schemas = [node for node in nodes if bool_of(node.value) is None]
    return _several(schemas, alternatives=False) if len(schemas) > 1 else (schemas or nodes)[0]


def _any_schemas(nodes: list[Node], _keyword: str, _notes: list[Note]) -> Node | None:
    if any(bool_of(node.value) is not None for node in nodes):
        return None
    return _several(nodes, alternatives=True) if len(nodes) > 1 else nodes[0]


def _list(place: Node, items: Iterable[Node]) -> Node:
    children = dict[str | int, Node](enumerate(items))
    return MergedNode(place.document, place.pointer, [node.value for node in children.values()], children)


def _texts(node: Node) -> list[str]:
    return [text for item in node.items() if (text := text_of(item.value)) is not None]


def _numbers(nodes: list[Node]) -> list[Node]:
    """The nodes with a finite number."""
    return [node for node in nodes if (number := number_of(node.value)) is not None and is_finite(number)]


def _number(node: Node) -> float:
    return number_of(node.value) or 0


def _plain(value: object) -> tuple[str, object]:
    """A key that is equal for equal scalars. The key of a list or an object equals no other."""
    if (truth := bool_of(value)) is not None:
        return "boolean", truth
    if (number := number_of(value)) is not None:
        return "number", number
    return ("text", value) if value is None or isinstance(value, str) else ("other", object())


def _same(first: object, second: object) -> bool:
    if isinstance(first, dict | list):
        try:
            return first == second
        except RecursionError:
            return False
    return _plain(first) == _plain(second)


def _contradict(first: Node, second: Node, keyword: str, notes: list[Note]) -> None:
    text = f"{keyword} is {_in_words(first.value)} in one of the merged schemas, {_in_words(second.value)} in another"
    notes.append(Note(CONTRADICTION, text, second, _FIX if keyword == "type" else None))


def _in_words(value: object) -> str:
    if isinstance(value, list):
        texts = [text_of(entry) or "…" for entry in value[:MAX_SHOWN]]
        return f"[{', '.join(texts)}{', …' if len(value) > MAX_SHOWN else ''}]"
    if isinstance(value, dict):
        return "an object"
    return repr("null" if (text := text_of(value)) is None else text)


_MINIMA = ("minimum", "exclusiveMinimum", "minLength", "minItems", "minProperties")
_MAXIMA = ("maximum", "exclusiveMaximum", "maxLength", "maxItems", "maxProperties")
_EXCLUDED = {"exclusiveMinimum": "minimum", "exclusiveMaximum": "maximum"}
_FLAGS = ("uniqueItems", "deprecated", "readOnly", "writeOnly")
_SCHEMAS = frozenset(("items", "additionalProperties"))
_NOT_BY_KEYWORD = COMPOSITIONS | {"$ref", "properties"}
_ALL: dict[str, Rule] = {
    "type": _narrowest_type,
    "required": _required_by_any,
    "enum": _common_entries,
    **dict.fromkeys(_MINIMA, _greatest),
    **dict.fromkeys(_MAXIMA, _least),
    "multipleOf": _multiple_of_all,
    **dict.fromkeys(_FLAGS, _true_anywhere),
    **dict.fromkeys(("format", "pattern", "default", "const"), _first_of_the_same),
    **dict.fromkeys(("description", "title"), _first_text),
    **dict.fromkeys(_SCHEMAS, _all_schemas),
}
_ANY: dict[str, MaybeRule] = {
    "type": _first,
    "required": _required_by_all,
    "enum": _all_entries,
    **dict.fromkeys(_MINIMA, _least),
    **dict.fromkeys(_MAXIMA, _greatest),
    **dict.fromkeys(_FLAGS, _true_everywhere),
    **dict.fromkeys(_SCHEMAS, _any_schemas),
}
