"""The type of an attribute, and other facts of its schema alone. They are which objects are maps by
`additionalProperties`, what that costs, and which branch of a choice an override names.

`{}` means the same as `true` (JSON Schema 2020-12, 4.3.2), and so does a schema with annotations only. Values that
cannot be mapped are no reason to leave out the properties next to them.
"""

from collections.abc import Iterable

from mapper.inputs import Documents, Node, bool_of, text_or_empty
from mapper.inputs.document import rewritten
from mapper.model import Attribute, Collection, CollectionKind, Default, Fragment, Nested, Scalar, ScalarKind, Type
from mapper.report.diagnostic import Note
from mapper.report.fix import for_all
from mapper.text.suggest import nearest

from .. import rules
from ..config.fragments import custom_type
from ..config.policies import Policies
from ..schema.choice import branch_name, says_nothing
from ..schema.keywords import Schema, Unmappable, in_place_of, may_be_null, single
from ..schema.normalise import Schemas
from ..schema.unmapped import ONLY_PROPERTIES_FIX

SCALARS = {kind: Scalar(kind) for kind in ScalarKind}
"""The scalar type of each kind, shared to save memory."""

_BY_TYPE = {
    "string": SCALARS[ScalarKind.STRING],
    "integer": SCALARS[ScalarKind.INT64],
    "boolean": SCALARS[ScalarKind.BOOL],
}


def scalar(schema: Schema) -> Scalar:
    """The type of a schema that is neither an array nor an object. Raises Unmappable."""
    if (type_ := _BY_TYPE.get(schema.type)) is not None:
        return type_
    if schema.type == "number":
        return SCALARS[ScalarKind.FLOAT64 if schema.format in ("double", "float") else ScalarKind.NUMBER]
    raise Unmappable(rules.BAD_TYPE, f"{schema.type!r} is not a type that can be mapped", schema.node)


def mode_or_kind(type_: Type) -> str:
    """The kind of a scalar or a collection, or the mode of nested attributes; empty for what has neither."""
    if type_.__class__ is Scalar or type_.__class__ is Collection:  # most are; `isinstance` takes twice as long
        return type_.kind
    return type_.mode if type_.__class__ is Nested else ""


def mode_of(schema: Schema, policies: Policies, notes: list[Note]) -> CollectionKind:
    """Whether an array is a list or a set."""
    if schema.format == "set":
        return CollectionKind.SET
    if policies.unique_items == "validator" or bool_of(schema.node.value.get("uniqueItems")) is not True:
        return CollectionKind.LIST
    notes.append(by_policy("unique_items", "no item may occur twice: a set", schema.node))
    return CollectionKind.SET


def required_null(documents: Documents, node: Node, used: Node) -> list[Note]:
    """A note if a required property may be null, which a required attribute cannot be."""
    is_nullable = may_be_null(documents, node, used)
    return [Note(rules.REQUIRED_NULL, "it is required, and may be null", node)] if is_nullable else []


def computed_default(
    default: Default, node: Node, policies: Policies, notes: list[Note], *, has_policies: bool
) -> Default | None:
    """The default of an attribute that only the API sets; None if the policy drops it. In a config with any policy,
    *auto* drops it, too.
    """
    place = node.child("default")
    if policies.computed_defaults == "drop" or (policies.computed_defaults == "auto" and has_policies):
        notes.append(by_policy("computed_defaults", "only the API sets it, and no default is written", place))
        return None
    notes.append(Note(rules.COMPUTED_DEFAULT, "only the API sets it, but it has a default", place))
    return default


def is_read_only(node: Node, schema: Schema) -> bool:
    """Whether a property is readOnly, itself or in the target of its reference."""
    return any(_says(place.value, "readOnly") for place in (node, *schema.hops, schema.node))


def is_write_only(node: Node, schema: Schema) -> bool:
    """Whether a property is writeOnly, itself or in its schema after references."""
    if "writeOnly" in schema.node.value and bool_of(schema.node.value["writeOnly"]) is True:
        return True
    return node is not schema.node and _says(node.value, "writeOnly")


def _says(schema: object, keyword: str) -> bool:
    """Whether a keyword of a schema is true; a schema may be `true` itself."""
    return isinstance(schema, dict) and keyword in schema and bool_of(schema[keyword]) is True


def custom_types(schema: Schema, type_: Type, node: Node, policies: Policies) -> tuple[Fragment, ...]:
    """The custom type of a string that contains JSON or has a format, if a policy asks for it."""
    if type_ != SCALARS[ScalarKind.STRING]:
        return ()
    if schema.type == "string" and not any(note.rule is rules.JSON_STRING for note in schema.notes):
        named = dict(policies.formats).get(schema.format or "")
        return () if named is None else (Fragment("custom_type", custom_type(named), node),)
    if policies.json_strings == "string":
        return ()
    return (Fragment("custom_type", custom_type(f"jsontypes.{policies.json_strings.title()}"), node),)


_HOLDS_JSON = "the API names no property of the object: a string that holds JSON"
_HOLDS_TEXTS = "the API names no property of the object: a map of strings"


