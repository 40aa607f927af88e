"""Plan modifiers: those that policies ask for, and all of them in the form that no update destroys an object by.

In the plan of each update, a value is unknown if the API may set it and the configuration does not. An unknown value
differs from the one in the state. `RequiresReplace()` on it, or on an object around it, replaces the resource whenever
anything else of it is updated. A single object, by the Go type of `tfplugingen-framework` 0.4.1, takes no plan
modifier. Each plan with a null or unknown object ends with *Attribute Missing*. So the members of an object have the
modifiers in its place. They are not run for an element that a plan no longer has: removing one is an update.
`tests/go_code/test_plans.py` asks the plugin framework.
"""

from collections.abc import Container

from msgspec import Struct, field
from msgspec.structs import replace

from mapper.inputs import Node
from mapper.model import Attribute, Body, Nested, NestingMode, Purpose, Status
from mapper.model.attribute import rewrite, with_attributes, with_inner
from mapper.report.diagnostic import Note
from mapper.report.fix import Fix, Subject, setting
from mapper.report.origin import Location

from .. import kinds
from ..config.additions import is_added
from ..config.config import EntityConfig, ProviderConfig
from ..config.fragments import (
    FUNCTIONS,
    KEEP,
    KEYWORD,
    OF_OBJECTS,
    REPLACE,
    REPLACE_IF_CONFIGURED,
    definition_of,
    entries_of,
    modifiers_of,
    set_modifiers,
    with_modifiers,
)
from ..config.paths import plain
from ..nouns import split_words
from ..openapi.roles import PARENT_PARAMETER
from ..rules import DESTROYS, POLICY

_NESTED = ("nested", "all")
_REPLACING = (REPLACE, REPLACE_IF_CONFIGURED)
_KEPT = "its value in the state is used while the new one is unknown (policy use_state_for_unknown)"
_ALWAYS = f"{FUNCTIONS[REPLACE]}()"


class Replacement(Struct, frozen=True):
    """What the policy `replace` looks at.

    `update` has what the update request body takes; None without an update operation. `place` is that operation, or
    the entry of the config that has none. `parents` are the parameters of the create operation's path, `telling` those
    of the query by which update and delete find the object.
    """

    update: Body | None
    place: Node
    parents: frozenset[str] = frozenset()
    telling: frozenset[str] = frozenset()


def apply_plan_modifiers(
    body: Body, config: EntityConfig | ProviderConfig, replacement: Replacement | None = None
) -> Body:
    """The body of an entity with its plan modifiers. Those of an override or an addition are kept."""
    if config.kind is not kinds.RESOURCE:
        return body
    which = config.policies.use_state_for_unknown
    if replacement is not None:
        body = _infer_replacement(body, replacement)
        body = with_attributes(body, [_replacing_addition(attribute, replacement) for attribute in body.attributes])
    inferred_at = None if replacement is None else replacement.place
    if which in _NESTED:
        body = rewrite(body, lambda attribute: _with_state_for_unknown(attribute, which, config.node, inferred_at))
    elif which != "none":
        body = with_attributes(
            body, [_with_state_for_unknown(each, which, config.node, inferred_at) for each in body.attributes]
        )
    if replacement is None and which == "none" and not _has_modifiers(config):
        return body
    return _InPlace().body(body, is_replaced=False, is_computed=False)


def _has_modifiers(config: EntityConfig | ProviderConfig) -> bool:
    """Whether the config gives any plan modifiers, in an override or an addition, however deeply nested."""
    given = {key for override in config.schema.overrides for key in override.settings}
    return not given.isdisjoint((KEYWORD, "nested_object")) or bool(config.schema.additions)


