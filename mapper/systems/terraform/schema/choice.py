"""What can be said of a oneOf or anyOf: which branch goes with what, its branches by name, single values as an enum."""

import re
from collections.abc import Callable, Container, Iterable, Iterator, Sequence

from msgspec.structs import replace

from mapper.inputs import Documents, Node, Unresolved, reference_name, text_of, text_or_empty
from mapper.inputs.document import CompositeNode, MergedNode, merged_node, rewritten
from mapper.model import Attribute, Status, Variant, nested_body
from mapper.model.limits import ExactlyOneOf, find
from mapper.report.diagnostic import Note

from ..identifiers import free, to_identifier
from ..rules import KEYS_BY_PATTERN, OF_ONE_TYPE, POLICY
from .keywords import (
    NULL,
    SCALAR_TYPES,
    Schema,
    common_type,
    entries,
    is_annotation,
    type_of_values,
    types_of,
    without_null,
)
from .repeated import without_repeated
from .values import read_limits

_NO_LETTERS = re.compile(r"[^A-Za-z0-9]+")
_LIMITS_ONLY = frozenset("type properties items additionalProperties allOf anyOf oneOf enum const format $ref".split())
"""A schema without these keywords does not describe its value."""

_NAMELESS = re.compile(r"option_\d+\Z")
"""The name of a branch that the API gives none."""

_BARE = frozenset(("description", "nullable", "title", "type"))
_HOLDING = frozenset(("items", "additionalProperties"))
_VALUES = frozenset(("const", "enum", "type", "format"))


def only_limits(documents: Documents, branches: Iterable[Node]) -> bool:
    """Whether all branches only restrict the schema next to the choice, such as `required: [a]`."""
    values = [documents.behind(branch).value for branch in branches]
    return all(value is True or (isinstance(value, dict) and value.keys().isdisjoint(_LIMITS_ONLY)) for value in values)


def says_nothing(documents: Documents, node: Node) -> bool:
    """Whether a schema accepts any value: it is `true`, or has only annotations."""
    value = documents.behind(node).value
    return value is True or (isinstance(value, dict) and all(map(is_annotation, value)))


def variants(
    documents: Documents, node: Node, keyword: str, branches: Sequence[Node], parts: Iterable[Node]
) -> MergedNode:
    """An object with exactly one of the branches of a choice, each in a property. `parts` are next to the choice."""
    taken = [name for part in parts for name in names_of_properties(part)]
    properties = named_branches(documents, node, keyword, branches, taken)
    type_ = Node(properties.document, properties.pointer, "object")
    return replace(
        merged_node(properties, {"type": type_, "properties": properties}), choices=(tuple(properties.value),)
    )


def named_branches(
    documents: Documents, node: Node, keyword: str, branches: Sequence[Node], taken: Iterable[str]
) -> MergedNode:
    """The branches of a choice by name. `taken` are the names of properties next to it."""
    names = _names(documents, node, branches, {to_identifier(name) for name in taken})
    return merged_node(node.child(keyword), dict(zip(names, branches, strict=True)))


def has_nameless_values(documents: Documents, node: Node, keyword: str, branches: Sequence[Node]) -> bool:
    """Whether a branch is no object and has no name, so that users would write it as `{ option_1 = … }`."""
    rest = without_null(documents, branches)
    if len(rest) < 2:  # noqa: PLR2004 - no choice
        return False
    named = named_branches(documents, node, keyword, rest, ()).members()
    nameless = (documents.behind(branch) for name, branch in named if _NAMELESS.match(name))
    types = (types_of_values_in(branch) for branch in nameless if isinstance(branch.value, dict))
    return any(branch_types and "object" not in branch_types for branch_types in types)


def choices_of(node: Node) -> tuple[tuple[str, ...], ...]:
    """The groups of exclusive properties of an object: exactly one of each is given."""
    return node.choices if isinstance(node, MergedNode) else ()