def free_form(policy: str, node: Node) -> tuple[Type, Note]:
    """What the policy of this name makes of an object without named properties."""
    text = SCALARS[ScalarKind.STRING]
    if policy == "json_string":
        return text, by_policy("free_form", _HOLDS_JSON, node)
    return Collection(CollectionKind.MAP, text), by_policy("free_form", _HOLDS_TEXTS, node)


def holds_json(notes: Iterable[Note]) -> bool:
    """Whether the notes on an attribute say that its texts are JSON."""
    notes = tuple(notes)
    return any(note.rule is rules.JSON_STRING for note in notes) or holds_object(notes)


def holds_object(notes: Iterable[Note]) -> bool:
    """Whether the notes on an attribute say that its texts are JSON of an object."""
    return any(note.rule is rules.POLICY and note.text.startswith(_HOLDS_JSON) for note in notes)


def as_member(attribute: Attribute) -> Attribute:
    """A member of an element type, with a note if it was renamed."""
    if attribute.name == attribute.source_name:
        return attribute
    text = f"the member {attribute.source_name!r} is written {attribute.name!r}"
    note = Note(rules.MEMBER_RENAMED, text, attribute.origins[0].location)
    return attribute.with_notes(note)


def by_policy(policy: str, text: str, node: Node) -> Note:
    """A note on the effect of a policy."""
    return Note(rules.POLICY, f"{text} (policy {policy})", node)


_FOR_FORMAT = "a custom type is written for the format"


def for_format(name: str, node: Node) -> Note:
    """A note on the custom type that a policy writes for a format."""
    return by_policy("formats", f"{_FOR_FORMAT} {name}", node)


def without_format(notes: Iterable[Note]) -> tuple[Note, ...]:
    """The notes on an attribute, without the one on the custom type of a policy."""
    return tuple(note for note in notes if not (note.rule is rules.POLICY and note.text.startswith(_FOR_FORMAT)))


VALUES = "additionalProperties"
_FREE_FORM = for_all("policies", "free_form", value="json_string")
_OTHER_KEYS = "only the keys of the properties can be given"


def is_map_of_maps(type_: Type) -> bool:
    """Whether the reference tool writes objects without attributes: it does not look at the values of the values."""
    element = type_.element if isinstance(type_, Collection) and type_.kind is CollectionKind.MAP else None
    return isinstance(element, Collection) and element.kind is CollectionKind.MAP


def is_map(documents: Documents, schema: Schema) -> bool:
    """Whether `additionalProperties` of an object schema constrains the values."""
    place = _place(schema)
    return place is not None and not says_nothing(documents, place)


def untyped_values(documents: Documents, schema: Schema) -> list[Note]:
    """A note if the schema of the values accepts anything, as the reference tool requires a type."""
    place = _place(schema)
    if place is None or not says_nothing(documents, place):
        return []
    text = f"{VALUES} has no type: it says as much as true"
    return [
        Note(rules.ANY_VALUES, text, place) if property_names(schema) else Note(rules.NO_TYPE, text, place, _FREE_FORM)
    ]


def unmappable_values(schemas: Schemas, schema: Schema) -> list[Note]:
    """A note if an object with properties is not a map because its values cannot be mapped."""
    place = _place(schema)
    if place is None:
        return []
    try:
        schemas.normalise(single(place, []))
    except Unmappable as error:
        text = f"{in_place_of(error, VALUES)}; {_OTHER_KEYS}"
        return [Note(error.note.rule, text, place, ONLY_PROPERTIES_FIX)]
    return []


def required_names(schema: Node, properties: Node) -> set[str]:
    """The names that an object requires; `null` without quotes is one where a property has this name, as in YAML."""
    listed = schema.value.get("required")
    if not isinstance(listed, list):
        return set()
    if set(map(type, listed)) == {str}:  # as nearly always
        return set(listed)
    names = {text_or_empty(entry) for entry in listed}
    return names | {"null"} if None in listed and "null" in properties.value else names


def property_names(schema: Schema) -> list[str]:
    """The sorted names of the properties of a schema."""
    properties = schema.node.value.get("properties")
    return sorted(properties) if isinstance(properties, dict) else []


def _place(schema: Schema) -> Node | None:
    """The schema of the values; None if there is none."""
    place = schema.node.get(VALUES)
    return None if place is None or bool_of(place.value) is not None else place


_INSIDE = ("items", "additionalProperties")


def branch_of(schemas: Schemas, node: Node, name: str) -> Node:
    """The schema of a property with the choice replaced by the branch. Raises Unmappable if there is no such branch."""
    branches = schemas.branches(node)
    if branches:
        branch = branches.get(name) or branches.get(branch_name(name))
        if branch is None:
            names = ", ".join(branches)
            text = f"it is a choice between {names}, and has no branch {name!r}{nearest(name, branches)}"
            raise Unmappable(rules.BAD_OVERRIDE, text, node)
        return branch
    written = schemas.behind(node)
    for keyword in _INSIDE:
        nested = written.get(keyword)
        if nested is not None and isinstance(nested.value, dict | list):
            members = dict(written.members())
            return rewritten(written, {**members, keyword: branch_of(schemas, single(nested, []), name)})
    raise Unmappable(rules.BAD_OVERRIDE, f"it is not a choice, and has no branch {name!r}", node)