def _infer_replacement(body: Body, replacement: Replacement) -> Body:
    """The body with `requires_replace` on what can be set and the update request body lacks.

    Parameters of the read operation are skipped unless they are required: a required one says where the resource is.
    Properties of the update request body that could not be mapped count as updatable.
    """
    update = replacement.update
    updated = {attribute.source_name: attribute for attribute in update.attributes} if update else {}
    left_out = set[str]()
    if update:
        left_out.update(omission.source_name for omission in update.omitted)
        left_out.update(ignored.source_name for ignored in update.ignored)
    attributes = [
        attribute
        if attribute.source_name in left_out or is_added(attribute)
        else _infer(attribute, updated.get(attribute.source_name), replacement)
        for attribute in body.attributes
    ]
    return with_attributes(body, attributes)


def _infer(attribute: Attribute, updated: Attribute | None, replacement: Replacement) -> Attribute:
    if attribute.status is Status.COMPUTED or modifiers_of(attribute) is not None:
        return attribute
    is_parent = attribute.status is Status.REQUIRED or attribute.reason.code == PARENT_PARAMETER
    if attribute.origins[0].is_parameter and not is_parent:
        return attribute
    if updated is None or attribute.source_name in replacement.telling:
        return _replacing(attribute, replacement)
    if isinstance(attribute.type, Nested) and isinstance(updated.type, Nested):
        inside = replace(replacement, update=updated.type.body, telling=frozenset())
        return with_inner(attribute, lambda nested: _infer_replacement(nested, inside))
    return attribute


def _replacing_addition(attribute: Attribute, replacement: Replacement) -> Attribute:
    """An added attribute: create alone takes it if there is no update, or if it is a parameter of create's path."""
    if not is_added(attribute) or attribute.status is Status.COMPUTED or modifiers_of(attribute) is not None:
        return attribute
    is_created = replacement.update is None or attribute.name in replacement.parents
    return _replacing(attribute, replacement) if is_created else attribute


def _replacing(attribute: Attribute, replacement: Replacement) -> Attribute:
    place = replacement.place
    why = "the update operation does not take it" if replacement.update else "there is no update operation"
    if attribute.source_name in replacement.telling:
        why = "update and delete find the object by it"
    note = Note(POLICY, f"{why}: a new value replaces the resource (policy replace)", place)
    return with_modifiers(attribute, [REPLACE], place).with_notes(note)


def _with_state_for_unknown(attribute: Attribute, which: str, place: Node, inferred_at: Node | None) -> Attribute:
    """The attribute with `use_state_for_unknown`, if the policy of this name includes it and the config gives no plan
    modifiers. Inferred modifiers have the place `inferred_at`.

    `id`: only the attribute of this name, if the API may set it; `keep_identity` adds what else identifies an object.
    `all`: all that the API may set. Else: all that only the API sets. An attribute with a default is never unknown.
    """
    given = modifiers_of(attribute)
    if is_generated_object(attribute) or (given is not None and given.location is not inferred_at):
        return attribute
    is_id = attribute.name == "id" and attribute.status in (Status.COMPUTED, Status.COMPUTED_OPTIONAL)
    is_either = attribute.status is Status.COMPUTED_OPTIONAL and not has_default(attribute)
    is_meant = attribute.status is Status.COMPUTED or (which == "all" and is_either)
    if not (is_id if which == "id" else is_id or is_meant):
        return attribute
    return with_modifiers(attribute, [KEEP], place).with_notes(Note(POLICY, _KEPT, place))


def keep_identity(body: Body, names: Container[str], config: EntityConfig) -> Body:
    """The body, whose attributes keep their value in the state if it never changes. These are what identifies the
    object, whatever its name is (`names`), the time of its creation, and a name that the update does not take.

    Without it, each change of the object replaces all objects that refer to it by such an attribute.
    """
    if config.policies.use_state_for_unknown == "none":
        return body
    given = {plain(override.path) for override in config.schema.overrides if KEYWORD in override.settings}
    has_update = Purpose.UPDATE in config.operations

    def stays(attribute: Attribute) -> bool:
        is_same = attribute.name in names or _is_of_creation(attribute) or (has_update and _is_given_name(attribute))
        return is_same and attribute.source_name not in given and not is_added(attribute)

    return with_attributes(body, [_keep_state(a, config.node) if stays(a) else a for a in body.attributes])


