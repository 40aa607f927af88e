"""Applies the config to a merged entity: policies first, then overrides, then additions."""

import re
from collections.abc import Mapping, Sequence

from msgspec.structs import replace

from mapper.inputs import Node, text_of
from mapper.model import Attribute, Body, Contribution, Fragment, Nested, Operation, Origin, Purpose, Reason, Status
from mapper.model.attribute import rewrite, with_attributes, with_inner
from mapper.model.limits import ExactlyOneOf
from mapper.report.diagnostic import Note
from mapper.report.origin import Location, Part, PartKind

from .. import kinds
from ..config.additions import apply_additions
from ..config.config import EntityConfig, ProviderConfig
from ..config.fragments import KEEP, REPLACE, with_modifiers
from ..openapi.parameters import Parameter
from ..openapi.roles import OPTIONAL_IN_REQUEST, OPTIONAL_PARAMETER, create_request
from ..rules import BODY_KEPT, OVERRIDDEN, POLICY
from .overrides import apply_overrides, words_of

_OPTIONAL = Reason(
    "optional-by-policy", "not required in the create request body: given, or left out (policy not_required)"
)
_FILTER = Reason(
    "optional-by-policy", "an optional parameter that no response has: given, or left out (policy not_required)"
)
_NEVER_SET = {
    "optional": {OPTIONAL_IN_REQUEST: _OPTIONAL},
    "infer": {OPTIONAL_IN_REQUEST: _OPTIONAL, OPTIONAL_PARAMETER: _FILTER},
}
"""By value of the policy not_required: the reasons for a status that it looks at, and the new reason of each."""
_DESCRIPTIONS = ("description", "markdown_description")
_NESTED = ("nested", "all")
_DESCRIBES = {kinds.RESOURCE: Purpose.CREATE, kinds.DATA_SOURCE: Purpose.READ}


def finish(body: Body, config: EntityConfig | ProviderConfig) -> tuple[Body, list[Note]]:
    """The body with the config applied, and notes on settings without effect."""
    policies = config.policies
    if policies.sensitive:
        names = dict(policies.sensitive)
        body = rewrite(body, lambda attribute: _sensitive(attribute, names))
    if policies.not_required != "computed_optional":
        body = rewrite(body, lambda attribute: _optional(attribute, policies.not_required))
    if policies.use_state_for_unknown != "none" and config.kind is kinds.RESOURCE:
        which = policies.use_state_for_unknown
        if which in _NESTED:
            body = rewrite(body, lambda attribute: _kept(attribute, which, config.node))
        else:
            attributes = (_kept(attribute, which, config.node) for attribute in body.attributes)
            body = replace(body, attributes=tuple(attributes))
    body, unused = apply_overrides(body, config.schema.overrides)
    body, orphans = apply_additions(body, config.schema.additions)
    return body, [*unused, *orphans]


def describe(
    config: EntityConfig | ProviderConfig,
    operations: Sequence[Operation],
    schema_text: str | None,
    tag: Node | None = None,
) -> tuple[str | None, tuple[Fragment, ...], tuple[Note, ...]]:
    """The description of an entity for its page, the description fragments of the artifact, and notes on their source.

    A description that a policy takes from the API is CommonMark, and serves as plain and as Markdown description.
    """
    texts = dict(config.schema.texts or {})
    place: Location = config.node
    notes = [Note(OVERRIDDEN, f"the config gives {words_of(texts)}", place)] if texts else []
    policy = config.policies.entity_description
    if policy != "omit" and texts.keys().isdisjoint(_DESCRIPTIONS):
        part = _DESCRIBES.get(config.kind)
        operation = next((o for o in operations if o.part == part), None)
        text = schema_text
        if policy == "operation":
            text = (operation.description or operation.summary) if operation else None
            place = operation.location or place if operation else place
        elif policy == "tag":
            text = text_of(tag.value.get("description")) if tag else None
            place = tag or place
        if text:
            texts |= dict.fromkeys(_DESCRIPTIONS, text)
            notes.append(Note(POLICY, f"the {policy} describes it (policy entity_description)", place))
    fragments = tuple(Fragment(key, text, place) for key, text in sorted(texts.items()))
    return texts.get("markdown_description") or texts.get("description") or schema_text, fragments, tuple(notes)


def _sensitive(attribute: Attribute, names: Mapping[str, Node]) -> Attribute:
    """The attribute, sensitive if it has one of the names, in the API or in Terraform."""
    place = names.get(attribute.source_name) or names.get(attribute.name)
    if place is None or attribute.sensitive:
        return attribute
    note = Note(POLICY, "its name is in the list of sensitive ones (policy sensitive)", place)
    return replace(attribute, sensitive=True, notes=(*attribute.notes, note))


def _optional(attribute: Attribute, which: str) -> Attribute:
    """The attribute, optional if the create request body does not require it: any such one, or one that the API never
    sets, which optional parameters of a data source may be, too.
    """
    reason = _NEVER_SET[which].get(attribute.reason.code)
    if reason is None or attribute.default is not None or (which == "infer" and _may_be_set_by_the_api(attribute)):
        return attribute
    return replace(attribute, status=Status.OPTIONAL, reason=reason)


def _may_be_set_by_the_api(attribute: Attribute) -> bool:
    """Whether a response has it, unless it is writeOnly there, or one of several of which exactly one is given."""
    if any(isinstance(limit, ExactlyOneOf) for limit in attribute.limits):
        return False
    return any(origin.part.kind is PartKind.RESPONSE and not is_write_only(origin) for origin in attribute.origins)