def in_all_variants(attributes: Iterable[Attribute], choices: Iterable[Iterable[str]]) -> set[str]:
    """The properties that each variant of a choice has: what is required next to it is required in there."""
    bodies = {attribute.source_name: nested_body(attribute.type) for attribute in attributes}
    names = set[str]()
    for choice in choices:
        of_variants = [bodies.get(name) for name in choice]
        listed = [{inner.source_name for inner in body.attributes} for body in of_variants if body is not None]
        if listed and len(listed) == len(of_variants):
            names |= set[str].intersection(*listed)
    return names


def mark_variants(attributes: Iterable[Attribute], node: Node) -> tuple[Attribute, ...]:
    """The attributes of an object, marked if it stands for several: see Variant."""
    if not isinstance(node, MergedNode) or not (node.needed or node.partial):
        return tuple(attributes)
    return tuple(_of_variant(attribute, node) for attribute in attributes)


def _of_variant(attribute: Attribute, node: MergedNode) -> Attribute:
    if attribute.default is not None and attribute.source_name in node.partial:
        text = f"not all of the objects have it: the default {attribute.default.value!r} would be sent with each"
        note = Note(POLICY, f"{text} (policy one_of)", attribute.origins[0].location)
        attribute = replace(attribute, default=None).with_notes(note)
    if attribute.source_name in node.others:
        return replace(attribute, variant=Variant.OTHER)
    is_needed = attribute.source_name in node.needed and attribute.status is not Status.REQUIRED
    return replace(attribute, variant=Variant.NEEDED) if is_needed else attribute


def limit_choices(attributes: Iterable[Attribute], choices: Sequence[Sequence[str]]) -> tuple[Attribute, ...]:
    """The attributes. The members of each choice have the limit ExactlyOneOf, and lack what the object has itself."""
    limited = without_repeated(tuple(attributes), choices) if choices else tuple(attributes)
    for choice in choices:
        names = [attribute.name for attribute in limited if attribute.source_name in choice]
        limited = tuple(_limit(attribute, names) if attribute.name in names else attribute for attribute in limited)
    return limited


def rename_choice(attributes: Iterable[Attribute], renamed: Iterable[tuple[Attribute, str]]) -> tuple[Attribute, ...]:
    """The attributes. The limits of a choice have the new names of `renamed` siblings.

    All are renamed at once: each of a thousand branches names the others.
    """
    names = {attribute.name: name for attribute, name in renamed if find(attribute.limits, ExactlyOneOf) is not None}
    return tuple(_knowing(attribute, names) for attribute in attributes) if names else tuple(attributes)


def _knowing(attribute: Attribute, names: dict[str, str]) -> Attribute:
    if find(attribute.limits, ExactlyOneOf) is None:
        return attribute
    limits = tuple(
        ExactlyOneOf(tuple(names.get(other, other) for other in limit.names))
        if isinstance(limit, ExactlyOneOf)
        else limit
        for limit in attribute.limits
    )
    return replace(attribute, limits=limits)


def _limit(attribute: Attribute, names: Sequence[str]) -> Attribute:
    others = tuple(name for name in names if name != attribute.name)
    if not others:
        return attribute
    return replace(attribute, limits=(*attribute.limits, ExactlyOneOf(others)))


def _names(documents: Documents, node: Node, branches: Sequence[Node], used: set[str]) -> list[str]:
    by_target: dict[tuple[object, str], str] = {}
    for value, target in by_discriminator(documents, node):
        by_target.setdefault(target.key, value)
    names = []
    for number, branch in enumerate(branches, 1):
        target = documents.behind(branch)
        reference = branch.value.get("$ref") if isinstance(branch.value, dict) else None
        title = target.value.get("title") if isinstance(target.value, dict) else None
        candidates = (
            by_target.get(target.key),
            text_of(title),
            reference_name(reference) if isinstance(reference, str) else None,
            f"option_{number}",
        )
        name = next(identifier for text in candidates if text and (identifier := branch_name(text)))
        names.append(free(name, used))
        used.add(names[-1])
    return names


def branch_name(text: str) -> str:
    """The name of a branch: `Bank transfer` and `bank-transfer` -> `bank_transfer`."""
    return to_identifier(_NO_LETTERS.sub("_", text).strip("_"))