_CREATION = frozenset(("created", "creation"))
_NAMES = frozenset(("login", "name", "slug"))


def _is_of_creation(attribute: Attribute) -> bool:
    return attribute.status is Status.COMPUTED and not _CREATION.isdisjoint(split_words(attribute.name))


def _is_given_name(attribute: Attribute) -> bool:
    is_either = attribute.status is Status.COMPUTED_OPTIONAL and not has_default(attribute)
    return is_either and attribute.name in _NAMES and not attribute.is_updated


def _keep_state(attribute: Attribute, place: Node) -> Attribute:
    """The attribute with `use_state_for_unknown` before its other plan modifiers, if it is ever unknown."""
    part = modifiers_of(attribute)
    is_either = attribute.status is Status.COMPUTED_OPTIONAL and not has_default(attribute)
    if not (attribute.status is Status.COMPUTED or is_either) or is_generated_object(attribute):
        return attribute
    entries = entries_of(part)
    if KEEP in entries:
        return attribute
    return set_modifiers(attribute, [KEEP, *entries], place).with_notes(Note(POLICY, _KEPT, place))


def is_generated_object(attribute: Attribute) -> bool:
    """Whether the attribute is a single object of a Go type that the generator makes."""
    is_object = isinstance(attribute.type, Nested) and attribute.type.mode is NestingMode.SINGLE
    return is_object and not any(part.keyword == "custom_type" for part in attribute.fragments)


def has_default(attribute: Attribute) -> bool:
    """Whether the attribute has a default, a literal or code."""
    return attribute.default is not None or any(part.keyword == "default" for part in attribute.fragments)