def is_write_only(origin: Origin) -> bool:
    """Whether a schema of the source says that only requests have it; the schema of a parameter cannot."""
    schemas = [getattr(place, "value", None) for place in (origin.location, *origin.via)]
    return not origin.is_parameter and any(isinstance(one, dict) and one.get("writeOnly") is True for one in schemas)


def _kept(attribute: Attribute, which: str, place: Node) -> Attribute:
    """The attribute with UseStateForUnknown, if the policy `use_state_for_unknown` includes it.

    `id`: only the attribute of this name, if the API may set it. `all`: all that the API may set. Else: all that only
    the API sets. An attribute with a default is never unknown.
    """
    is_id = attribute.name == "id" and attribute.status in (Status.COMPUTED, Status.COMPUTED_OPTIONAL)
    is_either = attribute.status is Status.COMPUTED_OPTIONAL and not _has_default(attribute)
    is_meant = attribute.status is Status.COMPUTED or (which == "all" and is_either)
    if not (is_id if which == "id" else is_id or is_meant):
        return attribute
    note = Note(
        POLICY, "its value in the state is used while the new one is unknown (policy use_state_for_unknown)", place
    )
    marked = with_modifiers(attribute, [KEEP], place)
    return replace(marked, notes=(*marked.notes, note))


def _has_default(attribute: Attribute) -> bool:
    return attribute.default is not None or any(part.keyword == "default" for part in attribute.fragments)


_TEMPLATE = re.compile(r"\{([^{}]*)\}")
_REQUEST = create_request().part
_REASON = Reason("parent-parameter", "a path parameter of the create operation, too: it says where the resource is")


def parents(create: str, read: str) -> frozenset[str]:
    """The path parameters of `read` that `create` has as well: by name, or at the same position of a common prefix."""
    names = set(_TEMPLATE.findall(create)) & set(_TEMPLATE.findall(read))
    for first, second in zip(create.split("/"), read.split("/"), strict=False):
        if _TEMPLATE.sub("{}", first) != _TEMPLATE.sub("{}", second):
            break
        names.update(_TEMPLATE.findall(second))
    return frozenset(names)


def require(body: Body, parameters: dict[str, Parameter]) -> Body:
    """`body` with its parent parameters required. `parameters` are these by source name of the attribute.

    An attribute of the create request body keeps its status.
    """
    attributes = tuple(
        _required(attribute, parameters[attribute.source_name])
        if attribute.source_name in parameters and attribute.origins[0].part != _REQUEST
        else attribute
        for attribute in body.attributes
    )
    return replace(body, attributes=attributes)


def _required(attribute: Attribute, parameter: Parameter) -> Attribute:
    note = Note(POLICY, "it is required to create the resource (policy parent_parameters)", parameter.node)
    return replace(attribute, status=Status.REQUIRED, reason=_REASON, default=None, notes=(*attribute.notes, note))


def infer_replacement(body: Body, update: Body | None, place: Node) -> Body:
    """`body` with RequiresReplace on attributes that the update request body lacks; `update` is None without that
    operation.

    Computed attributes are skipped, and so are parameters of the read operation unless they are required: a required
    one says where the resource is. Properties of the update request body that could not be mapped count as updatable.
    `place` is the operation, or the entry of the config that has none.
    """
    updated = {attribute.source_name: attribute for attribute in update.attributes} if update else {}
    left_out: set[str] = set()
    if update:
        left_out.update(omission.source_name for omission in update.omitted)
        left_out.update(ignored.source_name for ignored in update.ignored)
    why = "the update operation does not take it" if update else "there is no update operation"
    attributes = tuple(
        attribute
        if attribute.source_name in left_out
        else _infer(attribute, updated.get(attribute.source_name), place, why)
        for attribute in body.attributes
    )
    return replace(body, attributes=attributes)


def _infer(attribute: Attribute, updated: Attribute | None, place: Node, why: str) -> Attribute:
    if attribute.status is Status.COMPUTED:
        return attribute
    if attribute.origins[0].is_parameter and attribute.status is not Status.REQUIRED:
        return attribute
    if updated is None:
        text = f"{why}: a new value replaces the resource (policy replace)"
        marked = with_modifiers(attribute, [REPLACE], place)
        return replace(marked, notes=(*marked.notes, Note(POLICY, text, place)))
    if isinstance(attribute.type, Nested) and isinstance(updated.type, Nested):
        update = updated.type.body
        return with_inner(attribute, lambda nested: infer_replacement(nested, update, place))
    return attribute


_GIVES = frozenset((Contribution.DECLARED, Contribution.DESCRIPTION, Contribution.BOTH))


def mark_kept(body: Body, parts: frozenset[Part]) -> Body:
    """`body` with a note on each attribute that is declared or described by one of `parts`."""
    return with_attributes(body, [_mark(attribute, parts) for attribute in body.attributes])


def _mark(attribute: Attribute, parts: frozenset[Part]) -> Attribute:
    giving = [o.part for o in attribute.origins if o.part in parts and o.contribution in _GIVES]
    if giving:
        text = f"tfplugingen-openapi skips the {giving[0]}, because it cannot map all of it"
        note = Note(BODY_KEPT, text, attribute.origins[0].location)
        return replace(attribute, notes=(*attribute.notes, note))
    if not any(origin.part in parts for origin in attribute.origins):
        return attribute
    return with_inner(attribute, lambda nested: mark_kept(nested, parts))