def by_discriminator(documents: Documents, node: Node) -> Iterator[tuple[str, Node]]:
    """The values of the discriminator, and the schema of each."""
    discriminator = node.get("discriminator")
    mapping = discriminator.get("mapping") if discriminator else None
    default = discriminator.get("defaultMapping") if discriminator else None  # OpenAPI 3.2: for all other values
    members = [*(mapping.members() if mapping else ()), *([("default", default)] if default else ())]
    for value, member in members:
        reference = text_or_empty(member.value)
        if not {"#", "/", "."}.intersection(reference):
            reference = f"#/components/schemas/{reference}"  # a schema name (OpenAPI: Discriminator Object)
        try:
            target, _ = documents.follow(documents.resolve(node.document, reference, member.pointer))
        except Unresolved:
            continue
        yield value, target


def enum_schema(documents: Documents, place: Node, branches: Iterable[Node]) -> Schema | None:
    """The schema of the enum; None if a branch is not a value, or no scalar type can hold them all."""
    values: list[Node] = []
    types: set[str] = set()
    for branch in branches:
        target = documents.behind(branch)
        if not isinstance(target.value, dict):
            return None
        type_ = type_of_values(target)
        if type_ is None or not all(key in _VALUES or is_annotation(key) for key in target.value):
            return None
        written = types_of(target)
        types.add(written[0] if len(written) == 1 and (written[0], type_) == ("number", "integer") else type_)
        if written and type_ not in written and written != ["number"]:
            return None
        values += _values(target)
    type_ = common_type(types) if types else None
    if type_ not in SCALAR_TYPES:
        return None
    children = dict[str | int, Node](enumerate(values))
    listed = MergedNode(place.document, place.pointer, [node.value for node in values], children)
    return Schema(merged_node(place, {"type": Node(place.document, place.pointer, type_), "enum": listed}), type_, None)


def _values(branch: Node) -> Iterator[Node]:
    if "const" in branch.value:
        yield branch.child("const")
    else:
        listed = branch.get("enum")
        yield from listed.items() if listed else ()


def names_of_properties(node: Node) -> list[str]:
    """The names of the properties in the schema object itself."""
    properties = node.value.get("properties")
    return list(properties) if isinstance(properties, dict) else []


def named_in(documents: Documents, node: Node) -> dict[str, Node]:
    """The branches of a oneOf or anyOf by their names; empty if at most one is left without null."""
    for keyword in ("anyOf", "oneOf"):
        rest = without_null(documents, entries(node, keyword)) if isinstance(node.value, dict) else ()
        if len(rest) > 1:
            return dict(named_branches(documents, node, keyword, rest, names_of_properties(node)).members())
    return {}


def is_own_object(branch: Node) -> bool:
    """Whether a branch has a type, but no properties."""
    return branch.value is not True and "type" in branch.value and not names_of_properties(branch)


def go_with(branches: Sequence[Node], parts: Sequence[Node]) -> bool:
    """Whether branches are of the types of the schemas next to the choice, and only they say what a value holds.

    A reference that is left among them cannot be followed, and may say anything.
    """
    if _have_more_names(branches, parts):
        return False
    types: set[str] = set()
    declared = {"type"}
    for part in parts:
        types.update(types_of_values_in(part))
        declared.update(part.value)
    return bool(types) and all(
        branch.value is True
        or (
            isinstance(branch.value, dict)
            and "$ref" not in branch.value
            and types.issuperset(types_of_values_in(branch))
            and declared.issuperset(_HOLDING.intersection(branch.value))
        )
        for branch in branches
    )


def _have_more_names(branches: Iterable[Node], parts: Sequence[Node]) -> bool:
    """Whether a branch itself has a property that no schema next to the choice has: most answers, without a search."""
    if any("$ref" in part.value for part in parts):
        return False
    names = {name for part in parts for name in names_of_properties(part)}
    return any(
        isinstance(branch.value, dict) and not names.issuperset(names_of_properties(branch)) for branch in branches
    )


def types_of_values_in(node: Node) -> list[str]:
    """The types of a schema, but for null; an object's where it only has properties."""
    types = [type_ for type_ in types_of(node) if type_ != NULL]
    return types or (["object"] if names_of_properties(node) else [])


