"""Applies the config to a merged entity: policies, then overrides, then additions, then plan modifiers, which depend on
the final status of an attribute.
"""

from collections import defaultdict
from collections.abc import Mapping, Sequence

from msgspec.structs import replace

from mapper.inputs import Node, text_of
from mapper.model import (
    Attribute,
    Body,
    Fragment,
    Operation,
    Origin,
    Purpose,
    Reason,
    Status,
)
from mapper.model.attribute import rewrite
from mapper.model.limits import ExactlyOneOf
from mapper.report.diagnostic import Note
from mapper.report.origin import Location, Part, PartKind
from mapper.text.operation_text import object_text

from .. import kinds
from ..config.additions import apply_additions
from ..config.config import EntityConfig, ProviderConfig
from ..openapi.parameters import Parameter
from ..openapi.roles import (
    OPTIONAL_IN_REQUEST,
    OPTIONAL_PARAMETER,
    PARENT_PARAMETER,
    READ_PARAMETER,
    create_request,
)
from ..rules import OVERRIDDEN, POLICY
from .filled_objects import Relaxer
from .overrides import apply_overrides, words_of
from .plan_modifiers import Replacement, apply_plan_modifiers

_OPTIONAL = Reason(
    "optional-by-policy", "not required in the create request body: given, or left out (policy not_required)"
)
_FILTER = Reason(
    "optional-by-policy", "an optional parameter that no response has: given, or left out (policy not_required)"
)
_NEVER_SET = {
    "optional": {OPTIONAL_IN_REQUEST: _OPTIONAL},
    "infer": {OPTIONAL_IN_REQUEST: _OPTIONAL, OPTIONAL_PARAMETER: _FILTER, READ_PARAMETER: _FILTER},
}
"""By value of the policy not_required: the reasons for a status that it looks at, and the new reason of each."""
_IN_QUERY = Part(PartKind.PARAMETER, "query")
DESCRIPTIONS = ("description", "markdown_description")
"""The keys of an entity's description in the code spec."""
_DESCRIBES = {kinds.RESOURCE: Purpose.CREATE, kinds.DATA_SOURCE: Purpose.READ}


class Finisher:
    """Applies the config to merged entities. Bodies that they share are shared afterwards, too."""

    def __init__(self) -> None:
        self._rewritten: defaultdict[object, dict[Body, Body]] = defaultdict(dict)
        """By the value of the policy: the bodies that it was applied to."""
        self._relaxer = Relaxer()

    def finish(
        self, body: Body, config: EntityConfig | ProviderConfig, replacement: Replacement | None = None
    ) -> tuple[Body, list[Note]]:
        """The body with the config applied, and notes on settings without effect."""
        sensitive, not_required = config.policies.sensitive, config.policies.not_required
        if sensitive:
            names = dict(sensitive)
            body = rewrite(body, lambda attribute: _sensitive(attribute, names), self._rewritten[sensitive])
        if not_required != "computed_optional":
            body = rewrite(body, lambda attribute: _optional(attribute, not_required), self._rewritten[not_required])
        body, unused = apply_overrides(body, config.schema.overrides)
        body, orphans = apply_additions(body, config.schema.additions)
        if config.kind is kinds.RESOURCE and not_required == "infer":
            body = self._relaxer.relax(body)
        return apply_plan_modifiers(body, config, replacement), [*unused, *orphans]


def describe(
    config: EntityConfig | ProviderConfig,
    operations: Sequence[Operation],
    schema_text: str | None,
    tag: Node | None = None,
) -> tuple[str | None, tuple[Fragment, ...], tuple[Note, ...]]:
    """The description of an entity for its page, the description fragments of the artifact, and notes on their source.

    A description that a policy takes from the API is CommonMark, and serves as plain and as Markdown description.
    """
    texts = dict(config.schema.texts)
    place: Location = config.node
    notes = [Note(OVERRIDDEN, f"the config gives {words_of(texts)}", place)] if texts else []
    policy = config.policies.entity_description
    if policy != "omit" and texts.keys().isdisjoint(DESCRIPTIONS):
        part = _DESCRIBES.get(config.kind)
        operation = next((o for o in operations if o.part == part), None)
        text = schema_text
        if policy == "operation":
            summary = (operation and operation.summary) or ""
            # as on the page: what the schema says of an entity is what its page says
            text = object_text((operation and operation.description) or summary, summary)
            place = operation.location or place if operation else place
        elif policy == "tag":
            text = text_of(tag.value.get("description")) if tag else None
            place = tag or place
        if text:
            texts |= dict.fromkeys(DESCRIPTIONS, text)
            notes.append(Note(POLICY, f"the {policy} describes it (policy entity_description)", place))
    fragments = tuple(Fragment(key, text, place) for key, text in sorted(texts.items()))
    return texts.get("markdown_description") or texts.get("description") or schema_text, fragments, tuple(notes)


