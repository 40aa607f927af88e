"""Finds leftovers: properties in places of a schema that are not mapped to attributes.

JSON Schema allows properties in many places: next to a `$ref` or an `allOf`, in `then`, in `patternProperties`, in the
schema of an array. Leftovers are the properties of the unused keywords of a schema that its used keywords do not have.
The comparison uses schemas as written, follows references, and combines all keywords that apply to the same value.
"""

from collections.abc import Callable, Collection, Hashable, Iterable, Iterator, Mapping, Sequence

from msgspec import Struct, field
from msgspec.structs import replace

from mapper.inputs import Documents, Node, Unresolved, text_of
from mapper.inputs.document import CompositeNode, Key, MergedNode, merged_node
from mapper.report.diagnostic import Note, Rule

from .. import rules
from ..limits import Spending
from .choice import by_discriminator
from .keywords import COMPOSITIONS, LIMITING, SCALAR_TYPES, Schema, entries
from .unmapped import MERGE_FIX, Leftover, Skipped, UnmappedKind

MAX_NAMES = 200
"""The maximum number of properties reported for one place; the last one says how many more there are."""

MAX_COMPARED = 2000
"""The maximum number of schemas in one comparison; schemas beyond it are reported as lost completely."""

_RULES: Mapping[str, Rule] = {
    **dict.fromkeys(("if", "then", "else", "dependentSchemas", "dependencies", "not"), rules.CONDITIONAL),
    **dict.fromkeys(("patternProperties", "unevaluatedProperties", "propertyNames"), rules.OTHER_KEYS),
    **dict.fromkeys(("prefixItems", "contains", "additionalItems", "unevaluatedItems"), rules.OTHER_ITEMS),
    **dict.fromkeys(("properties", "additionalProperties", "items", "contentSchema"), rules.OTHER_TYPE),
    **dict.fromkeys(("$dynamicRef", "$recursiveRef", "discriminator"), rules.NOT_FOLLOWED),
    **dict.fromkeys(COMPOSITIONS, rules.BESIDE_COMPOSITION),
}
"""The keywords that may contain properties, and the rule for those that are not mapped."""

_IN_ROOT: Mapping[str, Rule] = {**_RULES, "additionalProperties": rules.VALUES_LOST}
_TOLD = LIMITING | {"default", "deprecated", "format"}
_FORMATS = frozenset(("double", "float", "password", "set"))
"""The formats that change an attribute."""

_BESIDE_USED = (_RULES.keys() | _TOLD | {"required"}) - {"discriminator"}
_ROOT = ""
"""The type that stands for a root, of which only the properties are mapped."""

_USED = {
    "object": frozenset(("properties", "additionalProperties")),
    "array": frozenset(("items",)),
    _ROOT: frozenset(("properties",)),
}
_NOTHING = frozenset[str]()
_ANY = frozenset(_RULES)
_UNUSED = {type_: _ANY - _USED.get(type_, _NOTHING) for type_ in (*SCALAR_TYPES, *_USED)}
_MERGED = COMPOSITIONS | {"$ref"}
_BESIDE = (rules.BESIDE_COMPOSITION, rules.BESIDE_REFERENCE)

_WIDE = ("properties", "patternProperties", "items", "prefixItems")
"""Keywords with many schemas, each of which is compared."""

_SAME_VALUE = ("not", "if", "then", "else")
_BY_NAME = ("dependentSchemas", "dependencies")
_ITEMS = ("items", "prefixItems", "contains", "additionalItems", "unevaluatedItems")
_VALUES = ("additionalProperties", "unevaluatedProperties")
_INSIDE = ("propertyNames", "contentSchema")


class _Shape(Struct):
    """The properties, items and values that several schemas declare for the same value."""

    properties: dict[str, list[Node]] = field(default_factory=dict)
    patterns: dict[str, list[Node]] = field(default_factory=dict)
    items: list[Node] = field(default_factory=list)
    values: list[Node] = field(default_factory=list)
    inside: list[Node] = field(default_factory=list)