OF_STRINGS = ("maxLength", "minLength", "pattern")


def without_limits(schema: Schema, other: str, keywords: Sequence[str] = ("const", "enum", *OF_STRINGS)) -> Schema:
    """The schema of a string without limits by `keywords`, which values of the type `other`, as text, do not meet."""
    gone = [key for key in keywords if key in schema.node.value and _is_limit(schema.node, key)]
    listed = schema.node.value.get("enum")
    if other == "boolean" and isinstance(listed, list) and "true" in listed and "false" in listed:
        gone = [key for key in gone if key != "enum"]  # it has both, as they are written
    if not gone:
        return schema
    text = f"values of the type {other} do not meet {', '.join(gone)} of the type {schema.type}"
    kept = {key: schema.node.child(key) for key in schema.node.value if key not in gone}
    note = Note(OF_ONE_TYPE, text, schema.node, alike=gone == ["const"])  # which the reference tool does not know
    return replace(schema, node=rewritten(schema.node, kept), notes=(*schema.notes, note))


def _is_limit(node: Node, keyword: str) -> bool:
    """Whether a keyword limits the strings of a schema: not an empty pattern, nor a number in quotes."""
    return bool(read_limits(rewritten(node, {keyword: node.child(keyword)}), "string", []))


def by_pattern(schema: Schema) -> Schema:
    """An object whose keys only a pattern describes, as a map. Other schemas stay.

    Of several patterns, all describe the same values.
    """
    node = schema.node
    patterns = node.child("patternProperties")
    members = list(patterns.members())
    is_map = isinstance(node.value.get("additionalProperties"), dict) and node.value["additionalProperties"]
    if schema.type != "object" or node.value.get("properties") or is_map or not members:
        return schema
    (first, values), *others = members
    if (
        not isinstance(values.value, dict)
        or not values.value
        or any(other.value != values.value for _, other in others)
    ):
        return schema
    expression = first if not others else "|".join(f"(?:{name})" for name, _ in members)
    pattern = Node(node.document, patterns.pointer, expression)
    kept = {key: node.child(key) for key in node.value if key not in ("patternProperties", "properties")}
    said = node.get("propertyNames")
    names = merged_node(patterns, {**(dict(said.members()) if said else {}), "pattern": pattern})
    note = Note(KEYS_BY_PATTERN, f"each key matches {expression!r}: a map is written", patterns)
    made_of = rewritten(node, {**kept, "additionalProperties": values, "propertyNames": names})
    return replace(schema, node=made_of, notes=(*schema.notes, note))


def leads_back(documents: Documents, branches: Iterable[Node], seen: Container[object]) -> bool:
    """Whether a branch of a choice is one of the schemas that are merged, by their keys: a base names its variants."""
    return any(documents.behind(branch).key in seen for branch in branches)


def selectable(documents: Documents, behind: Callable[[Node], Node], node: Node) -> dict[str, Node]:
    """The branches of a schema, which a pointer may select by name. Of several schemas for one value, only one may say
    more than that the value is an object; its branches are taken. `behind` follows and merges. Raises Unmappable.
    """
    written = behind(node)
    if (branches := named_in(documents, written)) or not isinstance(written, CompositeNode) or written.alternatives:
        return branches
    telling = [part for part in map(behind, written.sources) if not _is_any_object(documents, behind, part)]
    return named_in(documents, telling[0]) if len(telling) == 1 else {}


def _is_any_object(documents: Documents, behind: Callable[[Node], Node], node: Node) -> bool:
    """Whether a schema, or each of its branches, says only the type of a value, which may be an object."""
    branches = named_in(documents, node).values()
    objects = [schema for schema in map(behind, branches or [node]) if isinstance(schema.value, dict)]
    members = [member for schema in objects for member in schema.value.items()]
    is_bare = all(key in _BARE or (key == "items" and not value) for key, value in members)
    types = [types_of_values_in(schema) for schema in objects]
    return is_bare and (not types or any(not listed or "object" in listed for listed in types))
