"""Maps a schema to attributes, in the same way for resource, data source and provider: only the roles differ.

A schema behind a reference is mapped once for each role and set of ignores, and shared.
"""

from msgspec.structs import replace

from mapper.inputs import Node, bool_of
from mapper.inputs.document import CompositeNode, MergedNode
from mapper.model import (
    Attribute,
    Body,
    Collection,
    CollectionKind,
    Contribution,
    Default,
    Fragment,
    Ignored,
    Nested,
    NestingMode,
    Object,
    Omission,
    Origin,
    Scalar,
    Status,
    Type,
)
from mapper.model.limits import Each, Limits
from mapper.model.nesting import MAX_NESTING
from mapper.report.diagnostic import Note
from mapper.report.origin import Part, PartKind

from .. import rules
from ..config.schema import Ignore
from ..identifiers import NAMING
from ..openapi.roles import RELAXED, Role
from ..schema.choice import choices_of, in_all_variants, limit_choices, mark_variants
from ..schema.find_unmapped import notes_of
from ..schema.keywords import LIMITING, SCALAR_TYPES, Schema, Unmappable, in_place_of, repeated_keys_at, single
from ..schema.unmapped import IGNORE_FIX, ONLY_PROPERTIES_FIX, OTHER_KEYS_LEFT_OUT
from ..schema.values import read_default, read_fitting_default, read_limits
from . import keyword_case
from .context import NO_IGNORES, BodyStore, Context, EarlyKeys, Ignores, PathIndex, Recursions, SharedBody
from .kept import unseen
from .members import Members
from .omissions import MAX_ATTRIBUTES, name_notes, undescribed
from .shared_parts import SharedParts
from .types import (
    VALUES,
    as_member,
    branch_of,
    by_policy,
    computed_default,
    custom_types,
    for_format,
    free_form,
    holds_json,
    is_map,
    is_read_only,
    is_write_only,
    mode_of,
    mode_or_kind,
    property_names,
    required_names,
    required_null,
    scalar,
    unmappable_values,
    untyped_values,
)

MAX_WORK = 2 * MAX_ATTRIBUTES
"""The limit of attributes and parts of compositions that are visited for one body; further ones are left out."""

DEPRECATED = "This attribute is deprecated."

_NESTING = {kind: NestingMode(kind) for kind in CollectionKind}

_MAP_OF_OBJECTS = Nested(NestingMode.MAP, Body())
"""What the reference tool writes for a map of maps."""

_NOTHING_EARLY = EarlyKeys()
_PLAIN = (Scalar, Collection)
"""The elements of collections that have limits of their own."""