def _sensitive(attribute: Attribute, names: Mapping[str, Node]) -> Attribute:
    """The attribute, sensitive if it has one of the names, in the API or in Terraform."""
    place = names.get(attribute.source_name) or names.get(attribute.name)
    if place is None or attribute.sensitive:
        return attribute
    note = Note(POLICY, "its name is in the list of sensitive ones (policy sensitive)", place)
    return replace(attribute, sensitive=True).with_notes(note)


def _optional(attribute: Attribute, which: str) -> Attribute:
    """The attribute, optional if the create request body does not require it. The policy includes any such attribute,
    or one that the API never sets; a data source's optional parameter may be one, too.
    """
    reason = _NEVER_SET[which].get(attribute.reason.code)
    if reason is None:
        return attribute
    is_of_read = attribute.reason.code == READ_PARAMETER
    if is_of_read and attribute.origins[0].part != _IN_QUERY:
        return attribute
    if which == "infer" and (reason is _OPTIONAL or is_of_read):
        attribute = _without_lost_default(attribute)
    if attribute.default is not None or (which == "infer" and _may_be_set_by_the_api(attribute)):
        return attribute
    return replace(attribute, status=Status.OPTIONAL, reason=reason)


def _without_lost_default(attribute: Attribute) -> Attribute:
    """The attribute without a default that no read returns: after an import, each plan would set it again."""
    if Purpose.READ in attribute.returned_by or attribute.default is None:
        return attribute
    text = f"no read returns it: the API uses {attribute.default.value!r} without it (policy not_required)"
    note = Note(POLICY, text, attribute.origins[0].location)
    return replace(attribute, default=None).with_notes(note)


def _may_be_set_by_the_api(attribute: Attribute) -> bool:
    """Whether a response has it, unless it is writeOnly there, or one of mutually exclusive attributes."""
    if any(isinstance(limit, ExactlyOneOf) for limit in attribute.limits):
        return False
    return any(origin.part.kind is PartKind.RESPONSE and not is_write_only(origin) for origin in attribute.origins)


def is_write_only(origin: Origin) -> bool:
    """Whether a schema of the source says that only requests have it; the schema of a parameter cannot."""
    schemas = [getattr(place, "value", None) for place in (origin.location, *origin.via)]
    return not origin.is_parameter and any(
        isinstance(schema, dict) and schema.get("writeOnly") is True for schema in schemas
    )


_REQUEST = create_request().part
_REASON = Reason(PARENT_PARAMETER, "a path parameter of the create operation, too: it says where the resource is")
_IN_CREATE = Reason(PARENT_PARAMETER, "a query parameter that the create operation requires")


def require(body: Body, parameters: dict[str, Parameter]) -> Body:
    """`body` with its parent parameters required. `parameters` are these by source name of the attribute.

    An attribute of the create request body keeps its status, unless only the API sets it there. No response can give
    what create needs in its path.
    """
    attributes = tuple(
        _required_parent(attribute, parameters[attribute.source_name])
        if attribute.source_name in parameters
        and (attribute.origins[0].part != _REQUEST or attribute.status is Status.COMPUTED)
        else attribute
        for attribute in body.attributes
    )
    return replace(body, attributes=attributes)


def _required_parent(attribute: Attribute, parameter: Parameter) -> Attribute:
    """The parent, required; with the default of the parameter, if it has one and nothing else has the attribute."""
    if attribute.default is not None and all(origin.is_parameter for origin in attribute.origins):
        note = Note(POLICY, "its default says where the resource is (policy parent_parameters)", parameter.node)
        reason = Reason(PARENT_PARAMETER, "a path parameter of the create operation with a default")
        return replace(attribute, status=Status.COMPUTED_OPTIONAL, reason=reason).with_notes(note)
    note = Note(POLICY, "it is required to create the resource (policy parent_parameters)", parameter.node)
    reason = _REASON if parameter.place == "path" else _IN_CREATE
    return replace(attribute, status=Status.REQUIRED, reason=reason, default=None).with_notes(note)