class _InPlace(Struct):
    """Rewrites plan modifiers so that no update in place replaces a resource. Shared bodies are rewritten once."""

    _done: dict[tuple[Body, bool, bool], Body] = field(default_factory=dict)
    _unknown: dict[Body, bool] = field(default_factory=dict)

    def body(self, body: Body, *, is_replaced: bool, is_computed: bool) -> Body:
        """`is_replaced`: what can be set in it replaces the resource. `is_computed`: only the API sets it."""
        key = body, is_replaced, is_computed
        if key not in self._done:
            attributes = [self._attribute(attribute, is_replaced, is_computed) for attribute in body.attributes]
            self._done[key] = with_attributes(body, attributes)
        return self._done[key]

    def _attribute(self, attribute: Attribute, is_replaced: bool, is_computed: bool) -> Attribute:
        is_computed = is_computed or attribute.status is Status.COMPUTED
        part, type_ = modifiers_of(attribute), attribute.type
        if part is None and not is_replaced and not isinstance(type_, Nested):
            return attribute
        entries = entries_of(part)
        if is_replaced and not any(entry in _REPLACING for entry in entries):
            entries.append(REPLACE)
        place = part.location if part is not None else attribute.origins[0].location
        is_pushed = False
        if isinstance(type_, Nested):
            attribute, is_element_replaced = self._of_objects(attribute, type_.body)
            is_pushed = not is_computed and self._is_in_members(attribute, type_, entries)
            is_inside_replaced = is_pushed or is_element_replaced
            attribute = with_inner(
                attribute, lambda inner: self.body(inner, is_replaced=is_inside_replaced, is_computed=is_computed)
            )
        if is_computed or is_pushed:
            entries = [entry for entry in entries if entry not in _REPLACING]
        elif attribute.status is Status.COMPUTED_OPTIONAL:
            entries = [REPLACE_IF_CONFIGURED if entry == REPLACE else entry for entry in entries]
        entries = list({str(entry): entry for entry in entries}.values())
        entries.sort(key=lambda entry: FUNCTIONS[REPLACE] in definition_of(entry))
        if part is not None and entries == part.value and entries:
            changed = attribute
        elif part is None and not entries:
            return attribute
        else:
            changed = set_modifiers(attribute, entries, place)
        return self._with_destroy_note(changed, entries, is_computed, KEYWORD, place)

    def _is_in_members(self, attribute: Attribute, type_: Nested, entries: list[object]) -> bool:
        """Whether the members replace the resource in place of the object or collection around them."""
        is_replacing = any(entry in _REPLACING for entry in entries)
        return is_replacing and (is_generated_object(attribute) or self._may_be_unknown(type_.body))

    def _of_objects(self, attribute: Attribute, body: Body) -> tuple[Attribute, bool]:
        """The attribute with the plan modifiers of each object in it, and whether its members replace instead."""
        keyword = OF_OBJECTS + KEYWORD
        part = modifiers_of(attribute, keyword)
        if part is None:
            return attribute, False
        given = entries_of(part)
        is_moved = REPLACE in given and self._may_be_unknown(body)
        entries = [entry for entry in given if not (is_moved and entry == REPLACE)]
        entries.sort(key=lambda entry: FUNCTIONS[REPLACE] in definition_of(entry))
        if entries != given:
            attribute = set_modifiers(attribute, entries, part.location, keyword)
        is_computed = attribute.status is Status.COMPUTED
        return self._with_destroy_note(attribute, entries, is_computed, keyword, part.location), is_moved

    def _with_destroy_note(
        self, attribute: Attribute, entries: list[object], is_computed: bool, keyword: str, place: Location
    ) -> Attribute:
        """The attribute, with a note if a plan modifier that the config gives as code destroys objects."""
        if keyword == KEYWORD and entries and is_generated_object(attribute):
            text = "the Go type of an object takes no plan modifier: plans without a value of it fail"
            fix = setting("attributes", "overrides", Subject.PATH, KEYWORD, value=())
            note = Note(DESTROYS, text, place, "leave the plan modifier out" if is_added(attribute) else fix)
            return attribute.with_notes(note)
        if not any(isinstance(entry, dict) and _ALWAYS in "".join(definition_of(entry).split()) for entry in entries):
            return attribute
        if is_computed:
            what = "only the API sets it"
        elif isinstance(attribute.type, Nested) and self._may_be_unknown(attribute.type.body):
            what = "the API sets a part of it"
        elif attribute.status is Status.COMPUTED_OPTIONAL and keyword == KEYWORD:
            what = "the API sets it if the configuration does not"
        else:
            return attribute
        text = f"{what}, so that each update has an unknown value there and {_ALWAYS} replaces the resource"
        note = Note(DESTROYS, text, place, _fix(attribute, entries, is_computed, keyword))
        return attribute.with_notes(note)

    def _may_be_unknown(self, body: Body) -> bool:
        """Whether the plan of an update has an unknown value in an object that the configuration gives."""
        if body not in self._unknown:
            self._unknown[body] = any(
                (attribute.status in (Status.COMPUTED, Status.COMPUTED_OPTIONAL) and not has_default(attribute))
                or (isinstance(attribute.type, Nested) and self._may_be_unknown(attribute.type.body))
                for attribute in body.attributes
            )
        return self._unknown[body]


def _fix(attribute: Attribute, entries: list[object], is_computed: bool, keyword: str) -> Fix | str:
    """The override with short words for modifiers that oasmap can write in a form that destroys nothing."""
    words = [_word(entry) for entry in entries]
    kept = tuple(word for word in dict.fromkeys(words) if word and not (is_computed and word in _REPLACING))
    if None in words or is_added(attribute) or keyword != KEYWORD:
        return f"write {REPLACE} in place of the code" if not is_computed else "leave the plan modifier out"
    return setting("attributes", "overrides", Subject.PATH, KEYWORD, value=kept)


def _word(entry: object) -> str | None:
    """The short word for a plan modifier; None for other code."""
    if isinstance(entry, str):
        return entry
    definition = "".join(definition_of(entry).split()).rpartition(".")[2]
    return next((word for word, function in FUNCTIONS.items() if definition == f"{function}()"), None)