class _Search(Struct):
    """The state of a comparison: the pairs of schemas being compared, and how many more may be."""

    open: set[tuple[frozenset[Hashable], frozenset[Hashable]]] = field(default_factory=set)
    left: int = MAX_COMPARED


def is_plain(node: Node, type_: str) -> bool:
    """Whether the schema has no leftovers, as most: all of its keywords with properties are used."""
    if type(node) is not Node or not _UNUSED.get(type_, _ANY).isdisjoint(node.value):
        return False
    return type_ != "array" or not isinstance(node.value.get("items"), list)


def beside(schema: Schema, node: Node, used: str, mapped: Sequence[Node]) -> Schema:
    """`schema`, for which only `mapped` below the keyword `used` of `node` is used, and nothing next to it."""
    if used == "$ref" and (text := text_of(node.value.get("description"))) and text != schema.description:
        note = Note(rules.BESIDE_KEYWORDS, "what is next to $ref is left out: description", node, MERGE_FIX)
        schema = replace(schema, notes=(*schema.notes, note))
    keywords = [key for key in node.value if key in _BESIDE_USED and key != used]
    if not keywords:
        return schema
    rule = rules.BESIDE_REFERENCE if used == "$ref" else rules.BESIDE_COMPOSITION
    skipped = Skipped(used, (_only(node, keywords),), tuple(mapped), rule, is_beside=True)
    return replace(schema, skipped=(*schema.skipped, skipped))


def without_other_branches(schema: Schema, keyword: str, branches: Sequence[Node]) -> Schema:
    """`schema`, a branch of a choice, without what only the others of `branches` declare."""
    skipped = Skipped(keyword, tuple(branches), (schema.node,), rules.BESIDE_COMPOSITION)
    return replace(schema, skipped=(*schema.skipped, skipped))