class AttributeMapper:
    """Maps schemas to attributes for one API description.

    `has_policies`: the config has some, even if they are applied after bodies are mapped. Only defaults depend on it.
    """

    def __init__(self, shared: SharedParts, *, has_policies: bool) -> None:
        self._documents = shared.documents
        self._policies = policies = shared.policies
        self._has_policies = has_policies
        self._has_custom_types = policies.json_strings != "string" or bool(policies.formats)
        self._formats = dict(policies.formats)
        self._spending = shared.spending
        self._element_limits: dict[tuple[object, str], Limits] = {}  # many lists have elements of one schema
        self.identifier = NAMING[policies.names]
        self.schemas = shared.schemas
        self._recursion = shared.recursion
        self._common = shared.bodies
        self._with_defaults = BodyStore()
        self._left_out = shared.left_out
        self._deepest = self._cuts = self._mapped = self._allowed = self._defaults = 0

    def root(
        self, schema: Schema, node: Node, role: Role, ignores: Ignores, recursions: Recursions, notes: list[Note]
    ) -> Body:
        """The attributes of the properties of a root schema behind `node`, whatever its type."""
        root = self._without_other_keys(self.schemas.unmapped.added_to_root(schema), notes)
        return self._object(root, self._start(schema, node, role, ignores, recursions), notes)

    def _without_other_keys(self, root: Schema, notes: list[Note]) -> Schema:
        """The root schema without other keys, if `additional_properties` is `properties`."""
        if self._policies.additional_properties != "properties":
            return root
        others = [entry for entry in root.leftovers if entry.rule is rules.VALUES_LOST]
        notes += (by_policy("additional_properties", OTHER_KEYS_LEFT_OUT, entry.places[0]) for entry in others)
        kept = tuple(entry for entry in root.leftovers if entry.rule is not rules.VALUES_LOST)
        return replace(root, leftovers=kept) if others else root

    def collection(
        self, schema: Schema, node: Node, role: Role, ignores: Ignores, recursions: Recursions = ()
    ) -> tuple[Type, tuple[Note, ...]]:
        """The collection type for an array schema, ignoring its format, and notes. Raises Unmappable."""
        kind = self._policies.collection
        notes = [] if kind == "set" else [by_policy("collection", f"the array is a {kind}", schema.node)]
        notes += notes_of(schema.leftovers)
        mode, context = CollectionKind(kind), self._start(schema, node, role, ignores, recursions)
        context = replace(context, depth=1)  # the depth of the attribute with this type
        return self._array(schema, mode, context, notes), tuple(notes)

    def parameter(self, name: str, node: Node, required: bool, role: Role, ignores: Ignores) -> Attribute | Omission:
        """What becomes of a parameter with the schema at `node`. Raises Unmappable."""
        self._allow()
        return self._attribute(name, node, required, Context(role, ignores, self._policies.recursion_depth, depth=1))

    def _start(self, schema: Schema, node: Node, role: Role, ignores: Ignores, recursions: Recursions) -> Context:
        self._allow()
        stack = self._recursion.start((node, *schema.hops))
        return Context(role, ignores, self._policies.recursion_depth, recursions, stack)

    def _allow(self) -> None:
        self._allowed = self._mapped + self.schemas.steps.taken + MAX_WORK

    def _attribute(self, name: str, node: Node, required: bool, context: Context) -> Attribute | Omission:
        """What becomes of a property. Raises Unmappable."""
        self._check_work(context, node)
        schema, context = self._enter(node, context)
        self._spending.attribute(schema.node, schema.description)
        notes = list(schema.notes)
        if node.document.repeats and node.pointer != schema.node.pointer:
            notes += repeated_keys_at(node)
        if context.role.read_only is not None and is_read_only(node, schema):
            context = replace(context, role=context.role.as_read_only())
            notes.append(by_policy("read_only", "it is readOnly", node))
        unseen: Note | None = None
        try:
            type_ = (self._element if context.members else self._type)(schema, context, notes)
        except Unmappable as error:
            if not error.note.unseen:
                raise
            unseen, type_ = error.note, _MAP_OF_OBJECTS
            notes = [note for note in notes if not note.unseen and note.rule is not rules.MAP_OF_MAPS]
        kind = mode_or_kind(type_)
        keywords, role = schema.node.value, context.role
        status, reason = role.required if required else role.optional
        # no notes on values that are not written
        default: Default | None = None
        if "default" in keywords:
            default = self._default(schema, kind, notes if role.default_relaxes and not context.members else [])
        limits: Limits = ()
        if type_.__class__ is not Scalar or not LIMITING.isdisjoint(keywords):
            noted = [] if context.members or status is Status.COMPUTED else notes
            limits = self._limits(schema, type_, kind, context, noted)
        if required and role.required != role.optional and not context.members:
            notes += required_null(self._documents, node, schema.node)
        notes = keyword_case.of_attribute(notes, schema, kind, status, context) if notes else notes
        if default is not None and role.default_relaxes:
            if status is Status.REQUIRED:
                status, reason = RELAXED
            elif status is Status.COMPUTED and not context.members:
                default = computed_default(default, schema.node, self._policies, notes, has_policies=self._has_policies)
        identifier = self.identifier(name)
        if self._policies.names != "reference" or not name.isascii():
            notes += name_notes(name, identifier, node, self._policies.names)
        is_custom = self._has_custom_types and not context.members
        fragments = self._custom_types(schema, type_, node, notes) if is_custom else ()
        attribute = Attribute(
            identifier,
            name,
            type_,
            status,
            reason,
            (Origin(role.part, node, schema.hops),)
            if node.__class__ is Node
            else self._origins(role.part, node, schema),
            schema.description,
            default=default,
            limits=limits,
            sensitive=kind == "string" and keywords.get("format") == "password",
            deprecation=DEPRECATED if "deprecated" in keywords and bool_of(keywords["deprecated"]) is True else None,
            notes=tuple(notes) if notes else (),
            fragments=fragments,
            is_json=holds_json(notes) if notes else False,
            is_withheld=("writeOnly" in keywords or node is not schema.node)
            and role.part.kind is PartKind.RESPONSE
            and is_write_only(node, schema),
        )
        return attribute if unseen is None else Omission(name, unseen, instead=attribute)

    def _default(self, schema: Schema, kind: str, notes: list[Note]) -> Default | None:
        """The default of a value."""
        self._defaults += 1
        read = read_fitting_default if self._has_policies else read_default
        return read(schema.node, kind, notes)

    def _limits(self, schema: Schema, type_: Type, kind: str, context: Context, notes: list[Note]) -> Limits:
        """The limits of a value and of its elements."""
        limits: Limits = ()
        if not LIMITING.isdisjoint(schema.node.value):
            limits = read_limits(schema.node, kind, notes)
        if type_.__class__ is Collection and type_.element.__class__ in _PLAIN:
            limits += self._of_elements(schema, type_, type_.element.kind, context)
        return limits

    def _custom_types(self, schema: Schema, type_: Type, node: Node, notes: list[Note]) -> tuple[Fragment, ...]:
        """The custom type that a policy asks for."""
        fragments = custom_types(schema, type_, node, self._policies)
        if fragments and schema.format in self._formats:
            notes.append(for_format(schema.format, node))
        return fragments

    def _check_work(self, context: Context, node: Node) -> None:
        """Count an attribute. Raises Unmappable where it is too deep, or one of too many."""
        if context.depth > self._deepest:
            self._check_depth(context, node)
        self._mapped += 1
        if self._mapped + self.schemas.steps.taken > self._allowed:
            self._cuts += 1
            raise Unmappable(rules.TOO_LARGE, "there is too much around it to write it all out", node)

    def _origins(self, part: Part, node: Node, schema: Schema) -> tuple[Origin, ...]:
        if not isinstance(node, CompositeNode):
            return (Origin(part, node, schema.hops),)
        first, *others = node.sources
        return (
            Origin(part, first, self.schemas.hops(first)),
            *(Origin(part, other, self.schemas.hops(other), Contribution.CONFIRMED) for other in others),
        )

    def _enter(self, node: Node, context: Context) -> tuple[Schema, Context]:
        """Normalise the schema; raises Unmappable where recursion is cut."""
        schema = self.schemas.normalise(node)
        if not schema.hops and not schema.leftovers and schema.node.__class__ is Node:  # as most
            return schema, context
        if schema.leftovers:
            self._spending.compared(schema.node, len(schema.leftovers))
        stack = self._recursion.follow(schema, node, context.stack, context.recursion)
        return schema, context if stack is context.stack else replace(context, stack=stack)

    def _object(self, schema: Schema, context: Context, notes: list[Note]) -> Body:
        """The attributes of an object, and its properties that are not mapped."""
        return self._left_out.added(self._body(schema, context), schema, context, notes)

    def _inner(self, schema: Schema, context: Context, notes: list[Note]) -> Body:
        """The same for a nested object, with notes on untyped values, for which the reference tool drops both."""
        notes += untyped_values(self._documents, schema)
        return self._object(schema, context, notes)

    def _body(self, schema: Schema, context: Context) -> Body:
        """The attributes of an object, from the cache if possible."""
        if not schema.hops and not isinstance(schema.node, MergedNode):
            return self._map_body(schema, context)
        decisive = self._recursion.decisive(schema, context.stack)
        where = (context.ignores, context.recursion, context.recursions)
        key, role = (schema.node.key, where, decisive.keys, decisive.parts, context.members), context.role
        for store in (self._common, self._with_defaults):
            shared = store.find(key, role, context.depth)
            if shared is not None:
                self._cuts += shared.is_cut
                self._defaults += store is self._with_defaults
                self._deepest = max(self._deepest, context.depth + shared.levels)
                return shared.body
        cuts, defaults, deepest = self._cuts, self._defaults, self._deepest
        self._deepest = context.depth
        body = self._map_body(schema, context)
        levels = self._deepest - context.depth
        store = self._common if defaults == self._defaults else self._with_defaults
        store.add(key, role, context.depth, SharedBody(body, levels, cuts != self._cuts))
        self._deepest = max(deepest, self._deepest)
        return body

    def _map_body(self, schema: Schema, context: Context) -> Body:
        """The attributes of an object."""
        properties = schema.node.get("properties")
        if properties is None or not isinstance(properties.value, dict) or not properties.value:
            return Body()
        self._spending.list(schema.node, "required")
        required = required_names(schema.node, properties)
        members = Members(properties)
        self._spending.members(properties, members.names)
        ignored = self._map_members(members, properties, required, context)
        attributes = list(members.attributes.values())
        if context.members:
            attributes = [as_member(attribute) for attribute in attributes]
        choices = choices_of(schema.node)
        described = properties.value.keys() | ignored.keys()
        described |= in_all_variants(attributes, choices) if choices else set()
        members.omitted += undescribed(required - described, schema.node)
        for choice in choices:
            self._spending.choice(choice, schema.node)
        marked = mark_variants(attributes, schema.node)
        return Body(limit_choices(marked, choices), tuple(members.omitted), tuple(members.ignored))

    def _map_members(
        self, members: Members, properties: Node, required: set[str], context: Context
    ) -> dict[str, Ignore]:
        """Add each property as an attribute, or why it is none. Returns the ignored names with their entries."""
        ignores = PathIndex(context.ignores) if context.ignores else NO_IGNORES
        early = PathIndex(context.recursions) if context.recursions else None
        below = Context(context.role, (), context.recursion, (), context.stack, context.depth + 1, context.members)
        for name in members.names:
            node = properties.child(name)
            if name in ignores.at_this_level:
                members.add(Ignored(name, node, ignores.at_this_level[name].node))
                continue
            if context.ignores:
                below = replace(below, ignores=ignores.of(name))
            try:
                if early is not None:
                    below = replace(below, recursions=early.of(name))
                    keys = early.at_this_level.get(name, _NOTHING_EARLY)
                    node, below = self._with_early_keys(keys, node, context, below)
                members.add(self._attribute(name, node, name in required, below))
            except Unmappable as error:
                members.add(Omission(name, error.note))
        return ignores.at_this_level

    def _with_early_keys(self, early: EarlyKeys, node: Node, context: Context, below: Context) -> tuple[Node, Context]:
        """The schema of a property and the context inside it, as early overrides require. Raises Unmappable."""
        below = replace(below, recursion=context.recursion if early.depth is None else early.depth)
        return node if early.branch is None else branch_of(self.schemas, node, early.branch), below

    def _type(self, schema: Schema, context: Context, notes: list[Note]) -> Type:
        if schema.type in SCALAR_TYPES and not schema.leftovers:  # as most
            return scalar(schema)
        is_map_ = schema.type == "object" and self._is_map(schema, notes)
        if schema.leftovers and (is_map_ or schema.type != "object"):
            notes += notes_of(schema.leftovers)
        if schema.type == "array":
            return self._array(schema, mode_of(schema, self._policies, notes), context, notes)
        if schema.type != "object":
            return scalar(schema)
        if is_map_:
            return self._map(schema, context, notes)
        return self._free_form(schema, notes) or Nested(NestingMode.SINGLE, self._inner(schema, context, notes))

    def _array(self, schema: Schema, mode: CollectionKind, context: Context, notes: list[Note]) -> Type:
        items, context = self._items(schema, context, notes)
        if items.type == "object" and not is_map(self._documents, items) and (free := self._free_form(items, notes)):
            return Collection(mode, free)
        if items.type == "object" and not self._is_map(items, notes):
            return Nested(_NESTING[mode], self._inner(items, context, notes))
        return Collection(mode, self._element(items, context, notes))

    def _map(self, schema: Schema, context: Context, notes: list[Note]) -> Type:
        values, context = self._values(schema, context, notes)
        if values.type != "object":
            return Collection(CollectionKind.MAP, self._element(values, context, notes))
        if not is_map(self._documents, values):
            if free := self._free_form(values, notes):
                return Collection(CollectionKind.MAP, free)
        elif names := property_names(values):
            place = values.node.child(VALUES)
            if self._policies.additional_properties == "properties":
                notes.append(by_policy("additional_properties", OTHER_KEYS_LEFT_OUT, place))
            else:
                text = f"keys other than {', '.join(names)} cannot be given"
                notes.append(Note(rules.VALUES_LOST, text, place, ONLY_PROPERTIES_FIX))
        else:
            notes.append(Note(rules.MAP_OF_MAPS, "the values of the map are maps themselves", values.node))
            with unseen(values.node, notes) as inside:
                return Collection(CollectionKind.MAP, self._element(values, context, inside))
        # the reference tool does not look at the values of the values
        notes += [replace(note, alike=True) for note in untyped_values(self._documents, values)]
        return Nested(NestingMode.MAP, self._object(values, context, notes))

    def _element(self, schema: Schema, context: Context, notes: list[Note]) -> Type:
        """The type of an element: objects have members without a status, instead of nested attributes."""
        context = replace(context, depth=context.depth + 1)
        self._check_depth(context, schema.node)
        if schema.type != "object" or is_map(self._documents, schema):
            notes += notes_of(schema.leftovers)
        if schema.type == "array":
            items, context = self._items(schema, context, notes)
            return Collection(mode_of(schema, self._policies, notes), self._element(items, context, notes))
        if schema.type != "object":
            return scalar(schema)
        if self._is_map(schema, notes):
            values, context = self._values(schema, context, notes)
            return Collection(CollectionKind.MAP, self._element(values, context, notes))
        if (free := self._free_form(schema, notes)) is not None:
            return free
        self._spending.list(schema.node, "properties")
        body = self._inner(schema, replace(context, members=True), notes)
        renamed = [member.source_name for member in body.attributes if member.name != member.source_name]
        if renamed:  # noted here as well, because the reference tool reports members under other paths
            text = f"the members {', '.join(renamed)} are written as identifiers"
            notes.append(Note(rules.MEMBER_RENAMED, text, schema.node))
        if not body.attributes:
            notes.append(Note(rules.EMPTY_MEMBERS, "the objects in it have no members", schema.node, IGNORE_FIX))
        return Object(body)

    def _of_elements(self, schema: Schema, type_: Collection, kind: str, context: Context) -> Limits:
        """The limits on each element of a collection, whose elements are of `kind`."""
        part = VALUES if type_.kind is CollectionKind.MAP else "items"
        if not isinstance(schema.node.value.get(part), dict):
            return ()
        try:
            elements, _ = (self._values if part == VALUES else self._items)(schema, context, [])
        except Unmappable:  # a policy writes texts for what says nothing
            return ()
        self._spending.attribute(elements.node, None)
        key = elements.node.key, kind
        if key not in self._element_limits:
            self._element_limits[key] = tuple(map(Each, read_limits(elements.node, kind, [])))
        return self._element_limits[key]

    def _items(self, schema: Schema, context: Context, notes: list[Note]) -> tuple[Schema, Context]:
        node = schema.node.get("items")
        if node is None:
            raise Unmappable(rules.NO_ITEMS, "the array does not say what its items are", schema.node)
        return self._enter_part(node, "items", context, notes)

    def _values(self, schema: Schema, context: Context, notes: list[Note]) -> tuple[Schema, Context]:
        lost = property_names(schema)
        if lost:
            word = "property" if len(lost) == 1 else "properties"
            text = f"additionalProperties makes the attribute a map, without the {word} {', '.join(lost)}"
            notes.append(Note(rules.PROPERTIES_LOST, text, schema.node.child("properties"), ONLY_PROPERTIES_FIX))
        return self._enter_part(schema.node.child(VALUES), VALUES, context, notes)

    def _enter_part(self, node: Node, keyword: str, context: Context, notes: list[Note]) -> tuple[Schema, Context]:
        try:
            schema, context = self._enter(single(node, notes), context)
        except Unmappable as error:
            raise Unmappable(error.note.rule, in_place_of(error, keyword), error.node) from None
        notes += keyword_case.of_element(schema, context) if schema.notes else ()
        return schema, context

    def _check_depth(self, context: Context, node: Node) -> None:
        if context.depth > MAX_NESTING:
            self._cuts += 1
            raise Unmappable(rules.TOO_DEEP, f"it is nested more than {MAX_NESTING} levels deep", node)
        self._deepest = max(self._deepest, context.depth)

    def _is_map(self, schema: Schema, notes: list[Note]) -> bool:
        if not is_map(self._documents, schema):
            return False
        self._spending.list(schema.node, "properties")
        if not property_names(schema):
            return True
        if self._policies.additional_properties == "properties":
            notes.append(by_policy("additional_properties", OTHER_KEYS_LEFT_OUT, schema.node.child(VALUES)))
            return False
        lost = unmappable_values(self.schemas, schema)
        notes += lost
        return not lost

    def _free_form(self, schema: Schema, notes: list[Note]) -> Type | None:
        """The type that the policy gives an object without properties; None if it has some, or by default."""
        policy = self._policies.free_form
        if policy == "object" or property_names(schema):
            return None
        type_, note = free_form(policy, schema.node)
        notes.append(note)
        return type_
