"""Objects that the API may fill, so that their members cannot be required.

Where the configuration has no value, Terraform keeps the value in the state, unless a part of the object is not
computed. Then it concludes that the configuration had the object before, and plans null (`objchange.ProposedNew`,
*optionalValueNotComputable*). If the API fills the object unasked, each plan then has a change. So in an object that is
optional and computed, its members are so, too. A validator says which of them a configuration with the object needs.
"""

from msgspec.structs import replace

from mapper.model import Attribute, Body, Contribution, Nested, Reason, Status
from mapper.model.attribute import rewrite, with_attributes, with_inner
from mapper.model.limits import ExactlyOneOf, RequiredMembers, find
from mapper.model.variant import Variant
from mapper.report.origin import PartKind

from ..config.additions import is_added
from .overrides import OVERRIDDEN

_REASON = Reason("filled-by-policy", "given with the object, or all of it is set by the API (policy not_required)")


class Relaxer:
    """Relaxes the members of objects that the API may fill, once for all resources that share a body."""

    def __init__(self) -> None:
        self._rewritten: dict[Body, Body] = {}
        self._filled: dict[Body, Body] = {}
        """The bodies of objects that the API may fill."""

    def relax(self, body: Body) -> Body:
        """The body of a resource, in which members of objects that are optional and computed are so, too.

        What the config says of a member is kept, and so is what no response has.
        """
        return rewrite(body, self._attribute, self._rewritten)

    def _attribute(self, attribute: Attribute) -> Attribute:
        """The attribute, with other members if the API may fill it."""
        type_ = attribute.type
        if not isinstance(type_, Nested) or attribute.status is not Status.COMPUTED_OPTIONAL or is_added(attribute):
            return attribute
        needed = tuple(member.name for member in type_.body.attributes if _is_needed(member))
        changed = with_inner(attribute, self._body)
        return replace(changed, limits=(*attribute.limits, RequiredMembers(needed))) if needed else changed

    def _body(self, body: Body) -> Body:
        if body not in self._filled:
            self._filled[body] = with_attributes(body, [self._member(member) for member in body.attributes])
        return self._filled[body]

    def _member(self, member: Attribute) -> Attribute:
        if _is_needed(member):
            member = replace(member, status=Status.COMPUTED_OPTIONAL, reason=_REASON, variant=Variant.NEEDED)
            return self._attribute(member)
        if member.status is Status.OPTIONAL and find(member.limits, ExactlyOneOf) is not None and _is_filled(member):
            return self._attribute(replace(member, status=Status.COMPUTED_OPTIONAL, reason=_REASON))
        return member


def _is_needed(member: Attribute) -> bool:
    return member.status is Status.REQUIRED and _is_filled(member)


def _is_filled(member: Attribute) -> bool:
    """Whether a response has the member, and the config does not say who sets it."""
    fitting = (origin for origin in member.origins if origin.contribution is not Contribution.MISMATCH)
    is_returned = any(origin.part.kind is PartKind.RESPONSE for origin in fitting)
    return is_returned and not is_added(member) and member.reason.code != OVERRIDDEN