class FindUnmapped:
    """Finds the properties of schemas that are not mapped."""

    def __init__(self, documents: Documents, spending: Spending) -> None:
        self._documents = documents
        self._spending = spending
        self._named: dict[Hashable, dict[Key, Node]] = {}
        self._found: dict[tuple[Node, str, tuple[Skipped, ...]], tuple[Leftover, ...]] = {}
        self._roots: dict[tuple[Node, tuple[Leftover, ...]], tuple[Leftover, ...]] = {}

    def added(self, schema: Schema) -> Schema:
        """A normalised schema with its leftovers; they are searched once for all references to it."""
        if not schema.skipped and is_plain(schema.node, schema.type):
            return schema
        key = schema.node, schema.type, schema.skipped
        leftovers = self._found.get(key)
        if leftovers is None:
            leftovers = self.of(schema.node, schema.type)
            for skipped in schema.skipped:
                leftovers += self._between(skipped.others, skipped.mapped, skipped.keyword, skipped.rule)
                leftovers += _keywords(skipped, schema.node) if skipped.is_beside else ()
            leftovers += schema.leftovers
            if schema.hops:
                self._found[key] = leftovers
        return replace(schema, leftovers=leftovers) if leftovers else schema

    def added_to_root(self, schema: Schema) -> Schema:
        """The same for a root. Only its properties are mapped."""
        key = schema.node, schema.leftovers
        leftovers = self._roots.get(key)
        if leftovers is None:
            leftovers = tuple(entry for entry in schema.leftovers if entry.is_sibling or entry.is_merged)
            if isinstance(schema.node.value.get("properties"), dict) or schema.type == "object":
                leftovers += self.of(schema.node, _ROOT)  # any other type is reported as a whole
            if schema.hops:
                self._roots[key] = leftovers
        return replace(schema, leftovers=leftovers) if leftovers or schema.leftovers else schema

    def of(self, node: Node, type_: str) -> tuple[Leftover, ...]:
        """The leftovers in a schema that supplies type and keywords of an attribute."""
        if is_plain(node, type_):
            return ()
        return self._unused_keywords(node, _USED.get(type_, _NOTHING), _IN_ROOT if type_ == _ROOT else _RULES)

    def without(self, schema: Schema, others: Sequence[Node]) -> Schema:
        """The schema of a body, with what only its other media types declare."""
        if not others:
            return schema
        leftovers = self._between(others, [schema.node], "content", rules.OTHER_MEDIA_TYPE)
        return replace(schema, leftovers=schema.leftovers + leftovers) if leftovers else schema

    def declares_more(self, others: Sequence[Node], mapped: Sequence[Node]) -> bool:
        """Whether `others` have properties that `mapped` lack outside of compositions."""
        plain = [_only(node, [key for key in node.value if key not in COMPOSITIONS]) for node in mapped]
        return any(True for _ in self._unmapped_properties(others, plain, (), _Search()))

    def declared(self, node: Node, used: str) -> tuple[Leftover, ...]:
        """What a schema declares or requires next to the keyword `used`, which a policy merges."""
        others = [_only(node, [key for key in node.value if key != used])]
        properties = _shape(self._schemas(others, self._same_value).values()).properties
        names = dict.fromkeys([*properties, *sorted(self._required_names(others))])
        return tuple(Leftover(UnmappedKind.PROPERTY, (name,), (node,), used, rules.POLICY) for name in names)

    def _unused_keywords(self, node: Node, usable: Collection[str], unused: Mapping[str, Rule]) -> tuple[Leftover, ...]:
        used = [key for key in node.value if key in usable]
        mapped = [_only(node, used)]
        leftovers: list[Leftover] = []
        for leaf in leaves(node):
            done = used if leaf is node else [*used, *_MERGED]
            for keyword in leaf.value:
                if keyword in unused and keyword not in done:
                    leftovers += self._keyword(leaf, keyword, node, mapped, unused[keyword])
            if "items" in used and isinstance(leaf.value.get("items"), list):  # only the first entry is used
                items = list(leaf.child("items").items())
                leftovers += self._between(items[1:], items[:1], "items", rules.OTHER_ITEMS)
        by_path: dict[tuple[object, ...], Leftover] = {}
        for entry in leftovers:
            key = (entry.kind, entry.path, entry.rule)
            by_path[key] = by_path[key].also(*entry.places) if key in by_path else entry
        return tuple(by_path.values())

    def _keyword(
        self, leaf: Node, keyword: str, whole: Node, mapped: Sequence[Node], rule: Rule
    ) -> tuple[Leftover, ...]:
        if keyword in ("$dynamicRef", "$recursiveRef"):
            return (Leftover(UnmappedKind.KEYS, (keyword,), (leaf.child(keyword),), keyword, rule),)
        if keyword != "discriminator":
            return self._between([_only(leaf, [keyword])], mapped, keyword, rule)
        return tuple(self._of_variants(leaf, whole, rule))

    def _of_variants(self, leaf: Node, whole: Node, rule: Rule) -> list[Leftover]:
        """The leftovers in the schemas that the discriminator of `leaf` names."""
        variants = self._variants(leaf)
        lost: dict[Key, tuple[Leftover, ...]] = {}
        # a schema is often one of the variants of what it extends, and compared with this one first
        for key in (*(place for place in _places(whole) if place in variants), *variants):
            if key not in lost:
                lost[key] = self._between([variants[key]], [whole], "discriminator", rule)
                if whole is not leaf and not lost[key]:
                    return []  # the schema itself is one of the variants
        return [entry for key in variants for entry in lost[key]]

    def _variants(self, node: Node) -> dict[Key, Node]:
        """The schemas that a discriminator names, by their places; none if there is a choice next to it."""
        if "oneOf" in node.value or "anyOf" in node.value:
            return {}
        key = _key(node)
        targets = self._named.get(key)
        if targets is None:
            targets = self._named[key] = {target.key: target for _, target in by_discriminator(self._documents, node)}
        return targets

    # The comparison

    def _between(
        self, others: Sequence[Node], mapped: Sequence[Node], keyword: str, rule: Rule
    ) -> tuple[Leftover, ...]:
        """A leftover for each property that `others` have and `mapped` lack."""
        by_path: dict[tuple[str, ...], Leftover] = {}
        more = 0
        for kind, path, place in self._unmapped_properties(others, mapped, (), _Search()):
            if path in by_path:
                by_path[path] = by_path[path].also(place)
            elif len(by_path) < MAX_NAMES:
                by_path[path] = Leftover(kind, path, (place,), keyword, rule)
            else:
                more += 1
        entries = list(by_path.values())
        if more:
            entries[-1] = replace(entries[-1], more=more)
        if rule in _BESIDE:
            names = sorted(self._required_names(others) - self._required_names(mapped))
            entries += [
                Leftover(UnmappedKind.REQUIRED, (name,), (others[0],), keyword, rule) for name in names[:MAX_NAMES]
            ]
        return tuple(entries)

    def _unmapped_properties(
        self, others: Sequence[Node], mapped: Sequence[Node], way: tuple[str, ...], search: _Search
    ) -> Iterator[tuple[UnmappedKind, tuple[str, ...], Node]]:
        """Kind, path and place of each property that only `others` have."""
        pair = frozenset(map(_key, others)), frozenset(map(_key, mapped))
        if pair[0] <= pair[1] or pair in search.open:
            return  # nothing else is declared, or the same pair is being compared: a cycle
        search.left -= 1
        if search.left < 0:
            if way:
                yield UnmappedKind.PROPERTY, way, others[0]
            return
        search.open.add(pair)
        schemas, known_schemas = (self._schemas(side, self._same_value) for side in (others, mapped))
        if schemas.keys() <= known_schemas.keys():  # for instance, both refer to the same schema
            search.open.discard(pair)
            return
        self._spending.compared(others[0], sum(map(_extent, (*schemas.values(), *known_schemas.values()))))
        shape, mapped_shape = _shape(schemas.values()), _shape(known_schemas.values())
        for name, nodes in shape.properties.items():
            if name not in mapped_shape.properties:
                yield UnmappedKind.PROPERTY, (*way, name), nodes[0]
            else:
                yield from self._unmapped_properties(nodes, mapped_shape.properties[name], (*way, name), search)
        for pattern, nodes in shape.patterns.items():
            if pattern in mapped_shape.patterns or mapped_shape.values:
                yield from self._unmapped_properties(
                    nodes, mapped_shape.patterns.get(pattern) or mapped_shape.values, way, search
                )
            else:
                yield UnmappedKind.KEYS, (*way, pattern), nodes[0]
        if shape.values and not mapped_shape.values:
            yield UnmappedKind.KEYS, (*way, "*"), shape.values[0]
        else:
            yield from self._unmapped_properties(shape.values, mapped_shape.values, way, search)
        yield from self._unmapped_properties(shape.items, mapped_shape.items, way, search)
        yield from self._unmapped_properties(shape.inside, mapped_shape.inside, way, search)
        search.open.discard(pair)

    def _schemas(self, nodes: Iterable[Node], inside: Callable[[Node], list[Node]]) -> dict[Hashable, Node]:
        """All of `nodes` and of what `inside` finds in each, except pure references."""
        by_key: dict[Hashable, Node] = {}
        seen: set[Hashable] = set()
        stack = list(nodes)[::-1]
        while stack:
            node = stack.pop()
            if isinstance(node, CompositeNode):
                stack += node.sources[::-1]
                continue
            value = node.value
            key = _key(node)
            if isinstance(value, dict) and key not in seen and len(seen) < MAX_COMPARED:
                seen.add(key)
                stack += inside(node)[::-1]
                if len(value) > 1 or "$ref" not in value:
                    by_key[key] = node
        return by_key

    def _required_names(self, nodes: Iterable[Node]) -> set[str]:
        """The names of the required properties."""
        schemas = self._schemas(nodes, lambda node: self._referenced_schemas(node) + entries(node, "allOf")).values()
        lists = (listed for node in schemas if isinstance(listed := node.value.get("required"), list))
        return {text for listed in lists for entry in listed if (text := text_of(entry))}

    def _referenced_schemas(self, node: Node) -> list[Node]:
        reference = node.value.get("$ref")
        if not isinstance(reference, str):
            return []
        try:
            return [self._documents.resolve(node.document, reference, node.pointer)]
        except Unresolved:  # reported where the reference is mapped
            return []

    def _same_value(self, node: Node) -> list[Node]:
        """The schemas in `node` that apply to the same value."""
        value = node.value
        schemas = self._referenced_schemas(node)
        for key in value:
            if key in COMPOSITIONS:
                schemas += entries(node, key)
            elif key in _SAME_VALUE:
                schemas.append(node.child(key))
            elif key in _BY_NAME:
                schemas += [schema for _, schema in node.child(key).members()]
        return schemas


def leaves(node: Node) -> Iterator[Node]:
    """The original schemas that `node` is merged from; the node itself if it is not merged."""
    if isinstance(node, MergedNode):
        for part in node.parts:
            yield from leaves(part)
    else:
        yield node


def _places(node: Node) -> Iterator[Key]:
    """The places of a schema and of those that it is merged from."""
    yield node.document, node.pointer
    if isinstance(node, MergedNode):
        for part in node.parts:
            yield from _places(part)


def _keywords(skipped: Skipped, node: Node) -> tuple[Leftover, ...]:
    """The keywords next to a reference or a composition that `node`, which is used, does not have."""
    (beside_it,) = skipped.others
    said = {key: value for key, value in beside_it.value.items() if key in _TOLD and value is not None}
    if text_of(said.get("format")) not in _FORMATS:
        said.pop("format", None)
    names = tuple(key for key, value in said.items() if value is not False and node.value.get(key) != value)
    return (
        (Leftover(UnmappedKind.KEYWORDS, names, (beside_it,), skipped.keyword, rules.BESIDE_KEYWORDS),) if names else ()
    )


def notes_of(leftovers: Sequence[Leftover]) -> list[Note]:
    """A note for each rule that lists the leftovers."""
    by_rule: dict[Rule, list[Leftover]] = {}
    for entry in leftovers:
        by_rule.setdefault(entry.rule, []).append(entry)
    return [Note(rule, _text(entries), entries[0].places[0], entries[0].fix) for rule, entries in by_rule.items()]


def _text(entries: Sequence[Leftover]) -> str:
    return entries[0].text if len(entries) == 1 else "; ".join(dict.fromkeys(entry.text for entry in entries))


def _only(node: Node, keywords: Iterable[str]) -> Node:
    """A schema with only some of its keywords."""
    return merged_node(node, {keyword: node.child(keyword) for keyword in keywords})


def _key(node: Node) -> Hashable:
    """Equal for the nodes of one place; what is merged is no place."""
    return node if isinstance(node, MergedNode) else node.key


def _extent(node: Node) -> int:
    """The number of schemas that a comparison visits: the schema, its properties and its items."""
    return 1 + sum(len(member) for key in _WIDE if isinstance(member := node.value.get(key), dict | list))


def _shape(nodes: Iterable[Node]) -> _Shape:
    shape = _Shape()
    for node in nodes:
        _take(shape, node)
    return shape


def _take(shape: _Shape, node: Node) -> None:
    """Add the properties and items that one schema declares."""
    value = node.value
    if "properties" in value:
        for name, schema in node.child("properties").members():
            shape.properties.setdefault(name, []).append(schema)
    if "patternProperties" in value:
        for pattern, schema in node.child("patternProperties").members():
            shape.patterns.setdefault(pattern, []).append(schema)
    for key in value:
        if key in _ITEMS:
            shape.items += _schemas(node.child(key))
        elif key in _VALUES:
            shape.values += _schemas(node.child(key))
        elif key in _INSIDE:
            shape.inside += _schemas(node.child(key))


def _schemas(node: Node) -> list[Node]:
    """The schemas under a keyword, except `true` and `{}`."""
    schemas = node.items() if isinstance(node.value, list) else [node]
    return [schema for schema in schemas if isinstance(schema.value, dict) and schema.value]
